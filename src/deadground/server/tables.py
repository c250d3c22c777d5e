"""The tables of the store. The migrations lead here step by step; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
)

HEAD = "0007"
"""The newest revision. A database that is there already need not load the migration tool at all."""

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("system", String, nullable=False),
    Column("scenario", String, nullable=False),
    Column("save", LargeBinary, nullable=False),
    Column("created", DateTime, nullable=False),
)
"""`save` is a saved game as JSON, with its latest position and an empty journal: that is in `entries`."""

seats = Table(
    "seats",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("bot", String),
    Column("token", String),
    Column("name", String, nullable=False, server_default=""),
    UniqueConstraint("game", "token", name="seats_token"),
)
"""`kind` is human, screen, bot, observer or link. A person's token is kept as its hash; `bot` says which bot plays.

`name` is what the person in the seat is called; it is empty while nobody sits there, and for a bot.
"""

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", DateTime, nullable=False),
)
"""Who plays here: a name and nothing else. Nobody signs up; a browser's cookie says which person it is."""

browsers = Table(
    "browsers",
    metadata,
    Column("token", String, primary_key=True),
    Column("person", String, ForeignKey("people.id"), nullable=False, index=True),
    Column("created", DateTime, nullable=False),
)
"""The browsers of a person, each by the hash of its own cookie."""

moves = Table(
    "moves",
    metadata,
    Column("token", String, primary_key=True),
    Column("person", String, ForeignKey("people.id"), nullable=False, index=True),
    Column("until", DateTime, nullable=False),
)
"""Links that make another browser the same person's: the hash of each, good once and for a short time."""

held = Table(
    "held",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("person", String, ForeignKey("people.id"), primary_key=True, index=True),
    Column("since", DateTime, nullable=False),
    Column("forgotten", Boolean, nullable=False, server_default=false()),
)
"""Which seats a person has: "my games on this server". A forgotten one is still his, and not on his list."""

once_held = Table(
    "once_held",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("person", String, ForeignKey("people.id"), primary_key=True),
)
"""Seats that people gave up or lost: what such a seat knew, its person knows until the game ends."""

keys = Table(
    "keys",
    metadata,
    Column("token", String, primary_key=True),
    Column("game", String, ForeignKey("games.id"), nullable=False, index=True),
    Column("seat", String, nullable=False),
    Column("made", DateTime, nullable=False),
)
"""Further tokens that open a seat, one for each other browser of its person, as hashes."""

invitations = Table(
    "invitations",
    metadata,
    Column("token", String, primary_key=True),
    Column("game", String, ForeignKey("games.id"), nullable=False, index=True),
    Column("seat", String, nullable=False),
    Column("made", DateTime, nullable=False),
    Column("spent", DateTime),
    Column("why", String, nullable=False, server_default=""),
)
"""Links that offer a seat, as hashes. A spent one is kept, so that who comes with it is told why it is no good."""

notices = Table(
    "notices",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("webhook", String, nullable=False),
    Column("mail", String, nullable=False),
    Column("stop", String, nullable=False, index=True),
    Column("noticed", Boolean, nullable=False),
    Column("trouble", String, nullable=False),
)
"""How a seat's person is told that he is needed: an address of his own, a mail address, "" for neither.

`stop` ends the mails and opens nothing else. `noticed` says that a notice went out and nobody has come since.
`trouble` is why the last one did not arrive.
"""

unmailed = Table("unmailed", metadata, Column("address", String, primary_key=True))
"""Mail addresses, as hashes, whose owners want nothing from this server."""

visits = Table(
    "visits",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("seen", Integer, nullable=False),
    Column("left", DateTime, nullable=False),
)
"""How much of its own log a seat had before it when it last left the table, and when that was."""

patience = Table(
    "patience",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("hours", Integer, nullable=False),
)
"""How long somebody must have been away before all the others can give his seat away; 0: they never can."""

seat_wishes = Table(
    "seat_wishes",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("by", String, nullable=False),
    Column("to", String, nullable=False),
    Column("commands", LargeBinary, nullable=False),
    Column("agreed", LargeBinary, nullable=False),
    Column("asked", DateTime, nullable=False),
)
"""That a seat is to go to somebody else (`to` is "") or to be lent, as long as its owner has not answered.

`by` is the seat that asked; `commands` and `agreed` are JSON lists of commands and of the seats that agreed.
"""

again = Table(
    "again",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("next", String, ForeignKey("games.id"), nullable=False),
    Column("by", String, nullable=False),
    Column("chairs", LargeBinary, nullable=False),
)
"""The game in which a battle was last fought again, and the seat that began it there.

`chairs` is a JSON object: where each seat of the game before sits in it.
"""

entries = Table(
    "entries",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
)
"""The journals. The key refuses a second entry of the same number, whoever writes it."""

said = Table(
    "said",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("channel", String, primary_key=True),
    Column("side", String, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", String, nullable=False),
    Column("name", String, nullable=False),
    Column("at", DateTime, nullable=False),
    Column("text", String, nullable=False),
)
"""What was said at a table, numbered in each channel. `name` is what the speaker was called when he said it."""

seat_notes = Table(
    "seat_notes",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("text", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("replaced", String, nullable=False),
)
"""The private notes of a seat. `replaced` is what another browser had written and the last writer had not seen."""

sketches = Table(
    "sketches",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("side", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("seat", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("points", LargeBinary, nullable=False),
    Column("text", String, nullable=False),
    Column("drawn", DateTime, nullable=False),
)
"""Arrows and notes that a side has drawn on the map. `points` is a JSON list of [x, y]."""
