"""The rules of the duel, one module per chapter."""
