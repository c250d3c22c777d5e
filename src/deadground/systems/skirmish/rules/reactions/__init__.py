"""Reaction Tests. NUTS-REACT

`reaction.py` has the ladder of results and what causes a test, `crisis.py` and `recover.py` the two tests,
`modifiers.py` their dice, `casualties.py` and `captives.py` what becomes of those who go down.
"""
