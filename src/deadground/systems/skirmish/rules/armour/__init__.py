"""Armour: shooting at vehicles and guns and from them. NUTS-VEH, COT-AFV, NS-22 to NS-31

`rounds.py`, `gun_orders.py`: what a gunner may declare. `laying.py`, `mounts.py`, `from_inside.py`: what turns, and
who shoots with what. `main_gun.py` is one firing from start to end: `loading.py`, `gunnery.py` (the roll to hit),
`faces.py` (what it strikes), `piercing.py` and `penetration.py` (what it does), `explosive.py`, `collapse.py`.
`struck.py`, `soft.py`, `struck_guns.py`, `tracks.py`: other weapons, guns as targets, tracks. `answering.py`: who
fires back. `knocked_out.py`: crews killed and getting out, wrecks that burn.
"""
