"""Battles over the network: web API, live play, storage. It serves any game and knows none."""
