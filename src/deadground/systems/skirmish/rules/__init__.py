"""The rules of the skirmish, one module per chapter of the book, in its order."""
