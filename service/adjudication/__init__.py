"""What all games share: the Game protocol, request shapes, findings, rulebooks, shuffling. Pure Python, no web framework."""
