"""Activation: turns, phases, groups and what their men are told to do. NUTS-ACT

`turn.py`, `groups.py` and `activation.py` play the sequence. `orders.py` is the question that a group is asked;
each card has its law in the chapter that it is about, those for things that lie about in `side_actions.py` and
`dropping.py`. `upkeep.py` is what begins and ends with activations, phases and turns. `dice.py` and `rep.py`
say how dice are read and what a man tests against.
"""
