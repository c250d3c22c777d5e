"""Movement, by will and against it. NUTS-MOVE

`movement.py` has the cards, `walking.py` the steps, `involuntary.py` what a test makes a man do, `going.py`
what ground costs and who has room. `arriving.py` and `standing.py` are what every move owes. `changing.py` is
ground that changes, `exits.py` where one may leave, `status.py` what a man becomes.
"""
