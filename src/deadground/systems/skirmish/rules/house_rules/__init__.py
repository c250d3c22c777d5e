"""House rules, each switched by an option. NUTS-HOUSE

`switched.py` has those of a line or two; crawling (3) and platoon command (7) have a module each, and fighting
to capture (6) lies with melee.
"""
