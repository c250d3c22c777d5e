"""Deadground: WWII tabletop wargames by the full rules on a browser table."""
