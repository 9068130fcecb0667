// Playing on: the legal moves as buttons; a tap resolves one through the API and tells its effects step by step.
import { Unreachable, ask } from "./api.js";
import { clauseLink } from "./answer.js";
import { faults } from "./ask.js";
import { cardChip } from "./cards.js";
import { announce, bringIntoView, h, toast } from "./dom.js";
import { pick, t } from "./language.js";
import { dealNext } from "./menu.js";
import { cardSelect } from "./moveform.js";
import { changed, desk, edit, undo } from "./store.js";

/** Fetches the moves on offer, unless they are here already. */
export async function offerMoves() {
  if (desk.legal || !desk.state) return;
  const { state } = desk;
  try {
    const { status, body } = await ask(desk.game.id, "legal-actions", { state });
    if (state !== desk.state) return;
    desk.legal = status === 200 ? body : { problem: body, status };
    if (status === 200) desk.marks = new Map((body.needs ?? []).map((each) => [each.slice(6), { kind: "need" }]));
    else desk.marks = faults(body.errors ?? []);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    desk.legal = { problem: { title: t("unreachable"), errors: [] } };
  }
  changed();
}

export async function play(action) {
  const operation = "resolve";
  let answered;
  try {
    answered = await ask(desk.game.id, operation, { state: desk.state, actions: [action] });
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return toast(t("unreachable"));
  }
  const { status, body } = answered;
  if (status !== 200) return toast(body.detail ?? body.title);
  desk.tab = "play";
  if (body.status === "undetermined") return waitFor(action, body);
  if (body.status === "illegal") return toast(body.findings[0]?.message ?? t("illegal"));
  const told = body.events.map((event) => ({ text: desk.adapter.sayEvent(event), clause: event.clause }));
  edit(() => body.state, { log: [{ events: told, action }, ...desk.log].slice(0, 60) });
  announce(told.map((each) => pick(each.text)).join(". "));
  await offerMoves();
  bringIntoView(desk.legal?.actions?.some((each) => each.action.x !== undefined) ? ".cell.open" : ".player.on-turn");
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
  const turnedUp = legal?.player && desk.adapter.turnedUp?.(desk.state);
  return [
    h(
      "div.row.play-head",
      {},
      h(
        "p.moves-of",
        {},
        legal?.player ? t("moves_of", { player: legal.player }) : t("tab_play"),
        turnedUp && [" ", cardChip(desk.adapter, turnedUp)],
      ),
      h(
        "button.quiet",
        {
          type: "button",
          "data-key": "undo",
          disabled: desk.past.length === 0,
          onclick: () => {
            undo();
            offerMoves();
          },
        },
        `↶ ${t("undo")}`,
      ),
    ),
    desk.missing && missing(),
    legal ? offered(legal) : h("p.quiet-note", {}, t("loading")),
    desk.log.length > 0 && history(),
  ];
}

function offered(legal) {
  if (legal.problem) {
    const text = desk.state.turn ? t("wrong_table") : t("need_turn");
    return h(
      "div.is-problem",
      {},
      h("p", {}, text),
      h(
        "ul.faults",
        {},
        (legal.problem.errors ?? []).map((each) => h("li", {}, each.detail)),
      ),
    );
  }
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

function history() {
  return [
    h("h3", {}, t("what_happened")),
    h(
      "ol.log",
      {},
      desk.log.map((entry, age) =>
        h(
          `li${age === 0 ? ".latest" : ""}`,
          {},
          h(
            "ol",
            {},
            entry.events.map((event, i) =>
              h(
                "li.event",
                { style: { "--i": i } },
                h("span", {}, desk.adapter.tell?.(pick(event.text)) ?? pick(event.text)),
                " ",
                clauseLink(event.clause),
              ),
            ),
          ),
        ),
      ),
    ),
  ];
}
