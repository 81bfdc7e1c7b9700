"""A referee for miniature wargames."""
