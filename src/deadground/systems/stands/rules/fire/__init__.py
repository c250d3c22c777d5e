"""Fire, direct and indirect, and what it costs. KIM-4

`firing.py` says who may fire at whom, `shots.py` and `modifiers.py` what a shot needs, `ranges.py` how far it
goes, `volleys.py` and `hits.py` what lands. `fire_phase.py`, `snap_shots.py` and `bombardment.py` are the times
to fire, `indirect.py` and `support.py` the ways without sight, `chits.py` the price. `duties_of_fire.py` is
what every shot owes.
"""
