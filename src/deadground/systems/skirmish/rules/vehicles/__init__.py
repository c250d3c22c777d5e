"""Vehicles: driving them, getting in and out, moving guns. NUTS-VEH, COT-VEH, COT-GUN, NS-20 to NS-35

`driving.py`, `ways.py`, `hull.py`, `speeds.py`, `bogging.py`: the way of a vehicle, what it costs, what stops it.
`hatches.py`, `ducking.py`, `leaving.py`: open or buttoned up, into cover, off the table. `vehicle_tests.py` and
`vehicle_crisis.py`: its tests. `riding.py`, `posts.py`, `changing_places.py`: who is aboard and serves as what.
`manning.py`, `pushing.py`, `towing.py`: guns.
"""
