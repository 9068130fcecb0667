from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.config import Settings
from service.http.app import build
from tests.http.toy import toy


@pytest.fixture
def client() -> FlaskClient:
    """The toy game over HTTP."""
    return build(Settings(request_log=False), {"toy": toy()}).test_client()
