"""Fire: who may shoot at whom, the throw to hit, damage and ammunition. NUTS-FIRE, NUTS-AMMO

`readiness.py` and `targets.py` say who can shoot at whom, `shooting.py` when. `fire.py` throws, `to_hit.py` and
`damage.py` read the tables. `duties_of_fire.py` is what every shot owes, `outgunned.py` what a heavier weapon
does to who shoots back, `ammo.py` what runs dry.
"""
