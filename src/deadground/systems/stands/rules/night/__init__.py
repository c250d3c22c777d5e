"""Night turns. KIM-6

`night.py` plays the turn, `night_routes.py` says how far one may go in the dark, `night_clash.py` what follows
when stands bump into each other.
"""
