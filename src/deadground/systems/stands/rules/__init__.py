"""The rules of stands, one module per chapter of the book, in its order."""
