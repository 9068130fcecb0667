from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import create_app
from service.config import Settings


@pytest.fixture(scope="session")
def app() -> Flask:
    # Without the deadline: a collection of this process's garbage may take longer than any judgement.
    return create_app(Settings(request_log=False, max_judging_ms=0))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
