// When the service does not answer: what it said, and a button that tries the same again. Every handler runs through here.
import { Refused } from "./api.js";
import { guardWith, h, refresh } from "./dom.js";
import { t } from "./language.js";

let now = null; // {headline, detail, retry}

/** Runs what a reader has asked for; where the service refuses, it says so and offers to run it again. */
export async function attempt(run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, body } = error;
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
  const { headline, detail, retry } = now;
  const again = () => {
    calm();
    return retry();
  };
  refresh(
    host,
    h("div.trouble-text", {}, h("p.trouble-title", {}, headline()), detail && h("p", {}, detail)),
    retry && h("button.primary", { type: "button", "data-key": "retry", onclick: again }, t("retry")),
    h("button.quiet.close", { type: "button", "data-key": "calm", "aria-label": t("close"), onclick: calm }, "✕"),
  );
}
