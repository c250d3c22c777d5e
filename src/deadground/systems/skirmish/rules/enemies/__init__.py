"""Possible Enemy Forces, and a side that nobody plays. NUTS-PEF, NUTS-NP

`pefs.py` has the question marks, `pef_resolution.py` what one turns out to be, `np_forces.py` and
`np_places.py` who that is and where. `np_group.py` plays a group by its tables (`np_tables.py`), `np_moves.py`
takes it there, `np_tanks.py` vehicles. `promise.py` is of battles that promise an enemy.
"""
