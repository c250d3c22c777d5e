"""Everything that goes wrong over HTTP answers in one shape: a reason in words, and near names."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import SQLAlchemyError

from deadground.core.faults import Refused, SaveError, SetupError
from deadground.server.api import Problem
from deadground.server.attempts import Attempts
from deadground.server.limits import TooMany, address_of
from deadground.server.lobby import NoSuchGame, WrongToken
from deadground.server.people import LinkSpent, WrongLink
from deadground.server.rooms import NotKept, Stopping
from deadground.server.store import StoreError, plain_reason

log = logging.getLogger(__name__)


class NotFound(Exception):
    """There is nothing here, but perhaps something near."""

    def __init__(self, reason: str, near: Iterable[str] = ()) -> None:
        super().__init__(reason)
        self.near = list(near)


class NotAllowed(Exception):
    """Somebody sits at this game, but may not do this, or not yet."""


NO_BODY = "'data'"
EMPTY = "the request has no body"
WRONG_KEY = "there is no such game, or this key does not open it"
WRONG_LINK = "this link is wrong: perhaps a part of it is missing. Ask for it once more"
TOO_MANY = "too many wrong keys came from your address: wait a minute"

WORDS = {
    400: "The request cannot be understood, or names something that is not there.",
    403: "The token opens no seat of this game, or its seat may not do this.",
    404: "There is no such thing.",
    410: "The link was good once, and is no longer.",
    413: "More was sent than the server takes.",
    429: "Too much of this came from this address, such as wrong keys or new games; it must wait.",
    503: "The store is out of order.",
}


def documented(*codes: int) -> dict[int, ResponseSpec]:
    """The problems a route may answer with, for the API document.

    Where a key can be wrong, it can be too often; what can be sent wrong can be too much.
    """
    codes += (429,) * (403 in codes) + (413,) * (400 in codes)
    return {
        code: ResponseSpec(data_container=Problem, description=WORDS[code], generate_examples=False)
        for code in codes
    }


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer to a request that failed."""
    status, problem = told(error)
    if isinstance(error, WrongToken | WrongLink) and wrong_again(request, problem):
        status, problem = 429, Problem(TOO_MANY, [])
    if status >= 500:
        log.error("%s %r failed", request.method, request.url.path, exc_info=error)
    return Response(problem, status_code=status, media_type=MediaType.JSON)


def wrong_again(request: Request[Any, Any, Any], problem: Problem) -> bool:
    """Count a wrong key; True if its sender has brought too many."""
    attempts: Attempts = request.state.attempts
    return attempts.failed(address_of(request), problem.reason)


def told(error: Exception) -> tuple[int, Problem]:
    if isinstance(error, SetupError):
        return 400, Problem(str(error), [])
    if isinstance(error, Refused):
        return 400, Problem("; ".join(fault.reason for fault in error.faults), [])
    if isinstance(error, NotAllowed):
        return 403, Problem(str(error), [])
    if isinstance(error, NotFound):
        return 404, Problem(str(error), error.near)
    if isinstance(error, NoSuchGame):
        return 404, Problem("there is no such game", [])
    if isinstance(error, WrongToken):
        return 403, Problem(WRONG_KEY, [])
    if isinstance(error, WrongLink):
        return 404, Problem(WRONG_LINK, [])
    if isinstance(error, TooMany):
        return 429, Problem(str(error), [])
    if isinstance(error, LinkSpent):
        return 410, Problem(str(error), [])
    if isinstance(error, SQLAlchemyError | StoreError | SaveError | NotKept | Stopping):
        return 503, Problem(plain_reason(error), [])
    if isinstance(error, RecursionError):
        return 400, Problem("the request is nested too deeply", [])
    if isinstance(error, ValidationException):
        return 400, Problem(invalid(error), [])
    if isinstance(error, HTTPException) and error.status_code < 500:
        return error.status_code, Problem(error.detail, [])
    return 500, Problem("something went wrong on the server", [])


def invalid(error: ValidationException) -> str:
    """Which part of a request is wrong, and how. Of a body that is not there the library tells the name alone."""
    parts = error.extra if isinstance(error.extra, list) else []
    if any(isinstance(part, dict) and part["message"] == NO_BODY for part in parts):
        return EMPTY
    words = [f"{part.get('key', 'the body')}: {part['message']}" for part in parts if isinstance(part, dict)]
    return "; ".join(words) or error.detail
