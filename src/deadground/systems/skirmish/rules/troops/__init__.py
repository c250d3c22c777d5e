"""Kinds of troops, their traits and their equipment. COT-UNIT, COT-ATTR, COT-EQUIP

`unit_types.py` has the kinds, `equipment.py` what they are given. Ruthless men are in `morale.py` and
`inspiring.py`, hated foes in `foes.py` and `foe_reaction.py`; looters, shirkers and lucky men have a module
each.
"""
