"""The application: every route, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from litestar import Litestar, get
from litestar.config.compression import CompressionConfig
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
    pages,
    rule_routes,
    sockets,
)
from deadground.server.api import About, Health
from deadground.server.guard import Guard
from deadground.server.house import House
from deadground.server.playable import Systems
from deadground.server.problems import answer_problem
from deadground.server.store import Store

NOTICE = (
    "Deadground is not affiliated with the publishers of the rules it can be played with. You need the book. "
    "Titles are named only to say what a module is compatible with."
)


@get("/api/about", sync_to_thread=False)
def about() -> About:
    """What this is, and what it is not."""
    return About("Deadground", version("deadground"), NOTICE)


@get("/health", sync_to_thread=False)
def health() -> Health:
    """Whether the server answers."""
    return Health(True)


ROUTES = (
    about,
    health,
    rule_routes.rules,
    rule_routes.rule,
    battle_routes.battles,
    battle_routes.battle_sheet,
    battle_routes.battle_lesson,
    battle_routes.thumbnail,
    battle_routes.map_drawing,
    game_routes.begin_game,
    game_routes.begin_again,
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
    sockets.table_socket,
    pages.front_page,
    pages.page_file,
)


def routes_with(house: House | None, page_folder: Path) -> Litestar:
    """The routes over a house. Without a house they can be described but not used."""

    @asynccontextmanager
    async def open_house(_: Litestar) -> AsyncIterator[None]:
        yield
        if house is not None:
            await house.close()

    return Litestar(
        list(ROUTES),
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "page_folder": Provide(lambda: page_folder, sync_to_thread=False),
        },
        exception_handlers={Exception: answer_problem},
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, gzip_compress_level=6),
        lifespan=[open_house],
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
    hosts: tuple[str, ...] | None = None,
    page_folder: Path = page.FOLDER,
) -> ASGIApp:
    """The whole application. `hosts` are the names the server answers to; None means any."""
    return Guard(routes_with(House(store, systems, crashes), page_folder), hosts)
