// Light or dark: the system's way unless the reader has chosen; `early.js` recalls the choice.
import { remember } from "./language.js";

export function switchTheme() {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const next = dark ? "light" : "dark";
  remember("theme", next);
  dataset.theme = next;
}
