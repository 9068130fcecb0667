// Asking: a question becomes one call of the API; its answer is kept with the request it answers.
import { announce, showPlaces } from "./dom.js";
import { pick, t } from "./language.js";
import { closest } from "./pointer.js";
import { changed, desk, judged, needRules } from "./store.js";
import { places } from "./table.js";
import { calm } from "./trouble.js";

/** The questions of this game: {id, operation, label}. */
export function questions() {
  const has = new Set(desk.game.operations.map((each) => each.name));
  const own = desk.adapter.questions ?? {};
  const all = [
    { id: "winning", operation: own.winning?.operation ?? "verdict", label: own.winning?.label ?? t("q_winning") },
    { id: "moves", operation: "legal-actions", label: t("q_moves") },
    { id: "legal", operation: "resolve", label: t("q_legal") },
    { id: "score", operation: own.score?.operation ?? "score", label: own.score?.label ?? t("q_score") },
  ];
  return all.filter((each) => has.has(each.operation)).map((each) => ({ ...each, label: pick(each.label) }));
}

export async function askQuestion(id) {
  const question = questions().find((each) => each.id === id);
  if (!question) return;
  desk.tab = "ask";
  desk.question = id;
  if (id === "legal" && desk.steps.length === 0) {
    desk.answer = null;
    desk.stale = false;
    return changed();
  }
  const request = id === "legal" ? { state: desk.state, actions: structuredClone(desk.steps) } : { state: desk.state };
  if (!(await settle({ question: id, operation: question.operation, request }))) return;
  const said = headline();
  if (said) announce(said);
  const onTurn = desk.state.players.findIndex((each) => each.id === desk.state.turn?.player);
  showPlaces(desk.marks.size ? [...desk.marks.keys()] : [`/players/${onTurn}`], { fromTop: true });
  document.querySelector(".answer .headline")?.scrollIntoView({ block: "nearest" });
}

/** Asks again what was asked last, such as after a switch was turned or the language changed. */
export async function askAgain() {
  if (desk.question) await askQuestion(desk.question);
}

let latest = 0;

/** Gets the answer and keeps it; false if meanwhile another table lies here or something else was asked. */
async function settle(asked) {
  const number = ++latest;
  const mine = () => number === latest;
  changed();
  try {
    const [answered] = await Promise.all([judged(asked.operation, asked.request), needRules()]);
    if (!answered || !mine()) return false;
    desk.answer = { ...asked, ...answered };
  } catch (error) {
    // An older answer must not stand below another question.
    if (mine()) desk.answer = null;
    changed();
    throw error;
  }
  calm();
  desk.stale = false;
  desk.marks = marksOf(desk.answer);
  changed();
  return true;
}

/** The first sentence of the answer. */
export function headline() {
  const { answer } = desk;
  if (!answer) return null;
  const lacks = lacking(answer);
  if (lacks) return lacks;
  if (answer.status !== 200) return t("wrong_table");
  if (answer.question === "legal") return legality(answer);
  const own = desk.adapter.headline?.(answer.question, answer.body, answer.request.state, desk.log);
  return pick(own) ?? answer.body.findings.map((each) => each.message)[0] ?? "";
}

/** The table is fine, but something must still be said: whose turn it is, or what the player on turn holds. */
export function lacking({ status, body, request }) {
  if (status !== 422) return null;
  const { turn } = request.state;
  if (!turn && body.errors.every((each) => each.pointer === "/state/turn")) return t("need_turn");
  if (body.errors.every((each) => each.code === "own_hand_unknown")) return t("need_hand", { player: turn.player });
  return null;
}

function legality({ body, request }) {
  const tell = (message) => desk.adapter.tell?.(message) ?? message;
  const why = tell(body.findings[0]?.message ?? "");
  if (body.status === "legal") {
    const yes = request.actions.length > 1 ? t("legal_steps", { n: request.actions.length }) : t("legal");
    const matters = (event) => DECISIVE.includes(event.type) || desk.adapter.matters?.(event, request.state);
    const events = body.events.filter(matters).map((each) => `${pick(desk.adapter.sayEvent(each))}.`);
    const found = body.findings.filter((each) => desk.adapter.telling?.includes(each.code)).map((each) => tell(each.message));
    return [yes, ...found, ...events].join(" ");
  }
  if (body.status === "undetermined") return t("undetermined");
  const said = request.actions.length > 1 ? t("illegal_at", { n: body.applied + 1 }) : t("illegal");
  return `${said} ${why}`;
}

/** Events that matter more than that the move was legal. */
const DECISIVE = ["eliminated", "lost", "won", "round_won", "round_drawn", "game_over", "survived"];

export function marksOf({ status, body, question, request, operation }) {
  if (status !== 200) return faults(body.errors ?? [], lacking({ status, body, request }) ? "need" : "fault");
  if (body.needs?.length)
    return new Map(body.needs.filter((each) => each.startsWith("/state")).map((each) => [each.slice(6), { kind: "need" }]));
  return new Map(desk.adapter.marks?.(question, body, request.state, operation) ?? []);
}

/** Each fault marks the card or place its pointer names, or the nearest one around it that is shown. */
export function faults(errors, kind = "fault") {
  const shown = places();
  const marks = new Map();
  for (const { pointer } of errors) {
    const found = pointer.startsWith("/state/") && closest(pointer.slice(6), shown);
    if (found) marks.set(found, { kind });
  }
  return marks;
}
