"""The layers: rules know no web, games know no other game, the web knows no game."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from importlinter.api import read_configuration
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[1]


def test_import_contracts(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert len(read_configuration(str(ROOT / "pyproject.toml"))["contracts_options"]) >= 3
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0, capsys.readouterr().out


def test_only_the_web_layer_knows_flask() -> None:
    knowing = set()
    for path in (ROOT / "service").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if any(name.partition(".")[0] in ("flask", "werkzeug") for name in names):
                knowing.add(path.relative_to(ROOT / "service").parts[0])
    assert knowing == {"http", "__init__.py"}, "service/__init__.py names Flask for type checkers only"
