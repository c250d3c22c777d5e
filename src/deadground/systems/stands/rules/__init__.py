"""The rules of stands: a folder for each chapter of the book."""
