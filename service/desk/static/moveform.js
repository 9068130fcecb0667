// "Is this move legal?": the move in question, put together from the kinds of action the game has.
import { askQuestion } from "./ask.js";
import { faceOf, nameOf } from "./cards.js";
import { h } from "./dom.js";
import { pick, t } from "./language.js";
import { at } from "./pointer.js";
import { changed, desk } from "./store.js";

export function moveForm() {
  const kinds = desk.adapter.actions(desk.state);
  if (!kinds.length) return jsonForm();
  if (!desk.steps.length) desk.steps = [blank(kinds[0])];
  const judge = (event) => {
    event.preventDefault();
    askQuestion("legal");
  };
  return h(
    "form.move-form",
    { onsubmit: judge },
    desk.steps.map((step, index) => stepFields(kinds, step, index)),
    h(
      "div.row",
      {},
      h("button.primary", { type: "submit", "data-key": "judge" }, t("ask_legal")),
      h(
        "button.quiet",
        {
          type: "button",
          "data-key": "then",
          onclick: () => {
            desk.steps.push(blank(kinds[0]));
            changed();
          },
        },
        t("then"),
      ),
      desk.steps.length > 1 &&
        h(
          "button.quiet",
          {
            type: "button",
            "data-key": "unstep",
            onclick: () => {
              desk.steps.pop();
              changed();
            },
          },
          t("remove_step"),
        ),
    ),
  );
}

/** Without kinds of action to choose from, the actions as JSON. */
function jsonForm() {
  const problem = h("p.problem", { role: "alert", hidden: true });
  const area = h("textarea.json", {
    rows: 6,
    "aria-label": t("move"),
    "data-key": "steps",
    spellcheck: "false",
    value: JSON.stringify(desk.steps, null, 1),
  });
  const judge = (event) => {
    event.preventDefault();
    try {
      desk.steps = [JSON.parse(area.value)].flat();
      askQuestion("legal");
    } catch (error) {
      problem.hidden = false;
      problem.textContent = t("json_wrong", { why: error.message });
    }
  };
  return h(
    "form.move-form",
    { onsubmit: judge },
    area,
    problem,
    h("button.primary", { type: "submit", "data-key": "judge" }, t("ask_legal")),
  );
}

function blank(kind) {
  const action = { type: kind.type };
  for (const field of kind.fields) if (!field.optional) action[field.name] = first(field);
  return action;
}

function first(field) {
  if (field.kind === "card") return nearCards(field)[0] ?? allCards()[0];
  if (field.kind === "player") return desk.state.players.find((each) => each.id !== desk.state.turn?.player)?.id;
  if (field.kind === "choice") return field.choices[0][0];
  if (field.kind === "counts") return {};
  if (field.kind === "cards") return [];
  return 0;
}

const nearCards = (field) =>
  [...new Set((field.from ?? []).flatMap((each) => at(desk.state, each) ?? []))].filter((each) => each !== "??");
const allCards = () => [...new Set(desk.adapter.palette(desk.state, null).rows.flat().filter(Boolean))];

function stepFields(kinds, step, index) {
  const kind = kinds.find((each) => each.type === step.type) ?? kinds[0];
  const set = (name, value) => {
    if (value === undefined) delete step[name];
    else step[name] = value;
    changed();
  };
  const pickKind = (event) => {
    desk.steps[index] = blank(kinds.find((each) => each.type === event.target.value));
    changed();
  };
  return h(
    "fieldset.step",
    {},
    h("legend", {}, desk.steps.length > 1 ? t("step", { n: index + 1 }) : t("move")),
    h(
      "select",
      { "aria-label": t("move"), "data-key": `kind-${index}`, onchange: pickKind },
      kinds.map((each) => h("option", { value: each.type, selected: each === kind }, pick(each.label))),
    ),
    kind.fields.map((field) => fieldOf(field, step[field.name], (value) => set(field.name, value), `${field.name}-${index}`)),
  );
}

function fieldOf(field, value, set, key) {
  const label = (control) => h("label.field", {}, h("span", {}, pick(field.label)), control);
  if (field.kind === "card") return label(cardSelect(field, value, set, key));
  if (field.kind === "player") {
    return label(
      select(
        desk.state.players.map((each) => [each.id, each.id]),
        value,
        set,
        key,
      ),
    );
  }
  if (field.kind === "choice")
    return label(select([...(field.optional ? [[undefined, "—"]] : []), ...field.choices], value, set, key));
  if (field.kind === "number") {
    return label(
      h("input", {
        type: "number",
        value: value ?? 0,
        min: field.low,
        max: field.high,
        "data-key": key,
        onchange: (event) => set(Number(event.target.value)),
      }),
    );
  }
  if (field.kind === "cards") {
    return label(
      h("input", {
        type: "text",
        value: (value ?? []).join(" "),
        "data-key": key,
        onchange: (event) => set(event.target.value.split(/[\s,]+/).filter(Boolean)),
      }),
    );
  }
  return desk.state.players
    .filter((each) => each.id !== desk.state.turn?.player)
    .map((each) =>
      h(
        "label.field",
        {},
        h("span", {}, `${pick(field.label)}: ${each.id}`),
        h("input", {
          type: "number",
          min: 0,
          max: 3,
          value: value?.[each.id] ?? 0,
          "data-key": `${key}-${each.id}`,
          onchange: (event) => {
            const counts = { ...value, [each.id]: Number(event.target.value) };
            if (!counts[each.id]) delete counts[each.id];
            set(counts);
          },
        }),
      ),
    );
}

function select(choices, value, set, key) {
  const index = Math.max(
    0,
    choices.findIndex(([each]) => each === value),
  );
  return h(
    "select",
    { "data-key": key, onchange: (event) => set(choices[event.target.value][0]) },
    choices.map(([, label], i) => h("option", { value: i, selected: i === index }, pick(label))),
  );
}

export function cardSelect(field, value, set, key) {
  const near = nearCards(field);
  const option = (card) => {
    const face = faceOf(desk.adapter, card);
    return h(
      "option",
      { value: card, selected: card === value },
      card === pick(face.name) ? card : `${card} · ${pick(face.name)}`,
    );
  };
  const rest = allCards().filter((card) => !near.includes(card));
  return h(
    "select",
    {
      "data-key": key,
      "aria-label": field.label ? pick(field.label) : nameOf(desk.adapter, value),
      onchange: (event) => set(event.target.value),
    },
    near.length > 0 && h("optgroup", { label: t("in_places") }, near.map(option)),
    h("optgroup", { label: t("other_cards") }, rest.map(option)),
  );
}
