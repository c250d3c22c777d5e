"""Cards and command, and the sequence of play. KIM-1

`turn.py` is the battle from muster to the last turn. `cards.py` lays the cards, `card_law.py` says which,
`plans.py` and `tasks.py` what is laid with them, `command.py` what a failed roll leaves.
"""
