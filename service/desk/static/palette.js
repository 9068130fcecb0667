// All cards of the game. A tap puts one where the cursor is; those that lie on the table already are taken back by a tap.
import { HIDDEN, cardButton, nameOf } from "./cards.js";
import { announce, h, toast } from "./dom.js";
import { pick, t } from "./language.js";
import { whereIs } from "./pointer.js";
import { changed, copiesLeft, desk, edit, putCard, takeCard } from "./store.js";
import { cursorName, labelOf, zoneAt } from "./table.js";
import { jsonEditor } from "./editor.js";

export function palette() {
  const { adapter, state } = desk;
  if (!adapter.palette) return jsonEditor();
  const { columns, rows } = adapter.palette(state, desk.ink);
  const place = cursorName();
  return [
    h(
      "div.palette-head",
      {},
      h("p.goes", {}, `${t("goes_to")}: `, h("strong", {}, place ?? "—")),
      adapter.inks && inkChoice(),
      takesHidden() && h("button.chipbutton", { type: "button", "data-key": "hidden-card", onclick: () => add(HIDDEN) }, `+ ${t("unknown_card")}`),
    ),
    h(
      "div.palette",
      { "data-roving": "palette", role: "group", "aria-label": t("palette"), style: { "--columns": columns } },
      rows.map((row) => row.map((card) => (card === null ? h("span.gap") : paletteCard(card, place)))),
    ),
  ];
}

const takesHidden = () => desk.cursor?.pointer && zoneAt(desk.cursor.pointer)?.unknown;

function inkChoice() {
  const choose = (event) => {
    desk.ink = event.target.value || null;
    changed();
  };
  const options = desk.adapter.inks.map(([value, label]) => h("option", { value: value ?? "", selected: (value ?? null) === desk.ink }, pick(label)));
  return h("label.ink", {}, h("span", {}, pick(desk.adapter.inkLabel)), h("select", { "data-key": "ink", onchange: choose }, options));
}

function paletteCard(card, place) {
  const left = copiesLeft(card);
  const name = nameOf(desk.adapter, card);
  const used = left <= 0;
  const label = used ? t("lies_in", { card: name, place: lyingIn(card) }) : t("put_card", { card: name, place: place ?? "—" });
  const copies = desk.adapter.copies(card);
  const button = cardButton(desk.adapter, card, {
    label, key: `palette-${card}`, size: "mini", pressed: String(used), onclick: () => (used ? back(card) : add(card)),
  });
  if (copies > 1 && !used) button.append(h("span.depth", { "aria-hidden": "true" }, `×${left}`));
  if (used) button.classList.add("used");
  return button;
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
  if (cell) edit((state) => desk.adapter.takeFromCell(state, cell, card));
  else takeCard(pointer, index);
  announce(t("taken", { card: nameOf(desk.adapter, card) }));
}
