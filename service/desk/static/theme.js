// Light or dark: the system's way unless the reader has chosen.
import { recall, remember } from "./language.js";

const apply = (theme) => {
  if (theme) document.documentElement.dataset.theme = theme;
};

export const startTheme = () => apply(recall("theme"));

export function switchTheme() {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const next = dark ? "light" : "dark";
  remember("theme", next);
  apply(next);
}
