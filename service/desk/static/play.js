// Playing on: the legal moves as buttons; a tap resolves one through the API and shows its effects step by step.
import { clauseLink, faultList } from "./answer.js";
import { lacking, marksOf } from "./ask.js";
import { cardChip } from "./cards.js";
import { announce, h, showPlaces, toast } from "./dom.js";
import { stepsOf } from "./effects.js";
import { pick, t } from "./language.js";
import { dealNext } from "./menu.js";
import { cardSelect } from "./moveform.js";
import { changed, desk, edit, judged, undo } from "./store.js";
import { attempt, calm, troubled } from "./trouble.js";
import { finish, walk } from "./walk.js";

/** Fetches the moves on offer, unless they are here already. */
export async function offerMoves() {
  if (desk.legal || !desk.state) return;
  const answered = await judged("legal-actions", { state: desk.state });
  if (!answered) return;
  const { status, body } = answered;
  calm();
  const asked = { status, body, request: { state: desk.state } };
  desk.legal = status === 200 ? body : { problem: asked };
  desk.marks = marksOf({ ...asked, body: { needs: [], ...body }, question: "play" });
  changed();
}

let playing = false;

/** Plays a move; while one is on its way to the service and back, no other is taken. */
export async function play(action) {
  if (playing) return;
  playing = true;
  for (const each of document.querySelectorAll(".move, .cell.open")) each.setAttribute("aria-disabled", "true");
  try {
    const before = desk.state;
    const answered = await judged("resolve", { state: before, actions: [action] });
    if (!answered) return;
    calm();
    await played(action, before, answered);
  } finally {
    playing = false;
    for (const each of document.querySelectorAll("[aria-disabled]")) each.removeAttribute("aria-disabled");
  }
}

async function played(action, before, { status, body }) {
  if (status !== 200) return toast(body.errors?.[0]?.detail ?? body.detail ?? body.title);
  if (body.status === "illegal") return toast(body.findings[0]?.message ?? t("illegal"));
  desk.tab = "play";
  if (body.status === "undetermined") return waitFor(action, body);
  const steps = stepsOf(desk.game.id, before, body.events, body.state, action);
  const told = body.events.map((event) => ({ text: desk.adapter.sayEvent(event), clause: event.clause, event }));
  const log = [{ events: told, steps }, ...desk.log.map(({ steps: _, ...entry }) => entry)].slice(0, 60);
  edit(() => body.state, { log, walk: { steps, index: 0 } });
  document.getElementById("panel").scrollTop = 0;
  announce(told.map((each) => pick(each.text)).join(". "));
  playing = false;
  attempt(offerMoves);
  await walk(steps);
  showTurn();
}

/** Scrolls to whoever is to move now, or to the cells they may move to. */
export function showTurn() {
  const { state, legal } = desk;
  const index = state.players.findIndex((each) => each.id === state.turn?.player);
  const onBoard = legal?.actions?.some((each) => each.action.x !== undefined);
  showPlaces([onBoard ? "/board" : `/players/${index}`], { fromTop: true });
}

/** The moves on offer that play or name this card. */
export const movesWith = (card) => (desk.legal?.actions ?? []).filter((each) => each.action.card === card);

/** A card tapped on the table: its one move is played, of several the player chooses. */
export function playCard(card) {
  const moves = movesWith(card);
  if (!moves.length) return toast(t("no_move_with"));
  if (moves.length === 1) return play(moves[0].action);
  desk.picked = card;
  changed();
}

function waitFor(action, body) {
  desk.missing = { action, needs: body.needs };
  const place = body.needs.find((each) => each.startsWith("/state"));
  if (place) {
    const pointer = place.slice(6);
    const cut = pointer.lastIndexOf("/");
    desk.cursor = { pointer: pointer.slice(0, cut), index: Number(pointer.slice(cut + 1)) };
    desk.marks = new Map([[pointer, { kind: "need" }]]);
    desk.tab = "cards";
    toast(t("lay_needed"));
  }
  announce(body.findings[0]?.message ?? t("undetermined"));
  changed();
}

export function playPanel() {
  const { legal } = desk;
  // What a move did comes first; how the cards were dealt can wait.
  const moved = desk.log[0]?.steps;
  const turnedUp = !desk.walk && legal?.player && desk.adapter.turnedUp?.(desk.state);
  return [
    h(
      "div.row.play-head",
      {},
      h(
        "p.moves-of",
        {},
        desk.walk ? t("happening") : legal?.player ? t("moves_of", { player: legal.player }) : t("tab_play"),
        turnedUp && [" ", cardChip(desk.adapter, turnedUp)],
      ),
      desk.walk
        ? h("button.quiet", { type: "button", "data-key": "skip", onclick: finish }, `${t("skip")} »`)
        : h(
            "button.quiet",
            { type: "button", "data-key": "undo", disabled: desk.past.length === 0, onclick: takeBack },
            `↶ ${t("undo")}`,
          ),
    ),
    desk.missing && missing(),
    moved && latest(desk.log[0]),
    !desk.walk && (legal ? offered(legal) : !troubled() && h("p.quiet-note", {}, t("loading"))),
    !desk.walk && earlier(desk.log.slice(moved ? 1 : 0)),
  ];
}

function takeBack() {
  undo();
  return offerMoves();
}

