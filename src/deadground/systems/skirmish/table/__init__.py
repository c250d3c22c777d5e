"""The table of a skirmish as a page draws it."""
