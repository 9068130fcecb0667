// When the service does not answer: what it said, and a button that tries the same again. Every handler runs through here.
import { Refused, key } from "./api.js";
import { closeDialog, guardWith, h, openDialog, refresh } from "./dom.js";
import { t } from "./language.js";

let now = null; // {headline, detail, retry}

/** Runs what a reader has asked for; where the service refuses, it says so and offers to run it again. */
export async function attempt(run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, body } = error;
    if (status === 401) return askForKey(run);
    closeDialog(); // it would lie on top of what is said here
    show({
      headline: () => t(status === 0 ? "unreachable" : "refused"),
      detail: status === 0 ? null : `${body.detail ?? body.title ?? ""} (${status})`.trim(),
      retry: run,
    });
  }
}
guardWith(attempt);

export function show(trouble) {
  now = trouble;
  drawTrouble();
}

export const troubled = () => now !== null;
export const calm = () => now && show(null);

export function drawTrouble() {
  const host = document.getElementById("trouble");
  if (!now) return refresh(host);
  const { headline, detail, retry, label = "retry" } = now;
  const again = () => {
    calm();
    return attempt(retry);
  };
  refresh(
    host,
    h("div.trouble-text", {}, h("p.trouble-title", {}, headline()), detail && h("p", {}, detail)),
    retry && h("button.primary", { type: "button", "data-key": "retry", onclick: again }, t(label)),
    h("button.quiet.close", { type: "button", "data-key": "calm", "aria-label": t("close"), onclick: calm }, "✕"),
  );
}

/** What a header can carry; no key is anything else. */
const SENDABLE = /^[\x20-\x7e\xa0-\xff]+$/;

/** The service wants to know who asks: the key is said once for this tab, then what was asked for goes on. */
function askForKey(run) {
  const wrong = key.get() !== "";
  key.set("");
  show({ headline: () => t(wrong ? "key_wrong" : "key_needed"), retry: () => askForKey(run), label: "enter_key" });
  const field = h("input", { type: "password", autocomplete: "off", required: true, maxlength: 200, "data-key": "api-key" });
  const told = h("p.problem", { role: "alert" }, wrong ? t("key_wrong") : "");
  const enter = (event) => {
    event.preventDefault();
    if (!SENDABLE.test(field.value.trim())) {
      told.textContent = t("key_wrong");
      return field.select();
    }
    key.set(field.value.trim());
    calm();
    closeDialog();
    return attempt(run);
  };
  openDialog(
    t("enter_key"),
    t("close"),
    h(
      "form.key-form",
      { onsubmit: enter },
      told,
      h("p", {}, t("key_note")),
      h("label.field", {}, h("span", {}, t("key_label")), field),
      h("div.row", {}, h("button.primary", { type: "submit" }, t("key_use"))),
    ),
  );
  field.focus();
}
