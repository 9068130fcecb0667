"""The proxy configuration for given addresses: `python -m tools.proxy 8080 127.0.0.1:8001 127.0.0.1:8002 > nginx.conf`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

TEMPLATE = Path(__file__).parents[1] / "deploy" / "nginx" / "templates" / "nginx.conf.template"
_PLACE = re.compile(r"\$\{([A-Z_]+)\}")
# No instance is ever written off: while one is avoided for having been restarted the next one is restarted, and nobody is left.
# A request that meets a dead instance is refused by it at once and asked of another.
SERVER = "server {} max_fails=0;"


def variables(listen: str | int, instances: Sequence[str]) -> dict[str, str]:
    """What the container's environment holds for the template."""
    return {"PROXY_LISTEN": str(listen), "ARBITER_SERVERS": " ".join(SERVER.format(each) for each in instances)}


def fill(values: Mapping[str, str], template: Path = TEMPLATE) -> str:
    """As the image's envsubst does it: `${NAME}` is replaced, nginx's own `$name` is not."""
    return _PLACE.sub(lambda place: values[place[1]], template.read_text("utf-8"))


def configuration(listen: str | int, instances: Sequence[str]) -> str:
    """`listen` is a port or an address with one; `instances` are addresses like `127.0.0.1:8001`."""
    return fill(variables(listen, instances))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.proxy", description=__doc__)
    parser.add_argument("listen", help="port, or address:port")
    parser.add_argument("instances", nargs="+", help="address:port of each instance")
    given = parser.parse_args()
    print(configuration(given.listen, given.instances), end="")


if __name__ == "__main__":
    main()
