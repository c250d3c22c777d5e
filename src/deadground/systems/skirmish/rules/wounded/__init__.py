"""The wounded, medics and prisoners; who comes back after the battle. NUTS-WOUND

`wounded.py` and `fetch_card.py` are about fetching, `medics.py` about treating, `prisoners.py`, `guards.py` and
`confronting.py` about those who are taken. `aftermath.py` and `recovery.py` come when the battle is over.
"""
