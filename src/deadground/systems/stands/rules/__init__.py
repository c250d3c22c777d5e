"""The rules of stands: a folder for each chapter, in the order of the book.

1 `cards`, 2 `movement`, 3 `visibility`, 4 `fire`, 5 `aircraft`, 6 `night`, 7 `assault`, 8 `morale` and
`deployment`. What chapter 8 says of scenarios besides is beside the rules: `setup.py`, `entry.py`, `victory.py`.
"""
