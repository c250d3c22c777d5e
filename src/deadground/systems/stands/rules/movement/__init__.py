"""Movement: routes, the common clock, and arriving. KIM-2"""
