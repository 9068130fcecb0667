// Seven7s (Siedem): seven columns, three cards in hand, worths that change.
import { T, listed, pick, plural } from "../language.js";

const TYPES = ["ages", "colors", "sins", "virtues", "fortunes", "seas", "wonders"];
const INKS = ["red", "orange", "yellow", "green", "blue", "indigo", "violet"];
const TYPE = {
  ages: T("Ages", "Etapy życia"),
  colors: T("Colors", "Kolory"),
  sins: T("Sins", "Grzechy"),
  virtues: T("Virtues", "Cnoty"),
  fortunes: T("Fortunes", "Fortuny"),
  seas: T("Seas", "Morza"),
  wonders: T("Wonders", "Cuda"),
};
const SHORT = {
  ages: T("Age", "Etap"),
  colors: T("Col", "Kol"),
  sins: T("Sin", "Grz"),
  virtues: T("Vir", "Cno"),
  fortunes: T("For", "For"),
  seas: T("Sea", "Mor"),
  wonders: T("Won", "Cud"),
};
const INK = {
  red: T("red", "czerwony"),
  orange: T("orange", "pomarańczowy"),
  yellow: T("yellow", "żółty"),
  green: T("green", "zielony"),
  blue: T("blue", "niebieski"),
  indigo: T("indigo", "indygo"),
  violet: T("violet", "fioletowy"),
};
const freshPlayer = (id) => ({ id, hand: [], fortunes: [], ending_card: null });
const parts = (code) => code.split("-");
const named = (code) => {
  if (!code || code === "??") return T("a hidden card", "zakryta karta");
  const [type, value, ink] = parts(code);
  if (!TYPE[type] || !INK[ink]) return T(code, code);
  return T(`${TYPE[type].en} ${value} (${INK[ink].en})`, `${TYPE[type].pl} ${value} (${INK[ink].pl})`);
};
const choices = (table) => Object.entries(table).map(([value, label]) => [value, label]);

