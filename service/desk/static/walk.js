// A move shown step by step: one event after the other on the table. A tap anywhere on the table or the panel goes to its end.
import { showPlaces } from "./dom.js";
import { changed, desk } from "./store.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Milliseconds that a step stays: one that changes the table, one that only says something. */
const pace = (changes) => (still.matches ? (changes ? 600 : 300) : changes ? 900 : 500);

let settled = null;
let timer = 0;

/** Shows the steps one by one; resolves when the last has been seen, or was skipped to. */
export function walk(steps) {
  finish();
  if (!steps.length) return Promise.resolve();
  return new Promise((resolve) => {
    settled = resolve;
    go({ steps, index: 0 });
  });
}

function go(to) {
  desk.walk = to;
  changed();
  const { steps, index } = to;
  showPlaces(steps[index].look);
  const before = index === 0 ? null : JSON.stringify(steps[index - 1].state);
  const onwards = () => (desk.walk !== to ? null : index + 1 < steps.length ? go({ steps, index: index + 1 }) : finish());
  timer = setTimeout(onwards, pace(before !== JSON.stringify(steps[index].state)));
}

/** The end of the walk, at once: the table is the service's again. */
export function finish() {
  clearTimeout(timer);
  if (!settled) return;
  const resolve = settled;
  settled = null;
  if (desk.walk) {
    desk.walk = null;
    changed();
  }
  resolve();
}

/** While a walk goes on, a tap where the cards or the moves are only skips it; anywhere else it does what it does. */
export function listenForSkips() {
  document.addEventListener(
    "click",
    (event) => {
      if (!desk.walk) return;
      finish();
      if (!event.target.closest?.("#table, #panel")) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  document.addEventListener("keydown", (event) => event.key === "Escape" && finish());
}
