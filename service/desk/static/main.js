// The desk: which game, which tab, which language; the rest is drawn by the modules around it.
import { ROOT, read } from "./api.js";
import { askAgain, askQuestion, questions } from "./ask.js";
import { askPanel } from "./answer.js";
import { announce, h, listenForArrows, refresh, toast } from "./dom.js";
import { generic } from "./games/generic.js";
import { language, pick, recall, remember, speak, startLanguage, t } from "./language.js";
import { deal, link, openExamples, openMenu } from "./menu.js";
import { palette } from "./palette.js";
import { offerMoves, playPanel } from "./play.js";
import { NAMES, openSetup } from "./setup.js";
import { unpack } from "./share.js";
import { changed, desk, onChange, setTable } from "./store.js";
import { drawTable } from "./table.js";
import { switchTheme } from "./theme.js";

const $ = (id) => document.getElementById(id);
const TABS = { cards: palette, ask: askPanel, play: playPanel };

async function chooseGame(id, state = null) {
  const game = desk.games.find((each) => each.id === id) ?? desk.games[0];
  const known = document.body.dataset.adapters.split(" ").includes(game.id);
  const [adapter, rules] = await Promise.all([
    known ? import(`./games/${game.id}.js`).then((module) => module.default) : generic(game),
    read(`v1/games/${game.id}/rules`),
  ]);
  Object.assign(desk, { game, adapter, rules, tab: "cards", ink: null });
  setTable(state ?? adapter.fresh(NAMES.slice(0, Math.max(2, game.players.min))), { keep: false });
  remember("game", game.id);
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
  if (id === "play") offerMoves();
}

function draw() {
  drawBar();
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
  if (id === desk.game.id) return;
  await chooseGame(id);
  changed();
  announce(pick(desk.game.title));
}

async function switchLanguage(next) {
  remember("language", next);
  speak(next);
  changed();
  desk.legal = null;
  if (desk.tab === "play") await offerMoves();
  if (desk.answer && !desk.stale) await askAgain();
}

/** A shared link: the same table, and the same question answered again. */
async function openShared() {
  const packed = location.hash.slice(1);
  if (!packed) return false;
  try {
    const shared = await unpack(packed);
    if (!desk.games.some((each) => each.id === shared.g) || !Array.isArray(shared.s?.players)) throw new Error("not a table");
    await chooseGame(shared.g, shared.s);
    desk.steps = shared.a ?? [];
    draw();
    if (shared.q) await askQuestion(shared.q);
    return true;
  } catch {
    toast(t("bad_link"));
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

async function start() {
  startLanguage();
  listenForArrows(document);
  listenForTabs();
  $("dialog").addEventListener("click", (event) => event.target === $("dialog") && $("dialog").close());
  $("dialog").addEventListener("close", () => changed());
  desk.games = (await read("v1/games")).games;
  if (!(await openShared())) {
    const last = recall("game");
    await chooseGame([last, "red7"].find((id) => desk.games.some((each) => each.id === id)) ?? desk.games[0].id);
  }
  onChange(draw);
  onChange(keepInAddress);
  draw();
  window.addEventListener("hashchange", async () => {
    if (!(await openShared())) await chooseGame(desk.game.id);
    changed();
  });
  document.body.dataset.ready = "yes";
}

start().catch((error) => {
  console.error(error, `${ROOT}`);
  $("table").textContent = t("unreachable");
});
