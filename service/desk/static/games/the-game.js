// The Game: four piles, numbers, and in Extreme the commands printed on some cards.
import { T, plural } from "../language.js";

const PILES = ["up_1", "up_2", "down_1", "down_2"];
const PILE = {
  up_1: T("▲ ascending 1", "▲ rosnący 1"),
  up_2: T("▲ ascending 2", "▲ rosnący 2"),
  down_1: T("▼ descending 1", "▼ malejący 1"),
  down_2: T("▼ descending 2", "▼ malejący 2"),
};
const COMMAND = {
  stop: T("stop", "stop"),
  skull: T("☠ skull", "☠ czaszka"),
  exactly_three: T("3!", "3!"),
  silence: T("silence", "cisza"),
  no_backwards: T("no ±10", "bez ±10"),
  one_pile: T("1 pile", "1 stos"),
  draw_one: T("draw 1", "dobierz 1"),
};
const SIGN = { stop: "■", skull: "☠", exactly_three: "3!", silence: "…", no_backwards: "⇅", one_pile: "1", draw_one: "+1" };
let commands = {};
const freshPlayer = (id) => ({ id, hand: [] });
const numbers = (low, high) => Array.from({ length: high - low + 1 }, (_, i) => String(low + i));
const laid = (state) => PILES.reduce((sum, pile) => sum + (state.piles?.[pile]?.length ?? 0), 0);
const left = (n) =>
  T(
    `${n} ${plural(n, ["card is", "cards are"])} still to be laid`,
    `do wyłożenia: ${n} ${plural(n, ["karta", "karty", "kart"])}`,
  );

