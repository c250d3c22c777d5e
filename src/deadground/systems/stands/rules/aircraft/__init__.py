"""Aircraft. KIM-5

`air_plans.py` is the plan of the day, `air_recon.py` the head of the movement phase, `air_cover.py` what it
stops, `air.py` the attacks, `anti_aircraft.py` what fires at them first.
"""
