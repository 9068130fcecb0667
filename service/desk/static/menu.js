// Dealing, examples, sharing, copying, printing.
import { ROOT, ask, curl, key, read } from "./api.js";
import { askAgain, askQuestion, questions } from "./ask.js";
import { closeDialog, h, openDialog, toast } from "./dom.js";
import { editAsJson } from "./editor.js";
import { pick, t } from "./language.js";
import { offerMoves, showTurn } from "./play.js";
import { pack } from "./share.js";
import { changed, desk, judged, setTable } from "./store.js";
import { attempt, calm, show } from "./trouble.js";

const seed = () => [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("");

export function deal() {
  const players = desk.state.players.map((each) => each.id);
  return dealt({ players, seed: seed(), ...(desk.adapter.dealOptions?.(desk.state) ?? {}) });
}

export const dealNext = () => dealt({ after: desk.state, seed: seed() });

const toldOf = ({ findings }) => findings.map(({ message, clause }) => ({ text: message, clause }));

/** What the service said about a deal, in the language that is now the reader's: the same request gives the same deal. */
export async function retellDeal() {
  const { log, game } = desk;
  const entry = log.find((each) => each.request);
  if (!entry) return;
  const { status, body } = await ask(game.id, "deal", entry.request);
  if (status !== 200 || desk.log !== log) return;
  desk.log = log.map((each) => (each === entry ? { ...entry, events: toldOf(body) } : each));
  changed();
}

async function dealt(request) {
  const answered = await judged("deal", request);
  if (!answered) return;
  const { status, body } = answered;
  calm();
  if (status !== 200) {
    const detail = body.errors?.[0]?.detail ?? body.detail ?? body.title;
    return show({ headline: () => t("no_deal"), detail });
  }
  if (!body.state) return toast(body.findings.at(-1).message);
  setTable(body.state);
  desk.log = [{ events: toldOf(body), request }];
  desk.tab = "play";
  changed();
  await attempt(offerMoves);
  showTurn();
}

export function clearTable() {
  setTable(
    desk.adapter.fresh(
      desk.state.players.map((each) => each.id),
      desk.state,
    ),
  );
  desk.tab = "cards";
  changed();
}

/** The link that opens this very table with the question last asked. */
export async function link() {
  const shared = { g: desk.game.id, s: desk.state };
  if (desk.question && desk.answer && !desk.stale) {
    shared.q = desk.question;
    if (desk.question === "legal") shared.a = desk.answer.request.actions;
  }
  // What ended it: the table alone may not say why.
  const end = desk.log.flatMap(({ events }) => events).find(({ event }) => event && desk.adapter.ends?.(event));
  if (end) shared.e = end.event;
  return `${location.origin}${location.pathname}#${await pack(shared)}`;
}

async function copy(text, note) {
  try {
    await navigator.clipboard.writeText(text);
    toast(note);
  } catch {
    const area = h("textarea.json", { rows: 10, readonly: true, "aria-label": note, value: text });
    openDialog(t("more"), t("close"), area);
    area.select();
  }
}

export async function share() {
  closeDialog();
  const url = await link();
  history.replaceState(null, "", url);
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      return await navigator.share({ title: `Arbiter: ${pick(desk.game.title)}`, url });
    } catch {
      // Turned down, or nothing to share with: the link is copied instead.
    }
  }
  await copy(url, t("link_copied", { size: url.length }));
}

const asked = () => {
  if (desk.answer && !desk.stale) return desk.answer;
  return { operation: questions()[0].operation, request: { state: desk.state } };
};

function copyJson() {
  closeDialog();
  const { operation, request } = asked();
  const answer = desk.answer && !desk.stale ? desk.answer.body : undefined;
  copy(JSON.stringify({ game: desk.game.id, operation, request, answer }, null, 2), t("copied"));
}

function copyCurl() {
  closeDialog();
  const { operation, request } = asked();
  copy(curl(desk.game.id, operation, request), t("copied"));
}

export async function print() {
  closeDialog();
  if (desk.stale) await askAgain();
  if (!desk.answer || desk.answer.status !== 200) return toast(t("nothing_to_print"));
  desk.tab = "ask";
  changed();
  window.print();
}

function forgetKey() {
  closeDialog();
  key.set("");
  toast(t("key_forgotten"));
}

export function openMenu() {
  const item = (key, action) => h("button.menu-item", { type: "button", "data-menu": key, onclick: action }, t(key));
  const way = (key, path) => h("a.menu-item", { href: new URL(path, ROOT).pathname, "data-menu": key }, t(key));
  openDialog(
    t("more"),
    t("close"),
    h(
      "div.menu",
      {},
      item("share", share),
      item("copy_json", copyJson),
      item("copy_curl", copyCurl),
      item("print", print),
      item("edit_json", editAsJson),
      item("clear", () => {
        closeDialog();
        clearTable();
      }),
      key.get() && item("forget_key", forgetKey),
      way("rulebook", `rules/${desk.game.id}`),
      way("api_docs", "docs"),
    ),
  );
}

const LOADED = new Map();

async function examplesOf(game) {
  if (!document.body.dataset.examples.split(" ").includes(game)) return [];
  if (!LOADED.has(game)) LOADED.set(game, await read(`${new URL(`examples/${game}.json`, import.meta.url)}`));
  return LOADED.get(game);
}

/** Every example of the contract, which has them from the test vectors. */
async function vectorExamples(game) {
  const contract = await read("openapi.json");
  const found = [];
  for (const question of questions()) {
    const examples =
      contract.paths[`/v1/${game}/${question.operation}`]?.post.requestBody.content["application/json"].examples ?? {};
    for (const [id, { summary, value }] of Object.entries(examples)) {
      found.push({ id, title: { en: `${question.label} ${summary}` }, operation: question.operation, request: value });
    }
  }
  return found;
}

export async function openExamples() {
  showExamples(await examplesOf(desk.game.id), true);
}

async function openMoreExamples() {
  showExamples([...(await examplesOf(desk.game.id)), ...(await vectorExamples(desk.game.id))], false);
}

function showExamples(examples, more) {
  openDialog(
    t("examples"),
    t("close"),
    h("div.menu", {}, examples.map(exampleItem)),
    more && h("button.quiet", { type: "button", "data-menu": "more_examples", onclick: openMoreExamples }, t("more_examples")),
  );
}

const exampleItem = (example) =>
  h(
    "button.menu-item",
    { type: "button", "data-example": example.id, onclick: () => loadExample(example) },
    pick(example.title),
  );

export async function loadExample({ operation, request }) {
  closeDialog();
  setTable(request.state);
  const question = questions().find((each) => each.operation === operation) ?? questions()[0];
  desk.steps = request.actions ?? [];
  await askQuestion(question.id);
}
