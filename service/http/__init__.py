"""The web: the only package that knows Flask. It knows no rule; games reach it through the registry."""
