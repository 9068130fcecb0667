// Red7: colours, Palettes, the Canvas.
import { T, inWords, listed, plural } from "../language.js";
import { at } from "../pointer.js";
import * as say from "./red7.words.js";

const COLOURS = [..."ROYGBIV"];
const NUMBERS = [7, 6, 5, 4, 3, 2, 1];
const { COLOUR, RULE_OF } = say;

const freshPlayer = (id) => ({ id, palette: [], hand: [], scored: [], eliminated: false });
const holderOf = (state, id) => state.players.findIndex((each) => each.id === id);
const ruleOf = (state) => RULE_OF[state.canvas?.at(-1)?.[0] ?? "R"];

export default {
  id: "red7",
  freshPlayer,
  fresh: (names, before) => ({
    variant: before?.variant ?? "basic",
    effects: before?.effects ?? false,
    rulings: { ...before?.rulings },
    players: names.map(freshPlayer),
    canvas: [],
    deck: [],
    aside: [],
    turn: null,
  }),
  isEmpty: (state) => !state.canvas?.length && state.players.every((each) => !each.palette?.length && !each.hand?.length),
  start: () => ({ pointer: "/players/0/palette" }),
  turnOf: (player) => ({ player, steps: [] }),
  copies: () => 1,
  face: (code) => ({
    tone: COLOUR[code[0]].en,
    big: code[1],
    corner: code[0],
    name: T(`${COLOUR[code[0]].en} ${code[1]}`, `${COLOUR[code[0]].pl} ${code[1]}`),
  }),
  palette: () => ({ columns: 7, rows: COLOURS.map((colour) => NUMBERS.map((number) => colour + number)) }),

  layout: (state) => ({
    common: [
      {
        pointer: "/canvas",
        label: T("Canvas", "Tło"),
        style: "stack",
        note: ruleOf(state) && say.ruleNote(ruleOf(state)),
        base: state.canvas?.length ? null : "R",
      },
    ],
    players: state.players.map((player, index) => ({
      index,
      out: player.eliminated,
      tag: player.eliminated ? say.OUT : points(state, player),
      zones: [
        { pointer: `/players/${index}/palette`, label: T("Palette", "Paleta") },
        { pointer: `/players/${index}/hand`, label: T("Hand", "Ręka"), size: "small", unknown: true },
      ],
    })),
    other: [
      { pointer: "/deck", label: T("Deck", "Talia"), size: "small", fold: 3, unknown: true },
      { pointer: "/aside", label: T("Out of play", "Poza grą"), size: "small", fold: 3, unknown: true },
      ...state.players.flatMap((each, index) =>
        state.variant === "advanced" || each.scored?.length
          ? [
              {
                pointer: `/players/${index}/scored`,
                label: T(`${each.id}: scored`, `${each.id}: punkty`),
                size: "small",
                fold: 5,
              },
            ]
          : [],
      ),
    ],
  }),

  options: () => [
    {
      pointer: "/variant",
      label: T("Variant", "Wariant"),
      choices: [
        ["basic", T("Basic: one round", "Podstawowy: jedna runda")],
        ["advanced", T("Advanced: points over rounds", "Zaawansowany: punkty przez kilka rund")],
      ],
    },
    {
      pointer: "/effects",
      kind: "flag",
      label: T("Effects of odd cards (expert rules)", "Efekty kart nieparzystych (reguły eksperckie)"),
    },
  ],
  playerOptions: [{ key: "eliminated", kind: "flag", label: T("out", "odpadł(a)"), then: putAside }],
  dealOptions: ({ variant, effects, rulings }) => ({ variant, effects: Boolean(effects), rulings: rulings ?? {} }),
  hasNextRound: (state) => state.variant === "advanced",
  questions: {},

  actions: (state) => {
    const me = holderOf(state, state.turn?.player);
    const hand = { name: "card", kind: "card", label: T("Card", "Karta"), from: [`/players/${me}/hand`] };
    const own = { ...hand, from: [`/players/${me}/palette`] };
    const theirs = { ...hand, from: state.players.flatMap((_, i) => (i === me ? [] : [`/players/${i}/palette`])) };
    const fields = {
      play_to_palette: [hand],
      play_to_canvas: [hand],
      return_to_deck: [own],
      move_to_canvas: [own],
      remove_from_palette: [{ name: "player", kind: "player", label: T("From", "Od kogo") }, theirs],
      end_turn: [],
      pass: [],
    };
    return Object.entries(fields)
      .filter(([type]) => state.effects || !say.EFFECTS.includes(type))
      .map(([type, each]) => ({ type, label: say.KIND[type], fields: each }));
  },
  kindName: (type) => (Object.hasOwn(say.KIND, type) ? say.KIND[type] : undefined),
  sayMove: ({ action }) => say.move(action),
  shortMove: (action) =>
    action.draw === false ? T("no draw", "bez dobierania") : action.player ? T(action.player, action.player) : T("", ""),
  sayEvent: say.event,
  matters: (event) => event.type === "drew",

  headline(question, body, state) {
    if (question === "winning") return winning(body, state);
    if (question === "moves") return say.moves(body);
    return scored(body);
  },
  /** Whether somebody survives depends on whose turn it is, and on what they have played in it (red7/5.3, 6.1). */
  turnSoFar(state, { round_over: over }) {
    if (over) return null;
    const inPlay = state.players.filter((each) => !each.eliminated);
    if (!state.turn) {
      const choose = (id) => (now) => void (now.turn = { player: id, steps: [] });
      return { label: say.WHOSE_TURN, choices: inPlay.map(({ id }) => ({ label: id, choose: choose(id) })) };
    }
    const { player, steps } = state.turn;
    const palette = inPlay.find((each) => each.id === player)?.palette ?? [];
    const played = (card) => steps?.length === 1 && steps[0].card === card;
    const choose = (card) => (now) =>
      void (now.turn.steps = played(card) ? [] : [{ type: "play_to_palette", card }]);
    // Further steps than one come from playing on, and are known.
    if (!palette.length || steps?.length > 1) return null;
    return {
      label: say.justPlayed(player),
      choices: palette.map((card) => ({ card, pressed: played(card), choose: choose(card) })),
    };
  },
  facts(question, body) {
    if (question === "winning")
      return body.standings.map((each) => [
        T(`${each.place}. ${each.player}`, `${each.place}. ${each.player}`),
        each.qualifying.length ? each.qualifying.join(" ") : "—",
      ]);
    if (question !== "score") return [];
    if (!body.round_over)
      return body.if_ended_now.map((each) => [
        each.player,
        `${each.qualifying.join(" ") || "—"}${each.points === null ? "" : ` = ${each.points}`}`,
      ]);
    return body.totals.filter((each) => each.points !== null).map((each) => [each.player, `${each.points} / ${body.target}`]);
  },
  marks(question, body, state) {
    if (question === "winning") return body.standings.flatMap((each) => inPalette(state, each.player, each.qualifying));
    if (question === "score")
      return body.round_over && body.winner
        ? inPalette(state, body.winner, body.scored)
        : body.if_ended_now.flatMap((each) => inPalette(state, each.player, each.qualifying));
    return [];
  },
};