export default {
  id: "the-game",
  freshPlayer,
  fresh: (names, before) => ({
    ruleset: before?.ruleset ?? "the-game-extreme",
    rulings: { ...before?.rulings },
    commands: { ...before?.commands },
    players: names.map(freshPlayer),
    piles: { up_1: [], up_2: [], down_1: [], down_2: [] },
    deck: [],
    turn: null,
    result: null,
  }),
  isEmpty: (state) => PILES.every((pile) => !state.piles?.[pile]?.length) && state.players.every((each) => !each.hand?.length),
  start: () => ({ pointer: "/piles/up_1" }),
  turnOf: (player) => ({ player, steps: [] }),
  copies: () => 1,
  face: (code) => ({
    tone: commands[code] ? "command" : "number",
    big: code,
    corner: SIGN[commands[code]],
    short: commands[code] ? `${code} ${SIGN[commands[code]]}` : code,
    foot: commands[code] && COMMAND[commands[code]],
    name: commands[code] ? T(`${code} (${COMMAND[commands[code]].en})`, `${code} (${COMMAND[commands[code]].pl})`) : code,
  }),
  inkLabel: T("A tap puts a card or marks its command", "Dotknięcie kładzie kartę lub oznacza komendę"),
  inks: (state) =>
    state.ruleset === "the-game-original"
      ? null
      : [
          [null, T("Tap: put", "Dotknij: połóż")],
          ...Object.entries(COMMAND).map(([name, text]) => [name, T(`Mark: ${text.en}`, `Oznacz: ${text.pl}`)]),
        ],
  stamp(state, card, command) {
    const { [card]: had, ...rest } = state.commands ?? {};
    state.commands = had === command ? rest : { ...rest, [card]: command };
  },
  palette: () => ({
    columns: 10,
    rows: [[null, null, ...numbers(2, 9)], ...Array.from({ length: 9 }, (_, i) => numbers(10 + i * 10, 19 + i * 10))],
  }),

  layout(state) {
    commands = state.commands ?? {};
    return {
      common: PILES.map((pile) => ({
        pointer: `/piles/${pile}`,
        label: PILE[pile],
        short: pile.replace("up_", "▲ ").replace("down_", "▼ "),
        style: "stack",
        base: state.piles?.[pile]?.length ? null : pile.startsWith("up") ? "1" : "100",
      })),
      players: state.players.map((_, index) => ({
        index,
        zones: [{ pointer: `/players/${index}/hand`, label: T("Hand", "Ręka"), unknown: true }],
      })),
      other: [{ pointer: "/deck", label: T("Draw pile", "Talia"), size: "small", fold: 3, unknown: true }],
    };
  },
  options: () => [
    {
      pointer: "/ruleset",
      default: "the-game-extreme",
      label: T("Edition", "Wydanie"),
      choices: [
        ["the-game-extreme", "The Game: Extreme"],
        ["the-game-original", T("The Game (original)", "The Game (oryginalna)")],
      ],
    },
    {
      pointer: "/result",
      default: null,
      label: T("Declared result", "Ogłoszony wynik"),
      choices: [
        [null, T("none yet", "jeszcze brak")],
        ["won", T("won", "wygrana")],
        ["lost", T("lost", "przegrana")],
      ],
    },
  ],
  seat(state, pointer) {
    if (pointer === "/ruleset" && state.ruleset === "the-game-original") state.commands = {};
    if (pointer === "/result" && state.result) state.turn = null;
  },
  dealOptions: ({ ruleset, rulings }) => ({ ruleset: ruleset ?? "the-game-extreme", rulings: rulings ?? {} }),
  questions: {
    winning: { label: T("How does it stand?", "Jak stoi gra?") },
    score: { label: T("How many cards are left?", "Ile kart zostało?") },
  },
  actions: (state) => {
    const me = state.players.findIndex((each) => each.id === state.turn?.player);
    const card = { name: "card", kind: "card", label: T("Card", "Karta"), from: [`/players/${me}/hand`] };
    const pile = { name: "pile", kind: "choice", label: T("Pile", "Stos"), choices: PILES.map((each) => [each, PILE[each]]) };
    return [
      { type: "play", label: T("Lay a card", "Wyłóż kartę"), fields: [card, pile] },
      { type: "end_turn", label: T("End the turn", "Zakończ turę"), fields: [] },
    ];
  },
  kindName: (type) =>
    new Map([["play", T("Lay a card", "Wyłóż kartę")], ["end_turn", T("End the turn", "Zakończ turę")]]).get(type),
  sayMove: ({ action }) =>
    action.type === "play"
      ? T(`${action.card} on ${PILE[action.pile]?.en}`, `${action.card}: stos ${PILE[action.pile]?.pl}`)
      : T("End the turn", "Zakończ turę"),
  shortMove: (action) => PILE[action.pile],
  sayEvent: ({ type, player, card, pile, command, cards, reason }) =>
    ({
      played: T(`${player} lays ${card} on ${PILE[pile]?.en}`, `${player}: ${card} na stos ${PILE[pile]?.pl}`),
      command_lifted: T(`“${COMMAND[command]?.en}” no longer holds`, `„${COMMAND[command]?.pl}” już nie obowiązuje`),
      command_in_force: T(`“${COMMAND[command]?.en}” is in force`, `„${COMMAND[command]?.pl}” obowiązuje`),
      drew: T(
        `${player} draws ${cards?.length} ${plural(cards?.length, ["card", "cards"])}`,
        `${player} dobiera ${cards?.length} ${plural(cards?.length, ["kartę", "karty", "kart"])}`,
      ),
      turn_ended: T(`${player}’s turn is over`, `Koniec tury: ${player}`),
      player_finished: T(`${player} has no cards left`, `${player} nie ma już kart`),
      turn_began: T(`It is ${player}’s turn`, `Tura: ${player}`),
      lost: T(
        `The game is lost${REASON[reason] ? `: ${REASON[reason].en}` : ""}`,
        `Gra przegrana${REASON[reason] ? `: ${REASON[reason].pl}` : ""}`,
      ),
      won: T("The team has beaten the game!", "Drużyna pokonała grę!"),
    })[type],

  /** What ends a game without a trace on the table. */
  ends: ({ type, reason, clause }) => type === "lost" && Object.hasOwn(REASON, reason) && /^the-game\/[\w.]+$/.test(clause),
  /** A table with nothing in anybody's hand is not laid out yet, whatever the rules make of it. */
  unready: (state) =>
    !state.result && laid(state) < 98 && !state.players.some((each) => each.hand?.length)
      ? T(
          "Lay the players’ hands first, hidden cards too: on this table nobody has a card left to play.",
          "Najpierw rozłóż karty graczy, także zakryte: na tym stole nikt nie ma już nic do zagrania.",
        )
      : null,

  headline(question, body, state, log) {
    if (question === "moves") return moves(body);
    const unready = body.status === "won" && this.unready(state);
    if (unready) return unready;
    if (body.status === "won")
      return T("The team has beaten the game: every card is laid.", "Drużyna pokonała grę: wszystkie karty są wyłożone.");
    if (body.status === "lost") {
      // A result that is set says no reason; the move that led to it did.
      const told = log.flatMap((each) => each.events).find(({ event }) => event?.type === "lost");
      const why = REASON[body.reason ?? told?.event.reason];
      if (!why) return T("The game is over: it is lost.", "Gra jest skończona: przegrana.");
      return T(`The game is lost: ${why.en}.`, `Gra jest przegrana: ${why.pl}.`);
    }
    if (question === "score") {
      const rest = left(body.remaining);
      return T(`${body.laid} of 98 cards are laid; ${rest.en}.`, `Wyłożono ${body.laid} z 98 kart; ${rest.pl}.`);
    }
    return standing(body, state);
  },
  facts: (question, body) => {
    if (question !== "winning" || body.status !== "in_progress") return [];
    const rows = [[T("Laid this turn", "Wyłożone w tej turze"), `${body.laid_this_turn} / ${body.minimum}`]];
    if (body.in_force.length)
      rows.push([
        T("In force", "Obowiązuje"),
        T(body.in_force.map((each) => COMMAND[each].en).join(", "), body.in_force.map((each) => COMMAND[each].pl).join(", ")),
      ]);
    return rows;
  },
  marks(question, body, state) {
    if (question !== "winning" || !body.in_force) return [];
    return PILES.flatMap((pile) => {
      const cards = state.piles?.[pile] ?? [];
      const command = state.commands?.[cards.at(-1)];
      return command && (body.in_force.includes(command) || command === "skull")
        ? [[`/piles/${pile}/${cards.length - 1}`, { kind: "good" }]]
        : [];
    });
  },
};

