// The answer: one sentence, the facts behind it, the clauses with their text, and the switches of the rulings that decided.
import { ROOT } from "./api.js";
import { askAgain, askQuestion, headline, lacking, questions } from "./ask.js";
import { cardChip } from "./cards.js";
import { h } from "./dom.js";
import { pick, t } from "./language.js";
import { print, share } from "./menu.js";
import { moveForm } from "./moveform.js";
import { eventItem, moveList } from "./play.js";
import { desk, edit } from "./store.js";
import { labelOf, zoneAt } from "./table.js";

export function askPanel() {
  const { answer } = desk;
  return [
    h("div.questions", { role: "group", "aria-label": t("tab_ask") }, questions().map(questionButton)),
    !answer && desk.question !== "legal" && h("p.quiet-note", {}, t("ask_first")),
    answer && (answer.status === 200 ? ruling(answer) : problem(answer)),
    desk.question === "legal" && moveForm(),
  ];
}

const questionButton = ({ id, label }) =>
  h(
    "button.question",
    {
      type: "button",
      "aria-pressed": String(desk.question === id),
      "data-key": `ask-${id}`,
      "data-question": id,
      onclick: () => askQuestion(id),
    },
    label,
  );

/** A message of the service with its card codes as this game says them. */
const told = (message) => desk.adapter.tell?.(message) ?? message;

const staleNote = () => desk.stale && h("p.stale", {}, t("stale"));

function problem(answer) {
  if (lacking(answer)) return h("section.answer", {}, staleNote(), h("p.headline", {}, headline()));
  const { body } = answer;
  return h(
    "section.answer.is-problem",
    {},
    staleNote(),
    h("p.headline", {}, headline()),
    desk.marks.size > 0 && h("p.quiet-note", {}, t("wrong_table_note")),
    faultList(body.errors ?? []),
  );
}

export const faultList = (errors) =>
  h(
    "ul.faults",
    {},
    [...byDetail(errors)].map(([detail, places]) =>
      h("li", {}, told(detail), h("span.where", {}, ` ${places.join(" · ")}`)),
    ),
  );

/** Faults that say the same are told once, with all their places. */
function byDetail(errors) {
  const groups = new Map();
  for (const { detail, pointer } of errors) {
    const place = placeOf(pointer);
    groups.set(detail, [...new Set([...(groups.get(detail) ?? []), ...(place ? [`[${place}]`] : [])])]);
  }
  return groups;
}

/** A pointer in words: the place on the table, or what the page calls that part of it. */
function placeOf(pointer) {
  const action = /^\/actions\/(\d+)/.exec(pointer)?.[1];
  if (action) return t("step", { n: Number(action) + 1 });
  const inState = pointer.replace(/^\/state/, "");
  const options = desk.adapter.options?.(desk.state) ?? [];
  for (let part = inState; part; part = part.slice(0, part.lastIndexOf("/"))) {
    const cell = desk.adapter.cellOf?.(desk.state, `${part}/cards`);
    if (cell) return t("board_cell", { x: cell[0], y: cell[1] });
    const named = zoneAt(part) ?? options.find((each) => each.pointer === part);
    if (named) return zoneAt(part) ? labelOf(named) : pick(named.label);
    const player = /^\/players\/(\d+)$/.exec(part)?.[1];
    if (player) return playerPart(desk.state.players[player]?.id ?? t("player_n", { n: Number(player) + 1 }), inState.slice(part.length + 1));
    const word = { "/turn/steps": "place_steps", "/turn": "place_turn", "/players": "players", "/rulings": "all_rulings" }[part];
    if (word) return t(word);
  }
  return inState && `“${inState.slice(inState.lastIndexOf("/") + 1)}”`;
}

function playerPart(name, key) {
  const option = (desk.adapter.playerOptions ?? []).find((each) => each.key === key);
  return option ? `${name}: ${pick(option.label)}` : name;
}

function ruling(answer) {
  const { body, question } = answer;
  const tone = question === "legal" ? `.is-${body.status}` : "";
  return h(
    `section.answer${tone}${desk.stale ? ".is-stale" : ""}`,
    {},
    staleNote(),
    question === "legal" &&
      h(
        "ol.asked",
        {},
        answer.request.actions.map((action) => h("li", {}, pick(desk.adapter.sayMove({ action })))),
      ),
    h("p.headline", {}, headline()),
    question === "winning" && !desk.stale && turnSoFar(answer),
    facts(answer),
    question === "legal" && body.events.length > 0 && h("ol.events", {}, body.events.map(eventOf)),
    question === "moves" && body.actions.length > 0 && moveList(body.actions),
    why(body.findings),
    switches(body.findings),
    h(
      "p.decision",
      {},
      `${t("decision")}: `,
      h("code", {}, body.decision_id),
      ` · ${t("revision")} ${body.ruleset}, ${desk.rules.revision}`,
    ),
    handOn(),
  );
}

