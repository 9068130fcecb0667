"""gunicorn's own few lines, as JSON like the rest."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import orjson


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "message": record.getMessage().encode("utf-8", "replace").decode(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, option=orjson.OPT_UTC_Z).decode()
