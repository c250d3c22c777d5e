"""Line of sight, cover, and who comes into sight of whom. NUTS-LOS, NUTS-SIGHT

`line_of_sight.py` and `cover.py` are questions about two places. `sighting.py` says who is new to whom,
`in_sight.py` and `in_sight_pools.py` play the test, `stepping.py` the short moves inside of it. `ghosts.py` is
what a side knows.
"""
