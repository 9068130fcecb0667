// English or Polish: the reader's choice, else the browser's. A text is {en, pl}; `pick` takes the one to show.
import { WORDS } from "./words.js";

const LANGUAGES = ["en", "pl"];
let current = "en";

export function recall(key) {
  try {
    return localStorage.getItem(`arbiter.${key}`);
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(`arbiter.${key}`, value);
  } catch {
    // A browser that keeps nothing forgets the choice, no more.
  }
}

export function startLanguage() {
  const chosen = recall("language");
  const liked = navigator.languages.map((each) => each.slice(0, 2)).find((each) => LANGUAGES.includes(each));
  speak(LANGUAGES.includes(chosen) ? chosen : (liked ?? "en"));
}

export function speak(language) {
  current = language;
  document.documentElement.lang = language;
}

export const language = () => current;
export const pick = (text) => (text && typeof text === "object" ? (text[current] ?? text.en) : text);
export const T = (en, pl) => ({ en, pl });

/** A word of the page itself; {name} slots are filled from `params`. */
export function t(key, params = {}) {
  const text = pick(WORDS[key]);
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => params[name]);
}

/** plural(5, ["karta", "karty", "kart"]); two forms are English. */
export function plural(n, forms) {
  if (n === 1) return forms[0];
  if (forms.length === 2) return forms[1];
  return n % 10 >= 2 && n % 10 <= 4 && !(n % 100 >= 12 && n % 100 <= 14) ? forms[1] : forms[2];
}

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
export const inWords = (n) => SMALL[n] ?? String(n);
/** "Ania, Bartek and Celina" */
export const listed = (names) => {
  const and = (word) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`);
  return T(and("and"), and("i"));
};
