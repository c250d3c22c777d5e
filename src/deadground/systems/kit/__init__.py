"""What every system begins with.

Of its book: `numbers.py`, `options.py`, and `reference.py` for tables that are looked up.
Of its files: `shelves.py` for maps, scenarios and lessons, `lessons.py`, `sheet.py` for what a scenario says of
itself, `plans.py` for how bots mean to fight.
Of what it shows and keeps: `pictures.py`, `migrations.py`.
`system.py` puts them together. How groups march and keep their shape is in `space` (`formations.py`, `reach.py`).
"""
