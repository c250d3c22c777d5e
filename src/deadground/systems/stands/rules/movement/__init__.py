"""Movement: ground, routes, the common clock, and arriving. KIM-2

`going.py` is what ground does to a mover, `allowance.py` how far he may go, `routes.py` what is wrong with a
route. `movement.py` plays the phase, `courses.py` and `clock.py` walk all routes at once, `mines.py` rolls on
the way. `arrivals.py` and `room.py` are what every arrival owes.
"""