function offered(legal) {
  if (legal.problem) {
    const lacks = lacking(legal.problem);
    if (lacks) return h("p.is-problem", {}, lacks);
    return h("div.is-problem", {}, h("p", {}, t("wrong_table")), faultList(legal.problem.body.errors ?? []));
  }
  const unready = desk.adapter.unready?.(desk.state);
  if (unready) return h("p.over", {}, pick(unready));
  if (!legal.actions.length) return [h("p.over", {}, legal.needs.length ? t("undetermined") : t("over")), nextRound()];
  const onBoard = legal.actions.filter((each) => each.action.x !== undefined);
  const rest = legal.actions.filter(
    (each) => each.action.x === undefined && (!desk.picked || each.action.card === desk.picked),
  );
  const showAll = () => {
    desk.picked = null;
    changed();
  };
  return [
    h("p.quiet-note", {}, t(onBoard.length ? "on_board" : "play_note")),
    rest.length > 0 && moveList(rest),
    desk.picked && h("button.quiet", { type: "button", "data-key": "all-moves", onclick: showAll }, t("all_moves")),
  ];
}

const nextRound = () =>
  desk.adapter.hasNextRound?.(desk.state) &&
  h("button.primary", { type: "button", "data-key": "next-round", onclick: dealNext }, t("deal_next"));

/** Moves as buttons, under a heading for each kind. */
export function moveList(entries) {
  const groups = new Map();
  for (const entry of entries) groups.set(entry.action.type, [...(groups.get(entry.action.type) ?? []), entry]);
  return h(
    "div.moves",
    {},
    [...groups].map(([type, all]) => [
      all.length > 1 && h("h3", {}, pick(desk.adapter.kindName?.(type)) ?? type),
      h(
        "div.move-group",
        { "data-roving": `moves-${type}`, role: "group", "aria-label": pick(desk.adapter.kindName?.(type)) ?? type },
        all.map((entry) => moveButton(entry, all.length > 1)),
      ),
    ]),
  );
}

function moveButton(entry, grouped) {
  const { action } = entry;
  const text = pick(desk.adapter.sayMove(entry));
  const outcome = outcomeOf(entry);
  const short = grouped && desk.adapter.shortMove?.(action);
  return h(
    `button.move${outcome ? `.${outcome.kind}` : ""}`,
    {
      type: "button",
      "data-key": `move-${JSON.stringify(action)}`,
      "data-action": JSON.stringify(action),
      "aria-label": [text, outcome?.text].filter(Boolean).join(", "),
      onclick: () => play(action),
    },
    short
      ? [action.card && cardChip(desk.adapter, action.card), pick(short)]
      : [action.card && cardChip(desk.adapter, action.card), h("span", {}, text)],
    outcome?.sign && h("span.outcome", { title: outcome.text }, outcome.sign, h("span.outcome-text", {}, ` ${outcome.text}`)),
  );
}

function outcomeOf({ survival, wins_round: wins, ends_game: ends }) {
  if (survival)
    return {
      kind: survival,
      text: t(`survival_${survival}`),
      sign: { assured: "✓", possible: "", impossible: "✕", undetermined: "?" }[survival],
    };
  if (wins) return { kind: "assured", text: t("wins_round"), sign: "★" };
  if (ends) return { kind: "possible", text: t("ends_game"), sign: "⚑" };
  return null;
}

/** A move that turned a card up which only the players have seen: say it, and the move goes on. */
function missing() {
  const { action, needs } = desk.missing;
  const name = needs.map((each) => /^\/actions\/\d+\/(\w+)$/.exec(each)?.[1]).find(Boolean);
  if (!name) return h("p.stale", {}, t("lay_needed"));
  let chosen = null;
  const choice = cardSelect(
    { label: t("which_card"), from: [] },
    null,
    (card) => {
      chosen = card;
    },
    "missing",
  );
  const say = () => play({ ...action, [name]: chosen ?? choice.value });
  return h(
    "div.row.missing",
    {},
    h("label.field", {}, h("span", {}, t("which_card")), choice),
    h("button.primary", { type: "button", onclick: say }, t("say_card")),
  );
}

/** What the last move did; while it is shown on the table, the event it is at. */
function latest({ events, steps }) {
  const at = desk.walk?.index ?? events.length;
  const item = (event, i) =>
    eventItem(event, { class: i < at ? "" : i === at ? "now" : "coming", "aria-current": i === at ? "step" : undefined });
  return h(
    "section.latest",
    { "aria-label": t("what_happened"), "data-move": desk.past.length },
    h("ol.events", {}, events.map(item)),
    steps?.length > 0 &&
      !desk.walk &&
      h("button.again", { type: "button", "data-key": "again", onclick: () => again(steps) }, `↻ ${t("show_again")}`),
  );
}

async function again(steps) {
  await walk(steps);
  showTurn();
}

const earlier = (entries) =>
  entries.length > 0 && [
  h("h3", {}, t("earlier")),
  h(
    "ol.log",
    {},
    entries.map(({ events }) => h("li", {}, h("ol.events", {}, events.map((each) => eventItem(each))))),
  ),
];

/** One event as a line with its clause. */
export const eventItem = ({ text, clause }, properties = {}) =>
  h("li.event", properties, h("span", {}, desk.adapter.tell?.(pick(text)) ?? pick(text)), " ", clauseLink(clause));
