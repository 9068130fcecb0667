// Before anything is painted: the reader's theme and language, so that nothing flashes or jumps.
(() => {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = {
      theme: localStorage["arbiter.theme"],
      language: localStorage["arbiter.language"],
      rules: localStorage["arbiter.rules"],
    };
  } catch {
    // A browser that keeps nothing has nothing to recall.
  }
  if (kept.theme) root.dataset.theme = kept.theme;
  const liked = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each === "en" || each === "pl");
  root.lang = kept.language || liked || "en";
  root.dataset.shown = kept.rules === "both" ? "both" : root.lang;
})();
