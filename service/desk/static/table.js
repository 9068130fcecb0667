// The table: places with their cards. A tap on a place moves the cursor there, a tap on a card takes it back.
import { board } from "./board.js";
import { cardButton, nameOf } from "./cards.js";
import { announce, h, refresh } from "./dom.js";
import { pick, t } from "./language.js";
import { movesWith, playCard } from "./play.js";
import { at } from "./pointer.js";
import { changed, desk, edit, markAt, shown, takeCard } from "./store.js";

export function drawTable(host) {
  if (!desk.adapter) return;
  const { common = [], players = [], other = [], grid } = desk.adapter.layout(shown());
  const inOther = other.map(place);
  host.dataset.tab = desk.tab;
  refresh(
    host,
    desk.adapter.isEmpty(shown()) && hint(),
    grid && board(grid),
    common.length > 0 && h(`div.common.${desk.adapter.id}`, {}, common.map(place)),
    players.length > 0 && h(`div.players.${desk.adapter.id}${aboutPlayers() ? ".about" : ""}`, {}, players.map(player)),
    inOther.length > 0 && h("div.others", {}, inOther),
  );
}

const hint = () => h("div.hint", {}, h("p.hint-title", {}, t("hint_title")), h("p", {}, t("hint")));

export const labelOf = (zone) => {
  const owner = zone.player === undefined ? "" : `${shown().players[zone.player].id} · `;
  return owner + pick(zone.label);
};

/** The name of the place the cursor is at. */
export function cursorName() {
  if (!desk.cursor) return null;
  if (desk.cursor.cell) return t("board_cell", { x: desk.cursor.cell[0], y: desk.cursor.cell[1] });
  const zone = zoneAt(desk.cursor.pointer);
  return zone && labelOf(zone);
}

const zones = () => {
  const { common = [], players = [], other = [] } = desk.adapter.layout(shown());
  const owned = players.flatMap((each) => each.zones.map((zone) => ({ ...zone, player: each.index })));
  return [...common, ...other, ...owned];
};
export const zoneAt = (pointer) => zones().find((each) => each.pointer === pointer);

/** The pointers of everything that can be seen, and so marked, on the table. */
export function places() {
  const state = shown();
  const cards = (pointer) => (at(state, pointer) ?? []).map((_, i) => `${pointer}/${i}`);
  return new Set([
    ...zones().flatMap(({ pointer }) => [pointer, ...cards(pointer)]),
    ...cards("/players"),
    ...(desk.adapter.cellOf ? ["/board", ...cards("/board")] : []),
  ]);
}

function player({ index, zones, tag, out }) {
  const { id } = shown().players[index];
  const onTurn = shown().turn?.player === id;
  const mark = markAt(`/players/${index}`);
  const name = h(
    "button.name",
    { type: "button", "aria-pressed": String(onTurn), "data-key": `turn-${index}`, onclick: () => giveTurn(id, onTurn) },
    h("span.who", {}, id),
    h("span.turn", {}, onTurn ? `▸ ${t("turn")}` : t("give_turn")),
  );
  return h(
    `section.player${onTurn ? ".on-turn" : ""}${out ? ".out" : ""}${mark ? `.mark-${mark.kind}` : ""}`,
    { "aria-label": id, "data-pointer": `/players/${index}` },
    h("div.player-head", {}, name, tag && h("span.tag", {}, pick(tag))),
    h(
      "div.player-zones",
      {},
      zones.map((zone) => place({ ...zone, player: index })),
    ),
  );
}

export function giveTurn(id, had) {
  edit((state) => {
    state.turn = had ? null : desk.adapter.turnOf(id);
  });
  announce(had ? t("give_turn") : `${id}: ${t("turn")}`);
}

function moveCursor(pointer) {
  desk.cursor = { pointer };
  if (desk.tab !== "cards") desk.tab = "cards";
  changed();
}

