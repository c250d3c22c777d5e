"""The accelerator: looks at many lines, places and steps at once.

It passes over what a rule would surely refuse, and decides nothing else. Whether anybody listens to citations is
asked here and in the kernel alone, of `core.memory.is_quick`. While somebody does, everything here answers that
nothing is sure, and the rules look at all of it.

`screens.py`: what surely hides two places from each other. `behind.py`: the same for many lookers, by one edge.
`walks.py`: the steps of a walk at which somebody could come into sight.
"""