const REASON = {
  skull_showing: T("a skull shows when the turn is over", "po zakończeniu tury widać czaszkę"),
  not_exactly_three: T("a “3!” was laid and it was not exactly 3 cards", "wyłożono „3!”, a kart nie było dokładnie 3"),
  cannot_play: T("the cards that must be laid cannot be laid", "nie da się wyłożyć wymaganych kart"),
};

function standing({ active, minimum, laid_this_turn: laid }) {
  if (!active)
    return T(
      "The game goes on. Say whose turn it is to hear more.",
      "Gra trwa. Wskaż, czyja jest tura, aby dowiedzieć się więcej.",
    );
  const missing = Math.max(0, minimum - laid);
  const duty = missing
    ? T(
        `${active.player} must still lay ${missing} ${plural(missing, ["card", "cards"])}`,
        `${active.player}: do wyłożenia jeszcze ${missing} ${plural(missing, ["karta", "karty", "kart"])}`,
      )
    : T(`${active.player} has laid enough and may stop`, `${active.player}: minimum osiągnięte, można zakończyć turę`);
  const hope = {
    possible: T("and can do so safely", "i da się to zrobić bezpiecznie"),
    impossible: T("but whatever is laid, the game will be lost", "ale cokolwiek trafi na stół, gra będzie przegrana"),
    undetermined: T("and only a hidden card can tell whether that works", "a czy to się uda, zależy od zakrytej karty"),
  }[active.survival];
  return T(`The game goes on: ${duty.en}, ${hope.en}.`, `Gra trwa. ${duty.pl}, ${hope.pl}.`);
}

function moves({ player, actions }) {
  if (!player) return T("The game is over.", "Gra jest skończona.");
  if (!actions.length) return T(`${player} has no move.`, `${player} nie ma ruchu.`);
  const bad = actions.filter((each) => each.survival === "impossible").length;
  return T(
    `${player} has ${actions.length} legal ${plural(actions.length, ["move", "moves"])}${bad ? `; ${bad} of them ${plural(bad, ["loses", "lose"])} the game` : ", none of them fatal"}.`,
    `${player}: dozwolone ruchy: ${actions.length}${bad ? `, w tym prowadzące do przegranej: ${bad}` : ", żaden nie przegrywa gry"}.`,
  );
}
