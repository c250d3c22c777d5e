"""Exact odds of the skirmish's rolls, by the code that resolves them."""
