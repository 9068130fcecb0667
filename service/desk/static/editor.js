// The table as JSON: for a game that has no table of its own yet, and for whoever likes it better.
import { closeDialog, h, openDialog } from "./dom.js";
import { t } from "./language.js";
import { changed, desk, edit, undo } from "./store.js";

export function jsonEditor(after = () => {}) {
  const problem = h("p.problem", { role: "alert", hidden: true });
  const area = h("textarea.json", {
    "aria-label": t("json_label"),
    "data-key": "json",
    spellcheck: "false",
    rows: 14,
    value: JSON.stringify(desk.state, null, 1),
  });
  const apply = () => {
    const before = desk.state;
    try {
      const state = JSON.parse(area.value);
      if (state === null || typeof state !== "object" || !Array.isArray(state.players)) throw new SyntaxError("players");
      edit(() => state);
      after();
      changed();
    } catch (error) {
      // Not JSON, or nothing that could be drawn as a table: what lay there stays.
      if (desk.state !== before) undo();
      problem.hidden = false;
      problem.textContent = t("json_wrong", { why: error.message });
    }
  };
  return h("div.json-editor", {}, area, problem, h("button.primary", { type: "button", onclick: apply }, t("json_apply")));
}

export const editAsJson = () => openDialog(t("edit_json"), t("close"), jsonEditor(closeDialog));