export default {
  id: "seven7s",
  freshPlayer,
  fresh: (names, before) => ({
    rulings: { ...before?.rulings },
    players: names.map(freshPlayer),
    columns: Object.fromEntries(TYPES.map((type) => [type, []])),
    deck: [],
    discard: [],
    turn: null,
    over: false,
  }),
  isEmpty: (state) =>
    TYPES.every((type) => !state.columns?.[type]?.length) && state.players.every((each) => !each.hand?.length),
  start: () => ({ pointer: "/players/0/hand" }),
  turnOf: (player) => ({ player, steps: [] }),
  copies: () => 1,
  face: (code) => {
    const [type, value, ink] = parts(code);
    if (!TYPE[type]) return null;
    return { tone: ink, big: value, corner: ink[0].toUpperCase(), foot: SHORT[type], name: named(code) };
  },
  inkLabel: T("Colour of the cards below", "Kolor kart poniżej"),
  inks: () => [[null, T("Colour: as dealt", "Kolor: domyślny")], ...choices(INK)],
  // The rulebook does not print the colours (seven7s/R13): a card on the table keeps its own, the others have the chosen one
  // or that of the square used for dealing.
  palette(state, ink) {
    const laid = new Map();
    const lists = [
      ...TYPES.map((type) => state.columns?.[type]),
      ...state.players.flatMap((each) => [each.hand, each.fortunes]),
      state.deck,
      state.discard,
    ];
    for (const card of lists.flatMap((each) => each ?? []))
      if (typeof card === "string" && card !== "??") laid.set(card.slice(0, card.lastIndexOf("-")), card);
    const rows = TYPES.map((type, t) =>
      [1, 2, 3, 4, 5, 6, 7].map((value) => laid.get(`${type}-${value}`) ?? `${type}-${value}-${ink ?? INKS[(t + value) % 7]}`),
    );
    return { columns: 7, rows };
  },

  layout: (state) => ({
    common: TYPES.map((type) => ({ pointer: `/columns/${type}`, label: TYPE[type], style: "column" })),
    players: state.players.map((_, index) => ({
      index,
      zones: [
        { pointer: `/players/${index}/hand`, label: T("Hand", "Ręka"), unknown: true },
        { pointer: `/players/${index}/fortunes`, label: T("Fortunes won", "Wygrane Fortuny"), size: "small" },
      ],
    })),
    other: [
      { pointer: "/deck", label: T("Draw pile", "Talia"), size: "small", fold: 3, unknown: true },
      { pointer: "/discard", label: T("Out of the game", "Poza grą"), size: "small", fold: 7 },
    ],
  }),
  options: (state) => [
    { pointer: "/over", kind: "flag", label: T("The game is over", "Gra jest skończona") },
    ...state.players.map((each, i) => ({
      pointer: `/players/${i}/ending_card`,
      default: null,
      label: T(`${each.id}’s ending card`, `Karta kończąca: ${each.id}`),
      choices: [
        [null, "—"],
        ...TYPES.flatMap((type) =>
          state.columns?.[type]?.length === 7 ? [[state.columns[type][6], named(state.columns[type][6])]] : [],
        ),
      ],
    })),
  ],
  seat(state, pointer) {
    if (pointer === "/over" && state.over) state.turn = null;
  },
  dealOptions: ({ rulings }) => ({ rulings: rulings ?? {} }),
  questions: {
    winning: { operation: "score" },
    score: { operation: "verdict", label: T("What is in force?", "Co obowiązuje?") },
  },
  actions: (state) => {
    const me = state.players.findIndex((each) => each.id === state.turn?.player);
    const card = { name: "card", kind: "card", label: T("Card", "Karta"), from: [`/players/${me}/hand`] };
    const column = { name: "column", kind: "choice", label: T("Column", "Kolumna"), choices: choices(TYPE) };
    const pulled = { ...card, optional: true, from: state.players.flatMap((_, i) => (i === me ? [] : [`/players/${i}/hand`])) };
    const fields = {
      play: [card, column],
      steal: [{ name: "player", kind: "player", label: T("From", "Od kogo") }, pulled],
      call: [
        {
          name: "value",
          kind: "choice",
          optional: true,
          label: T("Value", "Wartość"),
          choices: [1, 2, 3, 4, 5, 6, 7].map((n) => [n, String(n)]),
        },
        { name: "color", kind: "choice", optional: true, label: T("or colour", "lub kolor"), choices: choices(INK) },
      ],
      take: [column],
      peek: [
        { name: "hands", kind: "counts", label: T("Cards of", "Karty gracza") },
        { name: "deck", kind: "number", low: 0, high: 3, label: T("of the draw pile", "z talii") },
      ],
      reorder: [{ name: "cards", kind: "cards", label: T("Cards, the top first", "Karty, od góry") }],
    };
    return Object.entries(fields).map(([type, each]) => ({ type, label: KIND[type], fields: each }));
  },
  kindName: (type) => (Object.hasOwn(KIND, type) ? KIND[type] : undefined),
  sayMove: ({ action }) => move(action),
  shortMove: (action) => (action.type === "play" ? TYPE[action.column] : null),
  sayEvent: (event) => told(event),
  matters: (event) => ["power_used", "trump_changed", "value_cancelled", "revealed"].includes(event.type),
  telling: ["seven7s.ages_without_power", "seven7s.power_idle", "seven7s.power_switched_off"],
  tell: (message) =>
    message.replace(/\b(?:ages|colors|sins|virtues|fortunes|seas|wonders)-[1-7]-[a-z]+/g, (code) => pick(named(code))),

  headline(question, body) {
    if (question === "moves") return moves(body);
    return question === "winning" ? winning(body) : force(body);
  },
  facts(question, body) {
    if (question === "winning") {
      return body.standings.map((each) => [
        each.player,
        `${each.points ?? "?"}  (${[...each.cards.map((card) => card.worth ?? "?"), ...(each.fortunes ? [each.fortunes] : [])].join(" + ") || "0"})`,
      ]);
    }
    if (question !== "score") return [];
    return [
      [T("Trump", "Atut"), body.trump ? INK[body.trump] : T("none", "brak")],
      [T("Worth 0", "Warte 0"), body.cancelled.join(", ") || "—"],
      [T("Longest column", "Najdłuższa kolumna"), T(...longest(body))],
    ];
  },
  marks(question, body, state) {
    if (question !== "winning") return [];
    return body.standings.flatMap((each) => {
      const index = state.players.findIndex((player) => player.id === each.player);
      return (state.players[index].hand ?? []).map((card, i) => [
        `/players/${index}/hand/${i}`,
        { kind: "good", badge: String(each.cards[i]?.worth ?? "?") },
      ]);
    });
  },
};