function points(state, player) {
  if (state.variant !== "advanced" || !player.scored?.length) return null;
  return `${player.scored.reduce((sum, card) => sum + (Number(card?.[1]) || 0), 0)} ★`;
}

/** An eliminated player's cards lie aside (red7/5.4). */
function putAside(state, index) {
  const player = state.players[index];
  if (!player.eliminated) return;
  state.aside = [...(state.aside ?? []), ...(player.hand ?? []), ...(player.palette ?? [])];
  player.hand = [];
  player.palette = [];
  if (state.turn?.player === player.id) state.turn = null;
}

function inPalette(state, id, cards) {
  const index = holderOf(state, id);
  const palette = at(state, `/players/${index}/palette`) ?? [];
  return cards.map((card) => [`/players/${index}/palette/${palette.indexOf(card)}`, { kind: "good" }]);
}

/** "Bartek survives: two even cards each, Bartek's 6 beats Ania's 2." */
function winning(body, state) {
  const { standings, leader, active } = body;
  if (body.round_over)
    return T(
      `${body.winner} has won the round: nobody else is left in it.`,
      `Rundę wygrywa ${body.winner}: nikt inny już w niej nie gra.`,
    );
  if (!leader) return say.nobody(body.rule);
  const why = reason(body.rule, standings[0], standings[1]);
  const survives = active?.player === leader && active.survival !== "impossible";
  const first = survives
    ? T(`${leader} survives: ${why.en}.`, `${leader} przetrwa: ${why.pl}.`)
    : T(`${leader} leads: ${why.en}.`, `Prowadzi ${leader}: ${why.pl}.`);
  if (!active || active.player === leader) return first;
  const handKnown = (state.players[holderOf(state, active.player)].hand ?? []).length > 0;
  const rest = handKnown ? say.chance(active) : say.behind(active);
  return T(`${first.en} ${rest.en}`, `${first.pl} ${rest.pl}`);
}

function reason(rule, best, second) {
  if (!second) return say.have(rule, best.count);
  if (best.count !== second.count) {
    const [a, b] = [say.have(rule, best.count), inWords(second.count)];
    return T(`${a.en} against ${second.player}’s ${b}`, `${a.pl}, a ${second.player} tylko ${second.count}`);
  }
  const each = say.each(rule, best.count);
  const [mine, other] = [best.highest, second.highest];
  const byColour = mine[1] === other[1];
  const beats = T(
    byColour
      ? `and ${best.player}’s ${mine} outranks ${second.player}’s ${other} by colour`
      : `${best.player}’s ${mine[1]} beats ${second.player}’s ${other[1]}`,
    byColour
      ? `a ${mine} (${best.player}) jest wyższa kolorem niż ${other} (${second.player})`
      : `a ${mine[1]} (${best.player}) bije ${other[1]} (${second.player})`,
  );
  return T(`${each.en}, ${beats.en}`, `${each.pl}, ${beats.pl}`);
}

function scored(body) {
  if (!body.round_over)
    return T(
      "The round is still on; below is what each would score if it ended now.",
      "Runda jeszcze trwa; poniżej to, co każdy dostałby teraz.",
    );
  if (body.points === null)
    return T(
      `${body.winner} has won the round and with it the game; the basic variant has no points.`,
      `${body.winner} wygrywa rundę, a z nią grę; wariant podstawowy nie ma punktów.`,
    );
  const cards = body.scored.join(", ") || "—";
  const first = T(
    `${body.winner} scores ${body.points} ${plural(body.points, ["point", "points"])}: ${cards}.`,
    `${body.winner} zdobywa ${body.points} ${plural(body.points, ["punkt", "punkty", "punktów"])}: ${cards}.`,
  );
  if (!body.game_over) return first;
  const winners = listed(body.game_winners);
  return T(`${first.en} That ends the game: ${winners.en} won.`, `${first.pl} To koniec gry, wygrywa: ${winners.pl}.`);
}