/** Whose turn it is and what was just played in it: a tap says it, where the table alone cannot. */
function turnSoFar({ body }) {
  const asked = desk.adapter.turnSoFar?.(desk.state, body);
  if (!asked) return null;
  const chip = ({ label, card, pressed, choose }) =>
    h(
      "button.chipbutton",
      {
        type: "button",
        "aria-pressed": String(Boolean(pressed)),
        "data-key": `so-far-${card ?? label}`,
        "data-so-far": card ?? label,
        onclick: () => {
          edit(choose);
          return askAgain();
        },
      },
      card ? cardChip(desk.adapter, card) : label,
    );
  return h(
    "div.so-far",
    { role: "group", "aria-label": pick(asked.label) },
    h("span", { "aria-hidden": "true" }, pick(asked.label)),
    asked.choices.map(chip),
  );
}

/** What one does with a ruling. */
const handOn = () =>
  h(
    "div.row.hand-on",
    {},
    h("button.quiet", { type: "button", "data-key": "share-ruling", onclick: share }, t("share")),
    h("button.quiet", { type: "button", "data-key": "print-ruling", onclick: print }, t("print")),
  );

const eventOf = (event) => eventItem({ text: desk.adapter.sayEvent(event), clause: event.clause });

function facts({ question, body, request }) {
  const rows = desk.adapter.facts?.(question, body, request.state) ?? [];
  if (!rows.length) return null;
  return h(
    "dl.facts",
    {},
    rows.map(([name, value]) => [h("dt", {}, pick(name)), h("dd", {}, pick(value))]),
  );
}

export const clauseOf = (id) => {
  const number = id.slice(id.indexOf("/") + 1);
  const all = [...desk.rules.sections.flatMap((each) => each.clauses), ...desk.rules.rulings];
  return all.find((each) => each.clause === number);
};

export function clauseLink(id) {
  const number = id.slice(id.indexOf("/") + 1);
  const label = t(number.startsWith("R") ? "ruling" : "clause", { clause: number });
  return h("a.clause-link", { href: `${ROOT.pathname}rules/${desk.game.id}#${number}`, "aria-label": label }, `§ ${number}`);
}

/** What was found, grouped by the clause it rests on; each clause with its text, once. */
function why(findings) {
  const groups = new Map();
  for (const each of findings) groups.set(each.clause, [...(groups.get(each.clause) ?? []), each.message]);
  if (!groups.size) return null;
  return [
    h("h3", {}, t("why")),
    h(
      "ol.why",
      {},
      [...groups].map(([id, messages]) =>
        h(
          "li",
          { "data-clause": id },
          messages.map((each) => h("p.finding", {}, told(each))),
          h("p.clause", {}, clauseLink(id), " ", pick(clauseOf(id)?.text) ?? ""),
        ),
      ),
    ),
  ];
}

function switches(findings) {
  const cited = new Set(findings.map((each) => each.clause));
  const rulings = desk.rules.rulings.filter((each) => each.switch && (cited.has(each.id) || desk.turned.has(each.switch)));
  if (!rulings.length) return null;
  return [h("h3", {}, t("rulings")), h("p.quiet-note", {}, t("ruling_note")), rulings.map((each) => switchOf(each, askAgain))];
}

/** A ruling's switch: one radio button a reading. */
export function switchOf(ruling, after = () => {}) {
  const now = desk.state.rulings?.[ruling.switch] ?? ruling.default;
  const choose = async (value) => {
    edit((state) => {
      state.rulings = { ...state.rulings, [ruling.switch]: value };
    });
    desk.turned.add(ruling.switch);
    await after();
  };
  return h(
    "fieldset.switch",
    { "data-switch": ruling.switch },
    h("legend", {}, clauseLink(ruling.id), " ", pick(ruling.text)),
    ruling.choices.map((choice) =>
      h(
        "label.choice",
        {},
        h("input", {
          type: "radio",
          name: `${ruling.switch}`,
          "data-key": `${ruling.switch}-${choice.value}`,
          checked: choice.value === now,
          onchange: () => choose(choice.value),
        }),
        h("span", {}, pick(choice.text)),
      ),
    ),
  );
}