const longest = ({ columns }) => {
  const top = columns.reduce((best, each) => (each.cards > best.cards ? each : best));
  return [`${TYPE[top.type].en} (${top.cards}/7)`, `${TYPE[top.type].pl} (${top.cards}/7)`];
};

const KIND = {
  play: T("Play a card", "Zagraj kartę"),
  steal: T("Sins: pull a card", "Grzechy: wyciągnij kartę"),
  call: T("Fortunes: call", "Fortuny: nazwij"),
  take: T("Seas: take a card", "Morza: zabierz kartę"),
  peek: T("Wonders: look at cards", "Cuda: obejrzyj karty"),
  reorder: T("Put the cards back", "Odłóż karty"),
};

function move(action) {
  const { type, card, player, value, color, hands, deck, cards = [] } = action;
  // Left out, it is the card's own.
  const column = TYPE[action.column] ?? TYPE[card && parts(card)[0]];
  if (type === "play") return T(`${named(card).en} to ${column?.en}`, `${named(card).pl} do kolumny ${column?.pl}`);
  if (type === "steal")
    return T(
      `Pull ${card ? named(card).en : "a card"} from ${player}${column ? ` to ${column.en}` : ""}`,
      `Wyciągnij ${card ? named(card).pl : "kartę"} (${player})${column ? ` do kolumny ${column.pl}` : ""}`,
    );
  if (type === "call") return T(`Call ${value ?? INK[color]?.en}`, `Nazwij: ${value ?? INK[color]?.pl}`);
  if (type === "take") return T(`Take the last card of ${column?.en}`, `Zabierz ostatnią kartę: ${column?.pl}`);
  if (type === "peek") {
    const whose = [...Object.entries(hands ?? {}).map(([id, n]) => `${id} ${n}`)];
    return T(
      [...whose, deck && `draw pile ${deck}`].filter(Boolean).join(", "),
      [...whose, deck && `talia ${deck}`].filter(Boolean).join(", "),
    );
  }
  return T(cards.map((each) => named(each).en).join(", "), cards.map((each) => named(each).pl).join(", "));
}