function place(zone) {
  const value = at(shown(), zone.pointer);
  const cards = value ?? [];
  const here = desk.tab === "cards" && desk.cursor?.pointer === zone.pointer;
  const mark = markAt(zone.pointer);
  const foldable = zone.fold && cards.length > zone.fold;
  const marked = cards.some((_, i) => markAt(`${zone.pointer}/${i}`));
  const folded = foldable && !desk.open.has(zone.pointer) && !(marked && !desk.walk);
  const label = labelOf(zone);
  const open = folded ? cards.slice(0, zone.peek ?? 0) : cards;
  const title = h(
    "button.place",
    {
      type: "button",
      "aria-pressed": String(here),
      "aria-label": `${t("put_here", { place: label })} (${cards.length})`,
      "data-key": `place-${zone.pointer}`,
      "data-home": zone.pointer,
    },
    zone.short ? [h("span.long", {}, pick(zone.label)), h("span.short", {}, zone.short)] : h("span", {}, pick(zone.label)),
    h("span.count", {}, String(cards.length)),
  );
  return h(
    `div.zone.${zone.style ?? "line"}${here ? ".here" : ""}${mark ? `.mark-${mark.kind}` : ""}${cards.length ? "" : ".empty"}${idle(zone) ? ".idle" : ""}`,
    { "data-pointer": zone.pointer, onclick: (event) => tapPlace(event.target, zone.pointer) },
    h(
      "div.zone-head",
      {},
      title,
      foldable && foldButton(zone.pointer, folded, label),
      zone.note && h("p.note", {}, pick(zone.note)),
    ),
    h(
      "div.cards",
      { "data-roving": zone.pointer, role: "group", "aria-label": label },
      zone.base && h("span.base", { "aria-hidden": "true" }, zone.base),
      open.map((card, index) => tableCard(zone, label, card, index)),
      folded && h("span.back", { "aria-hidden": "true" }, String(cards.length - open.length)),
      here && h("span.caret", { "aria-hidden": "true" }),
    ),
  );
}

/** The kinds of a player's places that an answer is about, such as the Palettes. */
const aboutKinds = () =>
  new Set([...desk.marks].flatMap(([pointer, { kind }]) => (kind === "good" ? [/^\/players\/\d+\/(\w+)/.exec(pointer)?.[1]] : [])));
const aboutPlayers = () => desk.tab === "ask" && [...aboutKinds()].some(Boolean);

/** A player's place of a kind that an answer says nothing about, while it says something about another. */
const idle = ({ player, pointer }) => player !== undefined && aboutPlayers() && !aboutKinds().has(pointer.split("/").at(-1));

const foldButton = (pointer, folded, label) =>
  h(
    "button.fold",
    {
      type: "button",
      "aria-expanded": String(!folded),
      "data-key": `fold-${pointer}`,
      "aria-label": `${label}: ${t(folded ? "show_all" : "hide_all")}`,
      onclick: () => {
        if (folded) desk.open.add(pointer);
        else desk.open.delete(pointer);
        changed();
      },
    },
    t(folded ? "show_all" : "hide_all"),
  );

/** Anywhere in a place moves the cursor there; while playing on, only its name does. */
function tapPlace(target, pointer) {
  if (target.closest(".card, .fold") || (desk.tab === "play" && !target.closest(".place"))) return;
  moveCursor(pointer);
}

/** Whether this card was played in the turn that is not over yet. */
const justPlayed = ({ player }, card) => {
  const { turn, players } = shown();
  return turn?.player === players[player]?.id && turn?.steps?.some((each) => each.card === card);
};

function tableCard(zone, label, card, index) {
  const pointer = `${zone.pointer}/${index}`;
  const mark = markAt(pointer);
  const name = nameOf(desk.adapter, card);
  const said = mark
    ? ` (${t({ good: "qualifies", fault: "fault", need: "needed", step: "just_now" }[mark.kind])}${mark.badge ? ` ${mark.badge}` : ""})`
    : justPlayed(zone, card)
      ? ` (${t("just_played")})`
      : "";
  const playing = desk.tab === "play";
  const onOffer = playing && desk.legal?.actions && !desk.walk;
  const playable = onOffer && desk.legal.player === shown().players[zone.player]?.id && movesWith(card).length > 0;
  return cardButton(desk.adapter, card, {
    label: playing
      ? `${name}, ${label}${playable ? `. ${t("tab_play")}` : ""}`
      : t("take_back", { card: name + said, place: label }),
    mark,
    key: pointer,
    pointer,
    size: [zone.size, playable && "playable", justPlayed(zone, card) && "played"].filter(Boolean).join("."),
    onclick: () => {
      // While playing on no card is taken back by hand, not even when the moves are still on their way.
      if (playing) return onOffer ? playCard(card) : null;
      desk.cursor = { pointer: zone.pointer };
      takeCard(zone.pointer, index);
      announce(t("taken", { card: name }));
    },
  });
}
