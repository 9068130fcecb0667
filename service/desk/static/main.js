// The desk: which game, which tab, which language; the rest is drawn by the modules around it.
import { Refused, read } from "./api.js";
import { askAgain, askQuestion, questions } from "./ask.js";
import { askPanel } from "./answer.js";
import { announce, h, listenForArrows, refresh, toast } from "./dom.js";
import { generic } from "./games/generic.js";
import { language, pick, recall, remember, speak, startLanguage, t } from "./language.js";
import { deal, link, openExamples, openMenu, retellDeal } from "./menu.js";
import { palette } from "./palette.js";
import { offerMoves, playPanel } from "./play.js";
import { NAMES, openSetup } from "./setup.js";
import { unpack } from "./share.js";
import { changed, desk, onChange, setTable } from "./store.js";
import { drawTable } from "./table.js";
import { switchTheme } from "./theme.js";
import { attempt, drawTrouble, show } from "./trouble.js";
import { listenForSkips } from "./walk.js";

const $ = (id) => document.getElementById(id);
const TABS = { cards: palette, ask: askPanel, play: playPanel };

let chosen = 0;

/** Brings a game to the desk; false if meanwhile another one was chosen. */
async function chooseGame(id, state = null) {
  const number = ++chosen;
  const game = desk.games.find((each) => each.id === id) ?? desk.games[0];
  const known = document.body.dataset.adapters.split(" ").includes(game.id);
  const adapter = known ? (await import(`./games/${game.id}.js`)).default : await generic(game);
  if (number !== chosen) return false;
  Object.assign(desk, { game, adapter, tab: "cards", ink: null });
  setTable(state ?? adapter.fresh(NAMES.slice(0, Math.max(2, game.players.min))), { keep: false });
  remember("game", game.id);
  $("table").scrollTop = 0;
  return true;
}

/** "The Game and The Game: Extreme" is "The Game" in a row of buttons. */
const shortTitle = (game) => pick(game.title).split(/ (?:\(|and |i )/)[0];

function drawBar() {
  document.title = `Arbiter · ${t("tagline")}`;
  $("tagline").textContent = t("tagline");
  $("stage-title").textContent = t("table");
  $("dock-title").textContent = t("dock");
  const game = (each) =>
    h(
      "button.game",
      {
        type: "button",
        "aria-pressed": String(each.id === desk.game?.id),
        "data-key": `game-${each.id}`,
        "data-game": each.id,
        title: pick(each.title),
        onclick: () => switchGame(each.id),
      },
      shortTitle(each),
    );
  $("games").setAttribute("aria-label", t("games"));
  refresh($("games"), desk.games.map(game));
  const other = language() === "en" ? "pl" : "en";
  refresh(
    $("tools"),
    h(
      "button.quiet.tool",
      {
        type: "button",
        lang: other,
        "data-key": "language",
        "aria-label": other === "pl" ? "Po polsku" : "In English",
        onclick: () => switchLanguage(other),
      },
      other.toUpperCase(),
    ),
    h("button.quiet.tool", { type: "button", "data-key": "theme", "aria-label": t("theme"), onclick: switchTheme }, "◐"),
  );
}

function drawActions() {
  const action = (key, run) => h("button.action", { type: "button", "data-key": key, "data-run": key, onclick: run }, t(key));
  refresh(
    $("actions"),
    action("deal", deal),
    action("example", openExamples),
    action("setup", openSetup),
    action("more", openMenu),
  );
}

function drawDock() {
  const tab = (id) =>
    h(
      "button.tab",
      {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-selected": String(desk.tab === id),
        "aria-controls": "panel",
        "data-key": `tab-${id}`,
        tabindex: desk.tab === id ? "0" : "-1",
        onclick: () => openTab(id),
      },
      t(`tab_${id}`),
    );
  refresh($("tabs"), Object.keys(TABS).map(tab));
  $("panel").setAttribute("aria-labelledby", `tab-${desk.tab}`);
  $("panel").dataset.tab = desk.tab;
  refresh($("panel"), TABS[desk.tab]());
  const [first] = questions();
  refresh(
    $("foot"),
    desk.tab === "cards" &&
      first &&
      h("button.primary.big", { type: "button", "data-key": "ask-now", onclick: () => askQuestion(first.id) }, first.label),
  );
}

function openTab(id) {
  desk.tab = id;
  changed();
  return id === "play" ? offerMoves() : null;
}

function draw() {
  drawBar();
  drawTrouble();
  if (!desk.adapter) return;
  drawActions();
  drawTable($("table"));
  drawDock();
}

let saving = 0;
function keepInAddress() {
  clearTimeout(saving);
  saving = setTimeout(async () => {
    if (!desk.adapter.isEmpty(desk.state)) history.replaceState(null, "", await link());
    else history.replaceState(null, "", location.pathname + location.search);
  }, 300);
}

async function switchGame(id) {
  if (id === desk.game.id || !(await chooseGame(id))) return;
  changed();
  announce(pick(desk.game.title));
}

async function switchLanguage(next) {
  remember("language", next);
  speak(next);
  changed();
  desk.legal = null;
  attempt(retellDeal);
  if (desk.tab === "play") await attempt(offerMoves);
  if (desk.answer && !desk.stale) await askAgain();
}

/** A shared link: the same table, and the same question answered again. */
async function openShared() {
  const packed = location.hash.slice(1);
  if (!packed) return false;
  try {
    const { g, s, q, a, e } = await unpack(packed);
    if (!desk.games.some((each) => each.id === g)) throw new Error("no such game");
    await chooseGame(g, s);
    if (!a.every((each) => desk.adapter.kindName(each.type))) throw new Error("no such move");
    desk.steps = a;
    if (e && desk.adapter.ends?.(e)) desk.log = [{ events: [{ text: desk.adapter.sayEvent(e), clause: e.clause, event: e }] }];
    draw();
    if (q) await attempt(() => askQuestion(q));
    return true;
  } catch (error) {
    // Whatever is in a link that is no table, or none that can be drawn: an empty one takes its place.
    if (error instanceof Refused) throw error;
    if (desk.game) await chooseGame(desk.game.id);
    show({ headline: () => t("bad_link") });
    return false;
  }
}

function listenForTabs() {
  $("tabs").addEventListener("keydown", (event) => {
    const ids = Object.keys(TABS);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    openTab(ids[(ids.indexOf(desk.tab) + step + ids.length) % ids.length]);
    $(`tab-${desk.tab}`).focus();
  });
}

/** What the address says, else the game played last. */
async function open() {
  if (await openShared()) return;
  const last = desk.game?.id ?? recall("game");
  await chooseGame([last, "red7"].find((id) => desk.games.some((each) => each.id === id)) ?? desk.games[0].id);
}

async function load() {
  draw();
  desk.games = (await read("v1/games")).games;
  await open();
  onChange(keepInAddress);
  draw();
  document.body.dataset.ready = "yes";
}

startLanguage();
listenForArrows(document);
listenForTabs();
listenForSkips();
onChange(draw);
$("dialog").addEventListener("click", (event) => event.target === $("dialog") && $("dialog").close());
$("dialog").addEventListener("close", () => changed());
window.addEventListener("hashchange", () => desk.games.length > 0 && attempt(open).then(changed));
attempt(load);
