"""Decisions, the contract of a game, the session that drives it, save files, catalogue and sheet."""
