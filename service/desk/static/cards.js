// How a card looks. The adapter says what is on it: `face(code)` is {tone, big, corner?, foot?, short?, pips?, name}.
import { h } from "./dom.js";
import { T, pick } from "./language.js";

export const HIDDEN = "??";
const BACK = { tone: "hidden", big: "?", name: T("Hidden card", "Zakryta karta") };

/** What is no card of the game still lies on the table, so that the fault can be seen. */
function printed(adapter, code) {
  try {
    return adapter.face(code);
  } catch {
    return null;
  }
}

export const faceOf = (adapter, code) =>
  (code === HIDDEN ? BACK : printed(adapter, code)) ?? { tone: "plain", big: String(code), name: String(code) };
export const nameOf = (adapter, code) => pick(faceOf(adapter, code).name);

/** What is inside a card's button. */
export function drawn(adapter, code) {
  const face = faceOf(adapter, code);
  const corner = face.corner && h("span.corner", {}, face.corner);
  const foot = face.foot && h("span.foot", {}, pick(face.foot));
  if (face.pips) return [pips(face.pips), h("span.corner", {}, face.corner)];
  return [corner, h("span.big", {}, face.big), foot];
}

const LAID = [
  [],
  [5],
  [1, 9],
  [1, 5, 9],
  [1, 3, 7, 9],
  [1, 3, 5, 7, 9],
  [1, 3, 4, 6, 7, 9],
  [1, 3, 4, 5, 6, 7, 9],
  [1, 2, 3, 4, 6, 7, 8, 9],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
];

function pips(n) {
  const dots = Array.from({ length: 9 }, (_, i) => h("i", { class: LAID[n].includes(i + 1) ? "dot" : "gap" }));
  return h("span.pips", { "aria-hidden": "true" }, dots);
}

const SIGN = { good: "✓", fault: "!", need: "?" };

/** The sign of a mark; a card that is only being moved has none. */
export const badge = (mark) =>
  mark && mark.kind !== "step" && h("span.badge", { "aria-hidden": "true" }, mark.badge ?? SIGN[mark.kind]);

/** A card as a button; `mark` is {kind, badge} or nothing. */
export function cardButton(adapter, code, { label, mark, key, size, pressed, onclick, pointer, disabled }) {
  const face = faceOf(adapter, code);
  const classes = ["card", `tone-${face.tone}`, face.pips ? "dotted" : "", size ?? "", mark ? `mark-${mark.kind}` : ""];
  return h(
    `button.${classes.filter(Boolean).join(".")}`,
    {
      type: "button",
      "aria-label": label,
      "aria-pressed": pressed,
      "data-key": key,
      "data-pointer": pointer,
      "data-card": code,
      onclick,
      disabled,
    },
    drawn(adapter, code),
    badge(mark),
  );
}

/** A card that is only shown, such as in a sentence or a list of moves. */
export function cardChip(adapter, code) {
  const face = faceOf(adapter, code);
  return h(
    `span.card.chip.tone-${face.tone}`,
    { role: "img", "aria-label": pick(face.name) },
    face.short ?? (face.pips ? face.corner : (face.corner ?? "") + face.big),
  );
}
