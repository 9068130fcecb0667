"""`/docs` in a real browser: it shows the contract, asks the service, and asks nobody else."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from service.adjudication.registry import games
from tests.http.serving import Running


def test_docs(browser: Browser, server: Running) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    origin = f"http://127.0.0.1:{server.port}"
    troubles: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{origin}/docs")
    for game in games().values():
        for operation in game.operations:
            expect(page.locator(f"#operations-{game.id}-{game.id}-{operation}")).to_be_visible()
    first = next(iter(games()))
    verdict = page.locator(f"#operations-{first}-{first}-verdict")
    verdict.locator(".opblock-summary").click()
    verdict.get_by_text("Try it out").click()
    verdict.get_by_text("Execute").click()
    answer = verdict.locator(".live-responses-table")
    expect(answer.locator(".response-col_status").nth(1)).to_contain_text("200")
    expect(answer).to_contain_text("decision_id")
    page.close()
    assert troubles == []
    assert all(url.startswith((origin, "data:")) for url in asked)
