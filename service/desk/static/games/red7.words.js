// What the desk says about Red7.
import { T, inWords, plural } from "../language.js";

export const COLOUR = {
  R: T("red", "czerwona"),
  O: T("orange", "pomarańczowa"),
  Y: T("yellow", "żółta"),
  G: T("green", "zielona"),
  B: T("blue", "niebieska"),
  I: T("indigo", "indygo"),
  V: T("violet", "fioletowa"),
};
export const RULE_OF = Object.fromEntries(Object.entries(COLOUR).map(([letter, name]) => [letter, name.en]));
const POLISH = Object.fromEntries(Object.values(COLOUR).map((name) => [name.en, name.pl]));

const RULES = {
  red: T("the highest card", "najwyższa karta"),
  orange: T("most cards of one number", "najwięcej kart o jednym numerze"),
  yellow: T("most cards of one colour", "najwięcej kart w jednym kolorze"),
  green: T("most even cards", "najwięcej kart parzystych"),
  blue: T("most different colours", "najwięcej różnych kolorów"),
  indigo: T("longest run", "najdłuższy ciąg"),
  violet: T("most cards below 4", "najwięcej kart poniżej 4"),
};
export const ruleNote = (rule) => T(`${rule} rule: ${RULES[rule].en}`, `zasada ${POLISH[rule]}: ${RULES[rule].pl}`);

const SETS = {
  red: [
    ["highest card", "highest cards"],
    ["najwyższą kartę", "najwyższe karty", "najwyższych kart"],
  ],
  orange: [
    ["card of one number", "cards of one number"],
    ["kartę o jednym numerze", "karty o jednym numerze", "kart o jednym numerze"],
  ],
  yellow: [
    ["card of one colour", "cards of one colour"],
    ["kartę w jednym kolorze", "karty w jednym kolorze", "kart w jednym kolorze"],
  ],
  green: [
    ["even card", "even cards"],
    ["kartę parzystą", "karty parzyste", "kart parzystych"],
  ],
  blue: [
    ["colour", "different colours"],
    ["kolor", "różne kolory", "różnych kolorów"],
  ],
  indigo: [
    ["card in a run", "cards in a run"],
    ["kartę w ciągu", "karty w ciągu", "kart w ciągu"],
  ],
  violet: [
    ["card below 4", "cards below 4"],
    ["kartę poniżej 4", "karty poniżej 4", "kart poniżej 4"],
  ],
};
const PER_ONE = {
  green: "karcie parzystej",
  violet: "karcie poniżej 4",
  blue: "kolorze",
  orange: "karcie o jednym numerze",
  yellow: "karcie w jednym kolorze",
  indigo: "karcie w ciągu",
  red: "karcie",
};
const FEW = [, "jedną", "dwie", "trzy", "cztery"];
const few = (rule, n) => (rule === "blue" ? [, "jeden", "dwa", "trzy", "cztery"][n] : FEW[n]) ?? n;

/** "three even cards" */
export const have = (rule, n) => {
  if (rule === "red") return T("the highest card of all", "najwyższa karta ze wszystkich");
  return T(`${inWords(n)} ${plural(n, SETS[rule][0])}`, `ma ${few(rule, n)} ${plural(n, SETS[rule][1])}`);
};
/** "two even cards each" */
export const each = (rule, n) => {
  if (rule === "red") return T("the highest card decides", "rozstrzyga najwyższa karta");
  return T(
    `${inWords(n)} ${plural(n, SETS[rule][0])} each`,
    n === 1 ? `po ${rule === "blue" ? "jednym" : "jednej"} ${PER_ONE[rule]}` : `po ${few(rule, n)} ${plural(n, SETS[rule][1])}`,
  );
};
export const nobody = (rule) =>
  T(
    `Nobody leads: no Palette follows the ${rule} rule (${RULES[rule].en}).`,
    `Nikt nie prowadzi: żadna Paleta nie spełnia zasady ${POLISH[rule] === "indygo" ? "indygo" : POLISH[rule].replace(/a$/, "ej")} (${RULES[rule].pl}).`,
  );

export const chance = ({ player, survival }) =>
  ({
    possible: T(`${player} can still survive this turn.`, `${player} może jeszcze przetrwać tę turę.`),
    impossible: T(`No play saves ${player} this turn.`, `Żaden ruch nie pozwoli przetrwać tej tury: ${player}.`),
    undetermined: T(`Only a hidden card could save ${player}.`, `Przetrwanie zależy od zakrytej karty: ${player}.`),
  })[survival];
