"""Deployment: where and when a scenario lets a force come on (NR-206), and who sees it come. NUTS-SIGHT

`zones.py` is the ground, `placing.py` who may stand where on it, `set_up.py` what happens before the first
turn, and `coming_on.py` later.
"""
