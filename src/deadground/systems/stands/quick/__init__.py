"""Quick looks at many lines and places at once; they never decide what a rule would decide otherwise."""
