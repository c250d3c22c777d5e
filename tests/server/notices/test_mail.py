"""Notices by mail: what they say, how they end, and what an operator may get wrong."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from deadground.server import mail
from deadground.server.mail import MailAccount, MailNotSent, account_of, is_address
from deadground.server.notice_settings import BadSettings, settings_of
from deadground.server.notices import MAILS_AN_HOUR, NoticeSettings
from tests.server.notices.receivers import PostOffice, wait_for
from tests.server.notices.test_notices import until_asked

ANNA = "anna@example.org"


def test_a_mail_says_what_is_needed_and_how_to_end_it(
    two: Any, sit: Any, wish: Any, office: PostOffice, client: Any
) -> None:
    red, blue = two
    wish(blue, mail=ANNA)
    until_asked(sit(red), "blue")
    (letter,) = wait_for(lambda: office.mails)
    assert letter["To"] == ANNA
    assert letter["From"] == "Deadground <tables@example.org>"
    assert letter["Subject"] == "You are needed: The duel: patrol"
    text = letter.get_content()
    assert "You are needed as Blue (The duel: patrol)." in text
    assert f"https://tables.example.org/play/{red['game']}" in text
    assert blue["token"] not in letter.as_string()
    assert red["token"] not in letter.as_string()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_bytes_that_are_sent_have_the_address_that_ends_them_as_it_is(
    letter: Any, office: PostOffice, sql: Any
) -> None:
    """Mail programs look for a plain address in angle brackets and read no encoded words there."""
    ((stop,),) = sql("select stop from notices")
    address = f"https://tables.example.org/api/notices/stop?stop={stop}"
    assert f"\r\nList-Unsubscribe: <{address}>\r\n".encode("ascii") in office.sent[0]
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in office.sent[0]


@pytest.mark.parametrize("length", [20, 62, 63, 64, 900])
def test_an_address_of_any_length_leaves_as_it_is(length: int) -> None:
    account = MailAccount(host="h", port=25, sender="tables@example.org")
    address = "https://" + "x" * (length - 8)
    mail_sent = mail.composed(
        account, mail.Letter(to=ANNA, subject="Grüße", text="ä", stop=address, one_click=address)
    ).as_bytes()
    assert f"\r\nList-Unsubscribe: <{address}>\r\n".encode("ascii") in mail_sent
    assert b"\r\nSubject: =?utf-8?" in mail_sent, "other headers are encoded as ever"


def ending(letter: Any) -> str:
    found = re.search(r"/stop/#(\S+)", letter.get_content())
    assert found is not None
    return found[1]


@pytest.fixture
def letter(two: Any, sit: Any, wish: Any, office: PostOffice) -> Any:
    """A mail that has come to blue."""
    red, blue = two
    wish(blue, mail=ANNA)
    until_asked(sit(red), "blue")
    return wait_for(lambda: office.mails)[0]


def test_the_ending_of_a_mail_ends_them(letter: Any, two: Any, wish: Any, client: Any) -> None:
    stop = {"stop": ending(letter)}
    assert client.post("/api/notices/stop", params=stop).json() == {"for_good": False}
    again = client.post("/api/notices/stop", params=stop)
    assert (again.status_code, again.json()["reason"]) == (404, "these mails have an end already")
    assert wish(two[1]).json()["mail"] == ""
    assert wish(two[1], mail=ANNA).status_code == 200


def test_a_mail_program_can_end_them_by_one_click(letter: Any, client: Any) -> None:
    address = letter["List-Unsubscribe"].strip("<>").removeprefix("https://tables.example.org")
    answer = client.post(address, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200


def test_to_look_at_the_address_ends_nothing(letter: Any, client: Any) -> None:
    """Programs that look for harm open every address in a mail."""
    assert client.get("/api/notices/stop", params={"stop": ending(letter)}).status_code in (404, 405)
    assert client.post("/api/notices/stop", params={"stop": ending(letter)}).status_code == 200


def test_who_wants_nothing_from_here_gets_nothing_whoever_asks(
    letter: Any, two: Any, wish: Any, client: Any, sql: Any
) -> None:
    stop = {"stop": ending(letter), "for_good": "true"}
    assert client.post("/api/notices/stop", params=stop).json() == {"for_good": True}
    answer = wish(two[0], mail=ANNA.upper())
    assert answer.status_code == 400
    assert "wants no mail" in answer.json()["reason"]
    assert ANNA not in str(sql("select * from unmailed"))


def test_a_guessed_ending_ends_nothing(client: Any) -> None:
    for guess in ("", "x", "x" * 32):
        assert client.post("/api/notices/stop", params={"stop": guess}).status_code == 404


def test_a_busy_mail_server_is_tried_again(two: Any, sit: Any, wish: Any, office: PostOffice) -> None:
    red, blue = two
    office.busy = 2
    wish(blue, mail=ANNA)
    until_asked(sit(red), "blue")
    wait_for(lambda: office.mails)
    assert office.busy == 0


def test_an_address_nobody_has_is_told_to_its_owner(
    two: Any, sit: Any, wish: Any, office: PostOffice, client: Any
) -> None:
    red, blue = two
    office.refuses.add(ANNA)
    wish(blue, mail=ANNA)
    until_asked(sit(red), "blue")
    address, key = f"/api/games/{blue['game']}/notices", {"token": blue["token"]}
    trouble = wait_for(lambda: client.get(address, params=key).json()["trouble"])
    assert trouble == "the mail server does not take this address"


def test_nobody_is_flooded(
    client: Any, begin: Any, wish: Any, office: PostOffice, settings: NoticeSettings
) -> None:
    """A game in which somebody is needed from the start costs nothing; mails to one address have a limit."""
    for _ in range(MAILS_AN_HOUR + 3):
        wish(begin(blue="screen"), mail=ANNA)
    wait_for(lambda: len(office.mails) == MAILS_AN_HOUR)
    time.sleep(0.3)
    assert len(office.mails) == MAILS_AN_HOUR


@pytest.mark.parametrize(
    "address", ["anna@example.org", "a.b+c@mail.example.co.uk", "x@y-z.example", f"{'a' * 64}@example.org"]
)
def test_addresses_that_are_taken(address: str) -> None:
    assert is_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "anna",
        "anna@",
        "@example.org",
        "anna@localhost",
        "anna@example..org",
        "anna@-example.org",
        "anna@example.org, ben@example.org",
        "Anna <anna@example.org>",
        "anna@example.org\nBcc: ben@example.org",
        f"{'a' * 65}@example.org",
        f"anna@{'x' * 250}.org",
    ],
)
def test_addresses_that_are_not(address: str) -> None:
    assert not is_address(address)


def test_a_password_does_not_leave_the_machine_in_the_clear(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = MailAccount(host="127.0.0.1", port=office.port, sender="t@example.org", user="u", password="p")
    monkeypatch.setattr(mail, "AT_HOME", ())
    with pytest.raises(MailNotSent, match="offers no TLS") as refusal:
        mail.opened(account)
    assert not refusal.value.again


def test_the_settings_of_an_operator() -> None:
    environment = {
        "DEADGROUND_SMTP": "smtps://me%40example.org:w%3Ard@mail.example.org",
        "DEADGROUND_MAIL_FROM": "tables@example.org",
        "DEADGROUND_PRIVATE_WEBHOOKS": "Yes",
    }
    found = settings_of(environment, "https://tables.example.org")
    assert found.account == MailAccount(
        host="mail.example.org",
        port=465,
        sender="tables@example.org",
        tls_at_once=True,
        user="me@example.org",
        password="w:rd",
    )
    assert (found.address, found.allow_private) == ("https://tables.example.org", True)
    assert settings_of({}, "") == NoticeSettings()
    assert account_of("smtp://mail.example.org", "tables@example.org").port == 587


@pytest.mark.parametrize(
    ("environment", "address", "word"),
    [
        ({"DEADGROUND_SMTP": "smtp://mail.example.org"}, "", "--public-url"),
        ({"DEADGROUND_SMTP": "mail.example.org"}, "https://t.example", "smtp://"),
        ({"DEADGROUND_SMTP": "smtp://m:x"}, "https://t.example", "not an address"),
        ({"DEADGROUND_SMTP": "smtp://m"}, "https://t.example", "MAIL_FROM"),
        ({"DEADGROUND_PRIVATE_WEBHOOKS": "perhaps"}, "", "yes or no"),
    ],
)
def test_what_an_operator_may_get_wrong(environment: dict[str, str], address: str, word: str) -> None:
    with pytest.raises(BadSettings, match=word):
        settings_of(environment, address)
