"""Arbiter: a stateless service that judges card games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from service.config import Settings

__version__ = "0.1.0"


def create_app(config: Settings | None = None) -> Flask:
    """The WSGI application; settings come from the environment unless given.

    The web layer is imported here and not above, so that the rules can be used without it and so that the metrics directory
    can be prepared before `prometheus_client` looks for it.
    """
    from service.adjudication.registry import games
    from service.config import Settings
    from service.http.app import build

    return build(config or Settings.from_environment(), games())
