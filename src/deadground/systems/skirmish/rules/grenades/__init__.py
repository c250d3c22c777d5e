"""What is thrown, launched or poured: grenades, launchers, flame. NUTS-GREN

`readying.py`, `throwing.py` and `lobs.py` say who may send what where, `grenades.py` where it comes down,
`blasts.py` and `flame.py` what it does there, to those in `caught.py`.
"""
