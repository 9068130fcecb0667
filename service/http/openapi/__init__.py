"""Makes `openapi.yaml` from the registry and the schemas. Nothing here runs while serving."""

from __future__ import annotations

from service.http.openapi.document import Example, Examples, build, dump

__all__ = ["Example", "Examples", "build", "dump"]
