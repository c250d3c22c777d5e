"""The rules of the skirmish: a folder for each chapter, in the order of the books.

`activation`, `movement`, `sight`, `fire`, `reactions`, `leaders`, `melee`, `grenades`, `wounded`, `enemies`,
`stars`, `vehicles`, `armour`, `house_rules`; then `troops`, from the book of lists, and `deployment`, which our
scenario files ask for.

`book.py` brings all of it together; `links.py` is how one chapter begins a procedure of another.
"""
