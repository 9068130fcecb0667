"""The games, one folder each. A folder exports `GAME`; the registry finds it, nothing else names it."""
