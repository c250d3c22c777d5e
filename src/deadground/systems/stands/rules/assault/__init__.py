"""Close assault. KIM-7

`leads.py` and `contact.py` say who charges whom and comes into contact, `assault.py` plays charges and
defensive fire, `melee.py` what stands at the end, with `ranks.py` when one of a party is gone.
`charge_moves.py` are the moves.
"""
