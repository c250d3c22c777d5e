"""The application: every route, put together."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from pathlib import Path

from litestar import Litestar, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from deadground import page
from deadground.server import (
    after_routes,
    battle_routes,
    game_routes,
    history_routes,
    invite_routes,
    notice_routes,
    operator_routes,
    own_book_routes,
    pages,
    people_routes,
    roster_routes,
    rule_routes,
    sockets,
    talk_routes,
    trust_routes,
)
from deadground.server.api import About
from deadground.server.bodies import Bodies
from deadground.server.bot_workers import PLAYED
from deadground.server.cookies import jar_of, visitor_of
from deadground.server.gone import Gone
from deadground.server.guard import Guard
from deadground.server.housed import Housed, the_lobby, the_page, the_reach
from deadground.server.keys import key_of
from deadground.server.lobby import Lobby
from deadground.server.notices import NoticeSettings
from deadground.server.packing import Packing
from deadground.server.playable import Systems
from deadground.server.problems import answer_problem
from deadground.server.reach import Reach
from deadground.server.store import Store

NOTICE = (
    "Deadground is not affiliated with the publishers of the rules it can be played with. You need the book. "
    "Titles are named only to say what a module is compatible with."
)


@get("/api/about", sync_to_thread=False)
def about() -> About:
    """What this is, and what it is not."""
    return About("Deadground", version("deadground"), NOTICE)


ROUTES = (
    about,
    operator_routes.health,
    operator_routes.metrics,
    rule_routes.rules,
    rule_routes.rule,
    rule_routes.ruling,
    battle_routes.battles,
    battle_routes.battle_sheet,
    battle_routes.battle_lesson,
    battle_routes.thumbnail,
    battle_routes.map_drawing,
    game_routes.begin_game,
    game_routes.begin_again,
    game_routes.go_on_with,
    game_routes.game_state,
    game_routes.go_on,
    history_routes.history,
    history_routes.moment,
    history_routes.rewind,
    history_routes.put_right,
    history_routes.overrules,
    history_routes.fork,
    history_routes.wrong,
    after_routes.after,
    after_routes.after_picture,
    after_routes.replay,
    game_routes.export_game,
    invite_routes.company,
    invite_routes.reach_of,
    invite_routes.offer_seat,
    invite_routes.offer_observer,
    invite_routes.invitation,
    invite_routes.join,
    people_routes.me,
    people_routes.open_game,
    people_routes.forget_game,
    people_routes.move,
    people_routes.moved,
    people_routes.qr_code,
    talk_routes.older_talk,
    notice_routes.notices,
    notice_routes.set_notices,
    notice_routes.stop_mail,
    notice_routes.since,
    trust_routes.dice,
    trust_routes.verify,
    roster_routes.army_lists,
    roster_routes.army_list_unit,
    roster_routes.roll_roster,
    roster_routes.check_roster,
    roster_routes.read_roster,
    roster_routes.print_roster,
    roster_routes.kept_rosters,
    roster_routes.kept_roster,
    roster_routes.keep_roster,
    roster_routes.change_roster,
    roster_routes.delete_roster,
    roster_routes.roster_fit,
    own_book_routes.own_books,
    own_book_routes.own_book,
    own_book_routes.check_book,
    own_book_routes.read_book,
    own_book_routes.keep_book,
    sockets.table_socket,
    pages.front_page,
    pages.page_file,
)


@cache
def routes() -> Litestar:
    """All of them. Whose lobby they lead to, a request tells: see housed.py."""
    return Litestar(
        list(ROUTES),
        dependencies={
            "lobby": Provide(the_lobby, sync_to_thread=False),
            "page_folder": Provide(the_page, sync_to_thread=False),
            "reach": Provide(the_reach, sync_to_thread=False),
            "seat_key": Provide(key_of, sync_to_thread=False),
            "jar": Provide(jar_of, sync_to_thread=False),
            "visitor": Provide(visitor_of),
        },
        exception_handlers={Exception: answer_problem},
        openapi_config=OpenAPIConfig(
            title="Deadground",
            version=version("deadground"),
            description=NOTICE,
            path="/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        request_max_body_size=64 * 1024,
    )


def make_app(
    store: Store,
    systems: Systems,
    crashes: Path,
    reach: Reach | None = None,
    page_folder: Path = page.FOLDER,
    played: str = PLAYED,
    notices: NoticeSettings | None = None,
) -> ASGIApp:
    """The whole application. `reach` knows the names the server answers to; None means any."""
    return app_over(Lobby(store, systems, crashes, played, notices), reach, page_folder)


def app_over(lobby: Lobby, reach: Reach | None, page_folder: Path = page.FOLDER) -> ASGIApp:
    """The application over a lobby that somebody else stops."""
    at_home = Housed(routes(), lobby, page_folder, reach or Reach())
    return Guard(Gone(Packing(Bodies(at_home, lobby.store.metrics, lobby.refusals))), reach, lobby.refusals)
