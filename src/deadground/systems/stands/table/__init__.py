"""The battle as a table shows it: the scene of a view, looks at it, and gestures that become drafts of choices."""
