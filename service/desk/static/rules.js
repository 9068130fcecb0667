// The rulebook in one language or both; which one is shown at first, `early.js` has said.
import { remember, speak } from "./language.js";
import { switchTheme } from "./theme.js";

const root = document.documentElement;
const buttons = [...document.querySelectorAll("[data-show]")];

function show(which) {
  root.dataset.shown = which;
  for (const each of buttons) each.setAttribute("aria-pressed", String(each.dataset.show === which));
  if (which !== "both") speak(which);
}

for (const each of buttons) {
  each.addEventListener("click", () => {
    remember("rules", each.dataset.show);
    if (each.dataset.show !== "both") remember("language", each.dataset.show);
    show(each.dataset.show);
  });
}
document.getElementById("theme").addEventListener("click", switchTheme);
show(root.dataset.shown);
document.body.dataset.ready = "yes";