const told = ({ type, player, card, column, from, value, color, won, power }) =>
  ({
    played: T(
      `${player} plays ${named(card).en} to ${TYPE[column]?.en}`,
      `${player}: ${named(card).pl} do kolumny ${TYPE[column]?.pl}`,
    ),
    stole: T(
      `${player} pulls ${named(card).en} from ${from}; it goes to ${TYPE[column]?.en}`,
      `${player} wyciąga (${from}): ${named(card).pl}; trafia do kolumny ${TYPE[column]?.pl}`,
    ),
    called: T(`${player} calls ${value ?? INK[color]?.en}`, `${player} nazywa: ${value ?? INK[color]?.pl}`),
    took: T(`${player} takes ${named(card).en}`, `${player} zabiera: ${named(card).pl}`),
    peeked: T(`${player} looks at cards`, `${player} ogląda karty`),
    reordered: T(`${player} puts the cards back on the draw pile`, `${player} odkłada karty na talię`),
    revealed: T(
      `${named(card).en} is turned up: ${won ? "won" : "not it"}`,
      `Odkryta karta: ${named(card).pl}, ${won ? "trafiona" : "pudło"}`,
    ),
    trump_changed: T(`Trump is now ${color ? INK[color].en : "no colour"}`, `Atut: ${color ? INK[color].pl : "brak"}`),
    value_cancelled: T(`Every ${value} is now worth 0`, `Karty o wartości ${value} są teraz warte 0`),
    power_used: T(`The power of ${TYPE[power]?.en} is used`, `Działa moc: ${TYPE[power]?.pl}`),
    drew: T(
      `${player} draws ${card === "??" ? "a card" : named(card).en}`,
      `${player} dobiera: ${card === "??" ? "karta" : named(card).pl}`,
    ),
    turn_ended: T(`${player}’s turn is over`, `Koniec tury: ${player}`),
    player_skipped: T(`${player} has no card and is skipped`, `${player} nie ma kart, tura przepada`),
    turn_began: T(`It is ${player}’s turn`, `Tura: ${player}`),
    game_over: T("The game is over", "Koniec gry"),
  })[type];

function winning({ over, standings, winners }) {
  if (!winners.length) return T("Hidden cards leave open who wins.", "Zakryte karty nie pozwalają wskazać zwycięzcy.");
  const points = standings[0].points;
  const names = listed(winners);
  const worth = T(
    `${points} ${plural(points, ["point", "points"])}`,
    `${points} ${plural(points, ["punkt", "punkty", "punktów"])}`,
  );
  const rival = standings[winners.length];
  const than =
    rival && rival.points !== null
      ? T(` against ${rival.player}’s ${rival.points}`, `, a ${rival.player} ma ${rival.points}`)
      : T("", "");
  if (winners.length > 1)
    return T(`${names.en} share the win with ${worth.en} each.`, `${names.pl} dzielą zwycięstwo, każdy ma ${worth.pl}.`);
  if (over) return T(`${names.en} has won: ${worth.en}${than.en}.`, `Wygrywa ${names.pl}: ${worth.pl}${than.pl}.`);
  return T(`${names.en} would win now: ${worth.en}${than.en}.`, `Teraz wygrywa ${names.pl}: ${worth.pl}${than.pl}.`);
}

function force({ status, trump, cancelled, highest_value: highest, ended_by: by }) {
  if (status === "over")
    return by
      ? T(`The game is over: ${by} laid the seventh card of a column.`, `Koniec gry: siódmą kartę kolumny kładzie ${by}.`)
      : T("The game is over.", "Koniec gry.");
  const gone = cancelled.join(", ");
  const first = trump
    ? T(`Trump is ${INK[trump].en}, worth ${highest} each`, `Atut: ${INK[trump].pl}, każda taka karta warta ${highest}`)
    : T("There is no trump colour", "Nie ma koloru atutowego");
  return T(
    `${first.en}; ${gone ? `worth nothing: ${gone}` : "no value is cancelled"}.`,
    `${first.pl}; ${gone ? `warte zero: ${gone}` : "żadna wartość nie jest anulowana"}.`,
  );
}

function moves({ player, actions, needs }) {
  if (!player) return T("The game is over.", "Koniec gry.");
  if (needs.length) return T("Some cards must be known first.", "Najpierw trzeba znać kilka kart.");
  const ending = actions.filter((each) => each.ends_game).length;
  const n = actions.length;
  return T(
    `${player} has ${n} legal ${plural(n, ["move", "moves"])}${ending ? `; ${ending} of them ${plural(ending, ["ends", "end"])} the game` : ""}.`,
    `${player}: dozwolone ruchy: ${n}${ending ? `, w tym kończące grę: ${ending}` : ""}.`,
  );
}
