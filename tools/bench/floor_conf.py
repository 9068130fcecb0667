"""How gunicorn serves the floor: as it serves the service. Worker class, backlog, preloading, frozen heap: all the same."""

from service.gunicorn_conf import *  # noqa: F403
