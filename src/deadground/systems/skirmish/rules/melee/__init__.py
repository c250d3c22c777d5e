"""Charging into melee, and melee. NUTS-MELEE

`charge_card.py` and `charge_reach.py` say who may charge whom, `charge.py` carries it out, `charge_test.py` is
the test of charger and target. `melee.py` plays the rounds, `melee_dice.py` counts their dice. `assault_card.py`
and `close_assault.py`: men who go at vehicles.
"""
