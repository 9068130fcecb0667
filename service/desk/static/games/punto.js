// Punto: a board that slides inside 6 by 6 cells, cards with dots.
import { T, plural } from "../language.js";

const COLOURS = [..."RYGB"];
const COLOUR = { R: T("red", "czerwona"), Y: T("yellow", "żółta"), G: T("green", "zielona"), B: T("blue", "niebieska") };
const MANY = { R: ["czerwone", "czerwonych"], Y: ["żółte", "żółtych"], G: ["zielone", "zielonych"], B: ["niebieskie", "niebieskich"] };
/** "4 red cards", "4 karty czerwone", "5 kart czerwonych" */
const cardsOf = (n, colour) => {
  const [few, many] = MANY[colour] ?? ["", ""];
  return T(`${n} ${COLOUR[colour]?.en} cards`, `${n} ${plural(n, ["karta", "karty", "kart"])} ${plural(n, [few, few, many])}`);
};
const SIDE = 6;

const freshPlayer = (id) => ({ id, colors: ["R"], deck: [], rounds_won: 0 });
const cellAt = (state, [x, y]) => (state.board ?? []).findIndex((each) => each.x === x && each.y === y);

/** Colours go to the seats in order (punto/2.1 to 2.4). */
function seat(state, pointer) {
  if (pointer === "/winner" && state.winner) state.turn = null;
  const n = state.players.length;
  if (n !== 4) state.mode = "free_for_all";
  const two = [
    ["R", "Y"],
    ["G", "B"],
  ];
  state.players.forEach((player, i) => {
    player.colors = n === 2 || state.mode === "teams" ? two[i % 2] : [COLOURS[i]];
  });
  state.neutral = n === 3 ? "B" : null;
}

const dots = (players) => players.colors.map((each) => each).join(" + ");

