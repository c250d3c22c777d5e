"""The rules of the skirmish: a folder for each chapter of the book."""
