"""Ruses, Orders, Rituals, Manifestations and Abilities: data in `library.py`, a small hook for each."""
