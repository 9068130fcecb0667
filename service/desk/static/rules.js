// The rulebook in one language or both: the reader's choice, else the one the desk speaks.
import { language, recall, remember, speak, startLanguage } from "./language.js";
import { startTheme } from "./theme.js";

startLanguage();
startTheme();
const buttons = [...document.querySelectorAll("[data-show]")];

function show(which) {
  document.body.dataset.shown = which;
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
show(recall("rules") === "both" ? "both" : language());
// The text above the clause that was linked to may have gone.
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
