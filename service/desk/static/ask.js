// Asking: a question becomes one call of the API; its answer is kept with the request it answers.
import { Unreachable, ask } from "./api.js";
import { announce, bringIntoView } from "./dom.js";
import { pick, t } from "./language.js";
import { closest } from "./pointer.js";
import { changed, desk } from "./store.js";

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
  const request = id === "legal" ? { state: desk.state, actions: desk.steps } : { state: desk.state };
  await settle({ question: id, operation: question.operation, request });
  const said = headline();
  if (said) announce(said);
  bringIntoView(".mark-good, .mark-fault, .mark-need");
  document.querySelector(".headline")?.scrollIntoView({ block: "nearest" });
}

/** Asks again what was asked last, such as after a switch was turned or the language changed. */
export async function askAgain() {
  if (desk.question) await askQuestion(desk.question);
}

async function settle(asked) {
  try {
    const { status, body } = await ask(desk.game.id, asked.operation, asked.request);
    desk.answer = { ...asked, status, body };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    desk.answer = { ...asked, status: 0, body: { title: t("unreachable"), errors: [] } };
  }
  desk.stale = false;
  desk.marks = marksOf(desk.answer);
  changed();
}

/** The first sentence of the answer. */
export function headline() {
  const { answer } = desk;
  if (!answer) return null;
  if (lacksTurn(answer)) return t("need_turn");
  if (answer.status === 422 || answer.status === 400) return t("wrong_table");
  if (answer.status !== 200) return answer.body.title;
  if (answer.question === "legal") return legality(answer);
  const own = desk.adapter.headline?.(answer.question, answer.body, answer.request.state);
  return pick(own) ?? answer.body.findings.map((each) => each.message)[0] ?? "";
}

/** The table is fine, but nobody has said whose turn it is. */
export const lacksTurn = ({ status, body, request }) =>
  status === 422 && !request.state.turn && body.errors.every((each) => each.pointer === "/state/turn");

function legality({ body, request }) {
  const first = body.findings[0]?.message ?? "";
  const why = desk.adapter.tell?.(first) ?? first;
  if (body.status === "legal") {
    const yes = request.actions.length > 1 ? t("legal_steps", { n: request.actions.length }) : t("legal");
    const outcome = body.events.find((each) => DECISIVE.includes(each.type));
    return outcome ? `${yes} ${pick(desk.adapter.sayEvent(outcome))}.` : yes;
  }
  if (body.status === "undetermined") return t("undetermined");
  const said = request.actions.length > 1 ? t("illegal_at", { n: body.applied + 1 }) : t("illegal");
  return `${said} ${why}`;
}

/** Events that matter more than that the move was legal. */
const DECISIVE = ["eliminated", "lost", "won", "round_won", "round_drawn", "game_over", "survived"];

export function marksOf({ status, body, question, request, operation }) {
  if (lacksTurn({ status, body, request })) return new Map();
  if (status === 422 || status === 400) return faults(body.errors ?? []);
  if (status !== 200) return new Map();
  if (body.needs?.length)
    return new Map(body.needs.filter((each) => each.startsWith("/state")).map((each) => [each.slice(6), { kind: "need" }]));
  return new Map(desk.adapter.marks?.(question, body, request.state, operation) ?? []);
}

/** Each fault marks the card or place its pointer names, or the nearest one around it that is shown. */
export function faults(errors) {
  const shown = new Set();
  const walk = (value, pointer) => {
    shown.add(pointer);
    if (value && typeof value === "object") for (const [key, each] of Object.entries(value)) walk(each, `${pointer}/${key}`);
  };
  walk(desk.state, "");
  const marks = new Map();
  for (const { pointer } of errors) {
    const found = pointer.startsWith("/state") && closest(pointer.slice(6), shown);
    if (found) marks.set(found, { kind: "fault" });
  }
  return marks;
}
