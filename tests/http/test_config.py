from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.config import Settings, WrongSetting, settings_table


def test_defaults() -> None:
    settings = Settings.from_environment({})
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.workers >= 1
    assert (settings.max_body_bytes, settings.max_batch_bytes) == (256 * 1024, 2 * 1024 * 1024)
    assert settings == Settings.from_environment({"PORT": "", "WORKERS": ""})


def test_the_environment_decides() -> None:
    settings = Settings.from_environment({"PORT": "9000", "HOST": "::1", "WORKERS": "3", "REQUEST_LOG": "off"})
    assert (settings.port, settings.host, settings.workers, settings.request_log) == (9000, "::1", 3, False)


@pytest.mark.parametrize(
    ("variable", "text"),
    [("PORT", "http"), ("PORT", "0"), ("PORT", "65536"), ("PORT", " 80"), ("PORT", "8_0"), ("PORT", "-1"), ("PORT", "8000.0"),
     ("PORT", "٨"), ("WORKERS", "0"), ("WORKERS", "many"), ("HOST", "a b"), ("HOST", "http://x"), ("REQUEST_LOG", "yes"),
     ("MAX_BODY_BYTES", "1"), ("MAX_JSON_DEPTH", "9" * 99)],
)  # fmt: skip
def test_a_wrong_setting_is_one_clear_line(variable: str, text: str) -> None:
    with pytest.raises(WrongSetting) as caught:
        Settings.from_environment({variable: text})
    assert str(caught.value).startswith(f"{variable} must be ")
    assert "\n" not in str(caught.value)


def test_all_wrong_settings_are_named() -> None:
    with pytest.raises(WrongSetting, match=r"PORT .*; WORKERS"):
        Settings.from_environment({"PORT": "x", "WORKERS": "x"})


def test_the_readme_has_every_setting() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.+?) \| (.+?) \|$", readme, re.MULTILINE)
    assert rows == settings_table()