/** The cells to show: those around the cards that can still be part of a 6 by 6 square with all of them (punto/3.4). */
function span(values) {
  if (!values.length) return [-2, -1, 0, 1, 2];
  // A table that cannot be right may spread far: then only what has cards is shown.
  if (Math.max(...values) - Math.min(...values) > 2 * SIDE) return [...new Set(values)].sort((a, b) => a - b);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  let [from, to] = [Math.max(low - 1, high - SIDE + 1), Math.min(high + 1, low + SIDE - 1)];
  if (high - low >= SIDE) [from, to] = [low, high];
  while (to - from < 4) [from, to] = [from - 1, to + 1];
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

export default {
  id: "punto",
  freshPlayer,
  seat,
  fresh(names, before) {
    const state = {
      mode: before?.mode ?? "free_for_all",
      rulings: { ...before?.rulings },
      rounds_to_win: before?.rounds_to_win ?? 2,
      players: names.map(freshPlayer),
      neutral: null,
      board: [],
      out: [],
      starter: null,
      turn: null,
      winner: null,
    };
    seat(state);
    return state;
  },
  isEmpty: (state) => !state.board?.length && state.players.every((each) => !each.deck?.length),
  start: () => ({ cell: [0, 0] }),
  turnOf: (player) => ({ player, passes: 0 }),
  copies: () => 2,
  face: (code) => ({
    tone: COLOUR[code[0]].en,
    big: code[1],
    corner: code,
    pips: Number(code[1]),
    name: T(`${COLOUR[code[0]].en} ${code[1]}`, `${COLOUR[code[0]].pl} ${code[1]}`),
  }),
  palette: () => ({
    columns: 9,
    rows: COLOURS.map((colour) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${colour}${number}`)),
  }),

  putOnCell(state, cell, card) {
    const index = cellAt(state, cell);
    if (index < 0) (state.board ??= []).push({ x: cell[0], y: cell[1], cards: [card] });
    else state.board[index].cards.push(card);
  },
  takeFromCell(state, cell, card) {
    const index = cellAt(state, cell);
    const { cards } = state.board[index];
    cards.splice(card ? cards.lastIndexOf(card) : -1, 1);
    if (!cards.length) state.board.splice(index, 1);
  },
  cellOf(state, pointer) {
    const index = /^\/board\/(\d+)\/cards$/.exec(pointer)?.[1];
    return index === undefined ? null : [state.board[index].x, state.board[index].y];
  },
  whereName(state, pointer) {
    const cell = this.cellOf(state, pointer);
    return cell && T(`cell ${cell}`, `pole ${cell}`);
  },

  layout: (state) => ({
    grid: {
      label: T("Board", "Plansza"),
      columns: span((state.board ?? []).map((each) => each.x)),
      rows: span((state.board ?? []).map((each) => each.y)),
      cards: (x, y) => {
        const index = cellAt(state, [x, y]);
        return index < 0 ? null : { stack: state.board[index].cards, pointer: `/board/${index}` };
      },
    },
    players: state.players.map((player, index) => ({
      index,
      tag: `${dots(player)}${player.rounds_won ? ` · ${"★".repeat(player.rounds_won)}` : ""}`,
      zones: [{ pointer: `/players/${index}/deck`, label: T("Deck", "Talia"), size: "small", fold: 5, peek: 1, unknown: true }],
    })),
    other: [{ pointer: "/out", label: T("Out of the game", "Poza grą"), size: "small" }],
  }),
  options: (state) => [
    ...(state.players.length === 4
      ? [
          {
            pointer: "/mode",
            default: "free_for_all",
            label: T("Mode", "Tryb"),
            choices: [
              ["free_for_all", T("Everyone for themselves", "Każdy dla siebie")],
              ["teams", T("Two teams", "Dwie drużyny")],
            ],
          },
        ]
      : []),
    {
      pointer: "/rounds_to_win",
      default: 2,
      label: T("Rounds to win", "Rundy do zwycięstwa"),
      choices: [1, 2, 3, 4, 5].map((n) => [n, String(n)]),
    },
    {
      pointer: "/winner",
      default: null,
      label: T("Declared winner", "Ogłoszony zwycięzca"),
      choices: [[null, "—"], ...state.players.map((each) => [each.id, each.id]), ["draw", T("a draw", "remis")]],
    },
  ],
  playerOptions: [{ key: "rounds_won", kind: "number", high: 8, label: T("rounds won", "wygrane rundy") }],
  dealOptions: ({ mode, rulings, rounds_to_win: rounds }) => ({
    mode: mode ?? "free_for_all",
    rulings: rulings ?? {},
    rounds_to_win: rounds ?? 2,
  }),
  hasNextRound: () => true,
  turnedUp: (state) => state.players.find((each) => each.id === state.turn?.player)?.deck?.[0],
  questions: {},
  actions: () => [
    {
      type: "place",
      label: T("Place the card turned up", "Połóż odkrytą kartę"),
      fields: ["x", "y"].map((name) => ({ name, kind: "number", low: -50, high: 50, label: T(name, name) })),
    },
    { type: "pass", label: T("Pass", "Spasuj"), fields: [] },
  ],
  kindName: (type) => new Map([["pass", T("Pass", "Spasuj")], ["place", T("Place", "Połóż")]]).get(type),
  sayMove: ({ action }) =>
    action.type === "pass" ? T("Pass", "Spasuj") : T(`place at ${action.x}, ${action.y}`, `połóż na ${action.x}, ${action.y}`),
  sayEvent: ({ type, player, card, x, y, color, cells }) =>
    ({
      placed: T(`${player} places ${card} at ${x}, ${y}`, `${player} kładzie ${card} na ${x}, ${y}`),
      covered: T(`${card} is covered`, `${card} jest przykryta`),
      passed: T(
        `${player} cannot place ${card ?? "a card"} and passes`,
        `${player} nie może położyć ${card ?? "karty"} i pasuje`,
      ),
      line_completed: T(
        `A line of ${cardsOf(cells?.length, color).en}`,
        `Linia: ${cardsOf(cells?.length, color).pl}`,
      ),
      blocked: T("Nobody can place: the round is blocked", "Nikt nie może położyć karty: runda zablokowana"),
      round_won: T(`${player} wins the round`, `Rundę wygrywa ${player}`),
      round_drawn: T("The round is drawn", "Runda kończy się remisem"),
      turn_began: T(`It is ${player}’s turn`, `Tura: ${player}`),
    })[type],

  headline(question, body) {
    if (question === "moves") return moves(body);
    return question === "winning" ? winning(body) : score(body);
  },
  facts(question, body) {
    if (question !== "score") return [];
    return body.rounds_won.map(({ player, won }) => {
      const counted = body.tally.find((each) => each.player === player);
      const lines = counted
        ? T(`lines ${counted.lines}, dots ${counted.dots}, `, `linie ${counted.lines}, kropki ${counted.dots}, `)
        : T("", "");
      return [player, T(`${lines.en}rounds won ${won}`, `${lines.pl}wygrane rundy ${won}`)];
    });
  },
  marks: (question, body, state) =>
    (body.lines ?? []).flatMap((line) => line.cells.map((cell) => [`/board/${cellAt(state, cell)}`, { kind: "good" }])),
};

function winning(body) {
  if (body.status === "won") {
    const [line] = body.lines;
    const cards = cardsOf(line.cells.length, line.color);
    return T(
      `${body.winner} wins the round: ${cards.en} in a line.`,
      `Rundę wygrywa ${body.winner}: ${cards.pl} w linii.`,
    );
  }
  if (body.status === "blocked") {
    const n = body.lines.length;
    return T(
      `${body.winner} wins the blocked round with ${n} shorter ${plural(n, ["line", "lines"])}.`,
      `Zablokowaną rundę wygrywa ${body.winner}; krótszych linii: ${n}.`,
    );
  }
  if (body.status === "drawn")
    return T("The round is drawn: nobody scores it.", "Runda kończy się remisem: nikt jej nie zdobywa.");
  const { active } = body;
  if (!active) return T("Nobody has a line yet: the round goes on.", "Nikt nie ma jeszcze linii: runda trwa.");
  const known = active.card && active.card !== "??";
  if (active.can_place === false)
    return T(
      `Nobody has a line yet; ${active.player} cannot place ${known ? active.card : "a card"} and must pass.`,
      `Nikt nie ma jeszcze linii; ${active.player} nie może położyć ${known ? active.card : "karty"} i musi spasować.`,
    );
  return T(
    `Nobody has a line yet; ${active.player} is to place ${known ? active.card : "a card"}.`,
    `Nikt nie ma jeszcze linii; ${known ? active.card : "kartę"} kładzie ${active.player}.`,
  );
}

function score(body) {
  if (!body.round_over)
    return T("The round goes on, so nobody scores it yet.", "Runda trwa, więc nikt jej jeszcze nie zdobył.");
  if (body.winner === "draw")
    return T("The round is drawn: nobody scores it.", "Runda kończy się remisem: nikt jej nie zdobywa.");
  const won = body.tally.find((each) => each.player === body.winner);
  const by = won
    ? T(
        ` with ${won.lines} ${plural(won.lines, ["line", "lines"])} (${won.dots} ${plural(won.dots, ["dot", "dots"])})`,
        ` (linie: ${won.lines}, kropki: ${won.dots})`,
      )
    : T("", "");
  const first = T(
    `${body.winner} wins the round${by.en}; ${body.removed} leaves the game.`,
    `Rundę wygrywa ${body.winner}${by.pl}; ${body.removed} wypada z gry.`,
  );
  if (!body.match_over) return first;
  const winners = body.match_winners.join(", ");
  return T(`${first.en} The match is over: ${winners} won it.`, `${first.pl} Koniec meczu, wygrywa: ${winners}.`);
}

function moves({ player, actions, needs }) {
  if (!player) return T("The round is over.", "Runda jest zakończona.");
  if (needs.length) return T(`Say first which card ${player} turned up.`, `Podaj najpierw odkrytą kartę: ${player}.`);
  if (actions[0]?.action.type === "pass") return T(`${player} can only pass.`, `${player} może tylko spasować.`);
  const wins = actions.filter((each) => each.wins_round).length;
  const n = actions.length;
  return T(
    `${player} may place the card on ${n} ${plural(n, ["cell", "cells"])}${wins ? `; ${wins} of them ${plural(wins, ["wins", "win"])} the round` : ""}.`,
    `${player} może położyć kartę na ${n} ${plural(n, ["polu", "polach", "polach"])}${wins ? `; pola wygrywające rundę: ${wins}` : ""}.`,
  );
}
