"""The accelerator: looks at many lines, places and steps at once.

It passes over what a rule would surely refuse, and decides nothing else. Whether anybody listens to citations is
asked here and in the kernel alone, of `core.memory.is_quick`. While somebody does, everything here answers that
nothing is sure, and the rules look at all of it.

`foresight.py`: the steps of the common clock at which something could happen. `snap_chances.py`: whom a standing
order surely lets pass. `screens.py`: lines that are surely closed. `watchers.py`: who is near enough to see.
`spotters.py`: who sees for guns. `roads.py`: who is surely on a road.
"""