export const behind = ({ player }) =>
  T(`${player} would be out if the turn ended now.`, `Gdyby tura skończyła się teraz, odpada ${player}.`);

export const WHOSE_TURN = T("Whose turn is it?", "Czyja jest tura?");
export const justPlayed = (player) => T(`${player} has just played:`, `${player}: właśnie zagrana`);
export const OUT = T("✕ out of the round", "✕ poza rundą");
export const EFFECTS = ["return_to_deck", "move_to_canvas", "remove_from_palette"];
export const KIND = {
  play_to_palette: T("Play a card to your Palette", "Zagraj kartę do swojej Palety"),
  play_to_canvas: T("Play a card to the Canvas", "Zagraj kartę na Tło"),
  return_to_deck: T("7: put an own card on the deck", "7: odłóż własną kartę na talię"),
  move_to_canvas: T("7: put an own card on the Canvas", "7: przełóż własną kartę na Tło"),
  remove_from_palette: T("1: put a rival’s card on the deck", "1: odłóż kartę rywala na talię"),
  end_turn: T("End the turn", "Zakończ turę"),
  pass: T("Pass and drop out", "Spasuj i odpadnij"),
};
export function move({ type, card, player, draw }) {
  const extra =
    draw === undefined ? T("", "") : draw ? T(", and draw", " i dobierz") : T(", without drawing", " bez dobierania");
  const text = {
    play_to_palette: T(`Play ${card} to the Palette`, `Zagraj ${card} do Palety`),
    play_to_canvas: T(`Play ${card} to the Canvas${extra.en}`, `Zagraj ${card} na Tło${extra.pl}`),
    return_to_deck: T(`Put ${card} on the deck`, `Odłóż ${card} na talię`),
    move_to_canvas: T(`Put ${card} on the Canvas`, `Przełóż ${card} na Tło`),
    remove_from_palette: T(`Put ${player}’s ${card} on the deck`, `Odłóż ${card} na talię (${player})`),
  }[type];
  return text ?? KIND[type];
}

export function event({ type, player, card, rule, from }) {
  return {
    played_to_palette: T(`${player} plays ${card} to the Palette`, `${player}: ${card} do Palety`),
    played_to_canvas: T(
      `${player} plays ${card} to the Canvas: the ${rule} rule`,
      `${player}: ${card} na Tło, zasada ${POLISH[rule]}`,
    ),
    moved_to_canvas: T(
      `${player} moves ${card} to the Canvas: the ${rule} rule`,
      `${player}: ${card} z Palety na Tło, zasada ${POLISH[rule]}`,
    ),
    returned_to_deck: T(`${player} puts ${card} on the deck`, `${player}: ${card} na wierzch talii`),
    removed_from_palette: T(
      `${player} puts ${from}’s ${card} on the deck`,
      `${player}: ${card} na wierzch talii (z Palety: ${from})`,
    ),
    drew: T(`${player} draws ${card === "??" ? "a card" : card}`, `${player} dobiera ${card === "??" ? "kartę" : card}`),
    effect_ignored: T(`The effect of ${card} is ignored`, `Efekt karty ${card} się pomija`),
    survived: T(`${player} survives`, `${player}: przetrwanie`),
    eliminated: T(`${player} is out of the round`, `${player} odpada z rundy`),
    turn_began: T(`It is ${player}’s turn`, `Tura: ${player}`),
    round_won: T(`${player} wins the round`, `Rundę wygrywa ${player}`),
  }[type];
}

export function moves({ player, actions }) {
  if (!player) return T("The round is over.", "Runda jest zakończona.");
  const saving = actions.filter((each) => each.survival === "assured" || each.survival === "possible").length;
  if (actions.length === 1 && actions[0].action.type === "pass")
    return T(`${player} can only pass.`, `${player} może tylko spasować.`);
  return T(
    `${player} has ${actions.length} legal ${plural(actions.length, ["move", "moves"])}; ${saving || "none"} of them ${saving === 1 ? "leads" : "lead"} to survival.`,
    `${player}: dozwolone ruchy: ${actions.length}, z czego do przetrwania ${plural(saving, ["prowadzi", "prowadzą", "prowadzi"])} ${saving}.`,
  );
}
