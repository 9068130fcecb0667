// A board of cells that grows with its cards. A tap puts the cursor on a cell; once more takes its top card back.
// While playing on, the open cells are the moves.
import { badge, drawn, faceOf, nameOf } from "./cards.js";
import { announce, h } from "./dom.js";
import { pick, t } from "./language.js";
import { changed, desk, lay, markAt } from "./store.js";
import { play } from "./play.js";

/** grid: {columns: [x…], rows: [y…], cards(x, y) -> {stack, pointer} or null} */
export function board(grid) {
  const moves = new Map();
  if (desk.tab === "play" && !desk.walk) {
    for (const entry of desk.legal?.actions ?? []) {
      if (entry.action.x !== undefined) moves.set(`${entry.action.x},${entry.action.y}`, entry);
    }
  }
  const mark = markAt("/board");
  return h(
    `div.board-wrap${mark ? `.mark-${mark.kind}` : ""}`,
    { "data-pointer": "/board" },
    h(
      "div.board",
      { "data-roving": "board", role: "group", "aria-label": pick(grid.label), style: { "--columns": grid.columns.length } },
      h("span.axis", {}),
      grid.columns.map((x) => h("span.axis", { "aria-hidden": "true" }, String(x))),
      grid.rows.map((y) => [
        h("span.axis", { "aria-hidden": "true" }, String(y)),
        grid.columns.map((x) => cell(grid, x, y, moves.get(`${x},${y}`))),
      ]),
    ),
  );
}

function cell(grid, x, y, move) {
  const found = grid.cards(x, y);
  const top = found?.stack.at(-1);
  const here = desk.tab === "cards" && desk.cursor?.cell?.[0] === x && desk.cursor?.cell?.[1] === y;
  const mark = found && markAt(found.pointer);
  const face = top && faceOf(desk.adapter, top);
  const where = t("board_cell", { x, y });
  const name = top
    ? `${nameOf(desk.adapter, top)}${found.stack.length > 1 ? ` (+${found.stack.length - 1})` : ""}`
    : t("empty");
  const tags = [
    move && pick(desk.adapter.sayMove(move)),
    mark?.kind === "good" && t("qualifies"),
    mark?.kind === "fault" && t("fault"),
    mark?.kind === "step" && t("just_now"),
  ].filter(Boolean);
  const classes = [
    "cell",
    face && `card.dotted.tone-${face.tone}`,
    here && !move && "here",
    move && "open",
    move?.wins_round && "wins",
    mark && `mark-${mark.kind}`,
  ];
  return h(
    `button.${classes.filter(Boolean).join(".")}`,
    {
      type: "button",
      "data-key": `cell-${x},${y}`,
      "data-cell": `${x},${y}`,
      "data-pointer": found?.pointer,
      "data-card": top,
      "aria-pressed": move ? undefined : String(here),
      "aria-label": [where, name, ...tags].join(", "),
      onclick: () => (move ? play(move.action) : tap(x, y, here, found)),
    },
    top && drawn(desk.adapter, top),
    found?.stack.length > 1 && h("span.depth", { "aria-hidden": "true" }, `×${found.stack.length}`),
    badge(mark),
    move && h("span.plus", { "aria-hidden": "true" }, move.wins_round ? "★" : "+"),
  );
}

function tap(x, y, here, found) {
  if (here && found) {
    announce(t("taken", { card: nameOf(desk.adapter, found.stack.at(-1)) }));
    lay((state) => desk.adapter.takeFromCell(state, [x, y]));
    return;
  }
  desk.cursor = { cell: [x, y] };
  desk.tab = "cards";
  changed();
}
