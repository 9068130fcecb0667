"""The page in a real browser, as a person uses it."""

from __future__ import annotations

import base64
import json
import re
from typing import Any, Literal

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

SMALL = (360, 740)
PHONE = (390, 844)
WIDE = (1280, 860)
SIZES = {"phone": PHONE, "desktop": WIDE}
Scheme = Literal["light", "dark"]

# What the page may not do is told by the browser as an event; the console has it too, but not always in time.
_WATCH = """
window.__violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.__violations.push(event.violatedDirective));
window.__shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
// One clipboard for all browsers of a machine would mix up tests that run side by side.
if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.__copied = text; };
"""


MOVES = "#panel .move, .cell.open"


def link(game: str, state: dict[str, Any], question: str | None = None, actions: list[dict[str, Any]] | None = None) -> str:
    """The address of a table, and of a question about it; not compressed, as a browser without that would write it."""
    shared: dict[str, Any] = {"g": game, "s": state}
    if question:
        shared["q"] = question
    if actions is not None:
        shared["a"] = actions
    return "/#j" + base64.urlsafe_b64encode(json.dumps(shared).encode()).decode().rstrip("=")


class Desk:
    """`frozen`: the page's clock stands still until a test moves it, and with it a move that is shown step by step."""

    def __init__(
        self, browser: Browser, origin: str, *, size: tuple[int, int] = PHONE, language: str = "en",
        scheme: Scheme = "light", path: str = "/", touch: bool = False,
        expected: str = "status of 4(00|22)", ready: bool = True, frozen: bool = False,
    ) -> None:  # fmt: skip
        self.origin = origin
        # Chromium notes every answer that is not a success; a 400 or 422 is one that the page shows.
        self._expected = expected
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=language, color_scheme=scheme, reduced_motion="reduce",
            has_touch=touch,
        )  # fmt: skip
        self.context.add_init_script(_WATCH)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.troubles: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        if frozen:
            self.page.clock.install(time=0)
        self.page.goto(self.origin + path)
        if frozen:
            self.page.clock.pause_at(60_000)
        if ready:
            self.until_ready()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not re.search(self._expected, message.text):
            self.troubles.append(message.text)

    def until_ready(self) -> None:
        self.page.wait_for_selector("body[data-ready]")

    def go(self, path: str) -> None:
        self.page.goto(self.origin + path)
        self.until_ready()

    def close(self) -> None:
        self.troubles += self.page.evaluate("window.__violations")
        self.context.close()

    def choose(self, game: str) -> None:
        self.page.click(f"[data-game='{game}']")
        expect(self.page.locator(f"[data-game='{game}']")).to_have_attribute("aria-pressed", "true")

    def example(self, name: str) -> None:
        self.page.click("[data-run=example]")
        self.page.click(f"[data-example='{name}']")
        expect(self.headline).to_be_visible()

    def place(self, pointer: str) -> None:
        self.page.click(f"[data-key='place-{pointer}']")

    def lay(self, pointer: str, *cards: str) -> None:
        self.place(pointer)
        for card in cards:
            self.page.click("[data-key=hidden-card]" if card == "??" else f".palette [data-card='{card}']")

    def ask(self, question: str) -> None:
        self.page.click("#tab-ask")
        self.page.click(f"[data-question={question}]")

    def edit_json(self, state: dict[str, Any]) -> None:
        self.page.click("[data-run=more]")
        self.page.click("[data-menu=edit_json]")
        self.page.fill("dialog textarea", json.dumps(state))
        self.page.click("dialog .primary")

    def deal(self) -> None:
        self.page.click("[data-run=deal]")
        self.page.wait_for_selector(MOVES)

    def move(self, action: dict[str, Any]) -> None:
        """Taps the move and goes to the end of its steps."""
        self.tap_move(action)
        self.page.keyboard.press("Escape")

    def tap_move(self, action: dict[str, Any]) -> None:
        """Taps the move; its first step is then on the table."""
        latest = "document.querySelector('.latest')?.dataset.move ?? null"
        before = self.page.evaluate(latest)
        self.page.click(f"[data-action='{json.dumps(action, separators=(',', ':'))}']")
        self.page.wait_for_function(f"(before) => ({latest}) !== before", arg=before)

    def marked(self, kind: str) -> list[str]:
        return sorted(each.get_attribute("data-card") or "" for each in self.page.locator(f".table .card.mark-{kind}").all())

    def state(self) -> dict[str, Any]:
        """The table as the page would send it."""
        self.page.click("[data-run=more]")
        self.page.click("[data-menu=edit_json]")
        state: dict[str, Any] = json.loads(self.page.input_value("dialog textarea"))
        self.page.click("dialog .close")
        return state

    def copied(self, item: str) -> str:
        """What an item of the menu copies."""
        self.page.evaluate("() => { window.__copied = null; }")
        self.page.click("[data-run=more]")
        self.page.click(f"[data-menu={item}]")
        self.page.wait_for_function("() => window.__copied")
        return str(self.page.evaluate("window.__copied"))

    @property
    def headline(self) -> Locator:
        return self.page.locator(".answer .headline")

    @property
    def shift(self) -> float:
        return float(self.page.evaluate("window.__shift"))
