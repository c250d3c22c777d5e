"""Sight, and hidden stands and positions: how they come to be seen. KIM-3

`look.py` is one look at another stand, `sight_rules.py` who sees whom and has a free line of fire (KIM-4.18
too). `visibility.py` puts on the table who is seen, `positions.py` shows dug-in ground without who is in it.
"""
