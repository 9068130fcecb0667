// Who sits where, which variant is played, and how the table reads what the rulebook leaves open.
import { switchOf } from "./answer.js";
import { closeDialog, h, openDialog, refresh } from "./dom.js";
import { pick, t } from "./language.js";
import { at, put } from "./pointer.js";
import { desk, edit, needRules, rename } from "./store.js";

export const NAMES = ["Ania", "Bartek", "Celina", "Darek", "Ewa"];

export async function openSetup() {
  await needRules();
  const body = h("div.setup", { tabindex: "-1" });
  draw(body);
  openDialog(t("setup"), t("close"), body);
}

function draw(body) {
  // Not before the focus has moved on: a field is changed by leaving it.
  const again = () => setTimeout(() => body.isConnected && draw(body));
  const rulings = desk.rules.rulings.filter((each) => each.switch);
  const options = desk.adapter.options?.(desk.state) ?? [];
  refresh(
    body,
    seats(again),
    ...options.map((option) => optionField(option, again)),
    ...(rulings.length ? [h("h3", {}, t("all_rulings")), ...rulings.map((each) => switchOf(each, again))] : []),
    h("div.row", {}, h("button.primary", { type: "button", "data-key": "done", onclick: closeDialog }, t("done"))),
  );
}

function seats(again) {
  const { min, max } = desk.game.players;
  const { players } = desk.state;
  const problem = h("p.problem", { role: "alert", hidden: true }, t("name_taken"));
  const row = (player, index) =>
    h(
      "li.seat",
      {},
      h("input", {
        type: "text",
        value: player.id,
        maxlength: 40,
        "aria-label": t("player_n", { n: index + 1 }),
        "data-key": `seat-${index}`,
        autocomplete: "off",
        onchange: (event) => {
          const name = event.target.value.trim();
          problem.hidden = !players.some((each, other) => other !== index && each.id === name);
          if (!name || !problem.hidden) return void (event.target.value = player.id);
          edit((state) => rename(state, player.id, name));
          again();
        },
      }),
      (desk.adapter.playerOptions ?? []).map((option) => playerField(option, player, index, again)),
      players.length > min &&
        h(
          "button.quiet",
          {
            type: "button",
            "aria-label": t("remove_player", { name: player.id }),
            "data-key": `remove-${index}`,
            onclick: () => {
              remove(index);
              again();
            },
          },
          "✕",
        ),
    );
  return h(
    "fieldset",
    {},
    h("legend", {}, t("players")),
    h("ol.seats", {}, players.map(row)),
    problem,
    players.length < max &&
      h(
        "button.quiet",
        {
          type: "button",
          "data-key": "add-player",
          onclick: () => {
            add();
            again();
          },
        },
        `+ ${t("add_player")}`,
      ),
  );
}

function add() {
  edit((state) => {
    const taken = state.players.map((each) => each.id);
    const free = [...NAMES, "6", "7", "8"].find((each) => !taken.includes(each));
    state.players.push(desk.adapter.freshPlayer(free, state));
    desk.adapter.seat?.(state);
  });
}

function remove(index) {
  edit((state) => {
    const [gone] = state.players.splice(index, 1);
    if (state.turn?.player === gone.id) state.turn = null;
    if (state.starter === gone.id) state.starter = null;
    desk.adapter.seat?.(state);
  });
  desk.cursor = desk.adapter.start?.(desk.state) ?? null;
}

function optionField(option, again) {
  const now = at(desk.state, option.pointer) ?? option.default;
  const choose = (value) => {
    edit((state) => {
      put(state, option.pointer, value);
      desk.adapter.seat?.(state, option.pointer);
    });
    again();
  };
  if (option.kind === "flag") {
    return h(
      "label.choice",
      {},
      h("input", {
        type: "checkbox",
        checked: Boolean(now),
        "data-key": option.pointer,
        onchange: (event) => choose(event.target.checked),
      }),
      h("span", {}, pick(option.label)),
    );
  }
  return h(
    "label.field",
    {},
    h("span", {}, pick(option.label)),
    h(
      "select",
      { "data-key": option.pointer, onchange: (event) => choose(option.choices[event.target.value][0]) },
      option.choices.map(([value, label], i) => h("option", { value: i, selected: value === now }, pick(label))),
    ),
  );
}

function playerField(option, player, index, again) {
  const choose = (value) => {
    edit((state) => {
      state.players[index][option.key] = value;
      option.then?.(state, index);
    });
    again();
  };
  const label = pick(option.label);
  if (option.kind === "flag") {
    return h(
      "label.choice",
      {},
      h("input", {
        type: "checkbox",
        checked: Boolean(player[option.key]),
        "data-key": `${option.key}-${index}`,
        onchange: (event) => choose(event.target.checked),
      }),
      h("span", {}, label),
    );
  }
  return h(
    "label.choice",
    {},
    h("input.number", {
      type: "number",
      min: 0,
      max: option.high,
      "data-key": `${option.key}-${index}`,
      value: player[option.key] ?? 0,
      onchange: (event) => choose(Number(event.target.value)),
    }),
    h("span", {}, label),
  );
}
