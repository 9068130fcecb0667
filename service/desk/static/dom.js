// Building and refreshing the page: elements, one tab stop a group of cards, focus that survives a redraw, spoken news.

/** What runs every handler of the page. */
let guard = (run) => run();
export const guardWith = (next) => {
  guard = next;
};

/** h("button.card", {onclick, "aria-label": …, style: {"--x": 1}}, children…) */
export function h(spec, properties = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), (event) => guard(() => value(event)));
    else if (name === "style") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else if (name === "class") element.className += ` ${value}`;
    else if (name === "value") element.value = value;
    else if (name === "checked" || name === "selected") element[name] = true;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/** Where the focus was in a host whose redraw had nothing to give it to: the next one may, if it is still waiting there. */
let waiting = null;

/** Replaces what `host` shows; whoever had the focus (by `data-key`) keeps it, or its nearest neighbour in the group gets it. */
export function refresh(host, ...children) {
  const active = document.activeElement;
  const focused = host.contains(active) && active !== host ? active : null;
  const group = focused?.closest("[data-roving]");
  const was = focused
    ? { host, key: focused.dataset.key, group: group?.dataset.roving, place: group ? roving(group).indexOf(focused) : -1 }
    : waiting?.host === host && (active === host || active === document.body)
      ? waiting
      : null;
  host.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const each of host.querySelectorAll("[data-roving]")) settle(each);
  if (!was) return;
  const heir = heirOf(was);
  waiting = heir ? null : was;
  if (heir) focus(heir);
  else if (host.tabIndex >= 0) host.focus({ preventScroll: true });
}

function heirOf({ host, key, group, place }) {
  const by = (name, value) => value !== undefined && host.querySelector(`[${name}="${CSS.escape(value)}"]:not([disabled])`);
  const same = by("data-key", key);
  if (same) return same;
  const again = by("data-roving", group);
  const there = again ? roving(again) : [];
  if (there.length) return there[Math.min(Math.max(place, 0), there.length - 1)];
  // The group is gone: a list of moves has another one instead, an empty place its own button.
  const others = group?.startsWith("moves-") ? host.querySelector(".moves [data-roving]") : null;
  return (others && roving(others)[0]) ?? (by("data-home", group) || null);
}

function focus(element) {
  const group = element.closest("[data-roving]");
  if (group) makeStop(group, element);
  element.focus({ preventScroll: true });
}

const roving = (group) => [...group.querySelectorAll("button:not([disabled])")];

function settle(group) {
  const members = roving(group);
  const last = stops.get(group.dataset.roving);
  makeStop(group, members.find((each) => each.dataset.key === last) ?? members[0]);
}

/** Where Tab last was in each group: it comes back there after a redraw. */
const stops = new Map();

function makeStop(group, chosen) {
  if (chosen) stops.set(group.dataset.roving, chosen.dataset.key);
  for (const each of roving(group)) each.tabIndex = each === chosen ? 0 : -1;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** In a group of cards the arrow keys go to the nearest card in that direction; Tab leaves the group. */
export function listenForArrows(root) {
  root.addEventListener("keydown", (event) => {
    const group = event.target.closest?.("[data-roving]");
    if (!group || event.target.tagName !== "BUTTON") return;
    const members = roving(group);
    let next = null;
    if (event.key === "Home") next = members[0];
    else if (event.key === "End") next = members.at(-1);
    else if (ARROWS[event.key]) next = nearest(members, event.target, ARROWS[event.key]);
    else return;
    event.preventDefault();
    if (next) {
      makeStop(group, next);
      next.focus();
    }
  });
  root.addEventListener("focusin", (event) => {
    const group = event.target.closest?.("[data-roving]");
    if (group && event.target.tagName === "BUTTON") makeStop(group, event.target);
  });
}

function nearest(members, from, [dx, dy]) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const each of members) {
    const [ex, ey] = middle(each);
    const along = (ex - x) * dx + (ey - y) * dy;
    const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (each === from || along < 4) continue;
    const distance = along + across * 3;
    if (distance < least) [best, least] = [each, distance];
  }
  return best;
}

/** Tells a screen reader what a sighted person sees happen. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  requestAnimationFrame(() => {
    live.textContent = text;
  });
}

const MARGIN = 9; // badges and rings stick out

/** Scrolls the table as little as needed for these places to show; where not all of them fit, the first ones. */
export function showPlaces(pointers, { fromTop = false } = {}) {
  const host = document.getElementById("table");
  if (fromTop) host.scrollTop = 0;
  const found = pointers.map((each) => host.querySelector(`[data-pointer="${CSS.escape(each)}"]`)).filter(Boolean);
  if (!found.length) return;
  if (getComputedStyle(document.body).overflow !== "hidden") return found[0].scrollIntoView({ block: "nearest" });
  const view = host.getBoundingClientRect();
  let [top, bottom] = [Infinity, -Infinity];
  for (const each of found) {
    const box = each.getBoundingClientRect();
    const [high, low] = [Math.min(top, box.top), Math.max(bottom, box.bottom)];
    if (bottom > top && low - high > view.height - 2 * MARGIN) break;
    [top, bottom] = [high, low];
  }
  const above = view.top + MARGIN - top;
  const below = bottom - view.bottom + MARGIN;
  if (above > 0) host.scrollTop -= above;
  else if (below > 0) host.scrollTop += Math.min(below, -above);
}

let toastTimer = 0;
export function toast(text) {
  const element = document.getElementById("toast");
  element.textContent = text;
  element.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element.classList.remove("shown"), 2500);
}

/** Opens the one dialog of the page with this title and content; `close()` inside it puts it away. */
export function openDialog(title, closeLabel, ...children) {
  const dialog = document.getElementById("dialog");
  const close = h("button.quiet.close", { type: "button", "aria-label": closeLabel, onclick: () => dialog.close() }, "✕");
  dialog.replaceChildren(
    h("div.dialog-head", {}, h("h2", { id: "dialog-title" }, title), close),
    h("div.dialog-body", {}, children),
  );
  if (!dialog.open) dialog.showModal();
  return dialog;
}

export const closeDialog = () => document.getElementById("dialog").close();
