// All cards of the game. A tap puts one where the cursor is; those that lie on the table already are taken back by a tap.
import { HIDDEN, cardButton, nameOf } from "./cards.js";
import { announce, h, toast } from "./dom.js";
import { pick, t } from "./language.js";
import { whereIs } from "./pointer.js";
import { changed, copiesLeft, desk, edit, lay, putCard, takeCard, undo } from "./store.js";
import { cursorName, labelOf, zoneAt } from "./table.js";
import { jsonEditor } from "./editor.js";

export function palette() {
  const { adapter, state } = desk;
  if (!adapter.palette) return jsonEditor();
  const { columns, rows } = adapter.palette(state, desk.ink);
  const place = cursorName();
  const inks = adapter.inks?.(state);
  return [
    h(
      "div.palette-head",
      {},
      h("p.goes", {}, `${t("goes_to")}: `, h("strong", {}, place ?? "—")),
      inks && inkChoice(inks),
      h(
        "button.chipbutton",
        { type: "button", "data-key": "undo-lay", "aria-label": t("undo"), disabled: desk.past.length === 0, onclick: undo },
        "↶",
      ),
      takesHidden() &&
        h(
          "button.chipbutton",
          {
            type: "button",
            "data-key": "hidden-card",
            "aria-label": `+ ${t("unknown_card")}`,
            title: t("unknown_card"),
            onclick: () => add(HIDDEN),
          },
          "+ ?",
        ),
    ),
    h(
      `div.palette${columns > 9 ? ".dense" : ""}`,
      { "data-roving": "palette", role: "group", "aria-label": t("palette"), style: { "--columns": columns } },
      rows.map((row) => row.map((card) => (card === null ? h("span.gap") : paletteCard(card, place)))),
    ),
  ];
}

const takesHidden = () => desk.cursor?.pointer && zoneAt(desk.cursor.pointer)?.unknown;

function inkChoice(inks) {
  const choose = (event) => {
    desk.ink = event.target.value || null;
    changed();
  };
  const options = inks.map(([value, label]) =>
    h("option", { value: value ?? "", selected: (value ?? null) === desk.ink }, pick(label)),
  );
  return h("select.ink", { "data-key": "ink", "aria-label": pick(desk.adapter.inkLabel), onchange: choose }, options);
}

function paletteCard(card, place) {
  const left = copiesLeft(card);
  const name = nameOf(desk.adapter, card);
  const used = left <= 0;
  const label = used ? t("lies_in", { card: name, place: lyingIn(card) }) : t("put_card", { card: name, place: place ?? "—" });
  const copies = desk.adapter.copies(card);
  const button = cardButton(desk.adapter, card, {
    label,
    key: `palette-${card}`,
    size: "mini",
    pressed: String(used),
    onclick: () => tap(card, used),
  });
  if (!used && left < copies) button.append(h("span.depth", { "aria-hidden": "true" }, `×${left}`));
  if (used) button.classList.add("used");
  return button;
}

function tap(card, used) {
  if (desk.ink && desk.adapter.stamp) return edit((state) => desk.adapter.stamp(state, card, desk.ink));
  return used ? back(card) : add(card);
}

function lyingIn(card) {
  const [pointer] = whereIs(desk.state, card).at(-1) ?? [""];
  const zone = zoneAt(pointer);
  if (zone) return labelOf(zone);
  return pick(desk.adapter.whereName?.(desk.state, pointer)) ?? pointer;
}

function add(card) {
  if (!desk.cursor) return toast(t("no_place"));
  if (card === HIDDEN && !takesHidden()) return toast(t("hidden_not_here"));
  const place = cursorName();
  putCard(card);
  changed();
  announce(t("placed", { card: nameOf(desk.adapter, card), place }));
}

function back(card) {
  const [pointer, index] = whereIs(desk.state, card).at(-1);
  const cell = desk.adapter.cellOf?.(desk.state, pointer);
  if (cell) lay((state) => desk.adapter.takeFromCell(state, cell, card));
  else takeCard(pointer, index);
  announce(t("taken", { card: nameOf(desk.adapter, card) }));
}
