"""Mail: the server's own mail account, and what a notice looks like as a mail.

The account is the operator's to set, by two variables of the environment:

    DEADGROUND_SMTP       smtp://user:password@mail.example.org:587 (or smtps:// for TLS from the start)
    DEADGROUND_MAIL_FROM  tables@example.org

Plain `smtp` changes to TLS where the mail server offers it, and must where a password is to be sent to another
machine.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from email import policy
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

import msgspec

LONGEST_ADDRESS = 254
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z0-9-]{2,63}"
)
PATIENCE = 15.0
PORTS = {"smtp": 587, "smtps": 465}
AT_HOME = ("localhost", "127.0.0.1", "::1")


class Verbatim(UnstructuredHeader, BaseHeader):
    """A header that leaves as it is. The library would put a long address into an encoded word."""

    def fold(self, *, policy: policy.Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


HEADERS = HeaderRegistry()
HEADERS.map_to_type("list-unsubscribe", Verbatim)
LAYOUT = policy.SMTP.clone(header_factory=HEADERS)


class BadMailAccount(Exception):
    """What is wrong with the operator's settings, in words."""


class MailNotSent(Exception):
    """Why a mail did not go out. `again` says whether another try may help."""

    def __init__(self, reason: str, again: bool) -> None:
        super().__init__(reason)
        self.again = again


class MailAccount(msgspec.Struct, frozen=True, kw_only=True):
    """Where mail is handed in, and who it comes from."""

    host: str
    port: int
    sender: str
    tls_at_once: bool = False
    user: str = ""
    password: str = ""


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A notice as a mail. `stop` is the address that ends these mails."""

    to: str
    subject: str
    text: str
    stop: str
    one_click: str


def account_of(url: str, sender: str) -> MailAccount:
    """The mail account of two settings, or `BadMailAccount`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadMailAccount("DEADGROUND_SMTP is not an address: smtp://user:password@host:587") from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise BadMailAccount("DEADGROUND_SMTP begins with smtp:// or smtps:// and names a host")
    if not is_address(sender):
        raise BadMailAccount("DEADGROUND_MAIL_FROM must be a mail address when DEADGROUND_SMTP is set")
    return MailAccount(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        sender=sender,
        tls_at_once=parts.scheme == "smtps",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


def is_address(text: str) -> bool:
    """Whether a mail can be sent to it. Only the plain form is taken, so nothing can be smuggled into a header."""
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(text) is not None and ".." not in text


def shown(address: str) -> str:
    """As much of an address as reminds its owner and tells nobody else."""
    name, _, host = address.rpartition("@")
    return f"{name[:1]}…@{host}"


def composed(account: MailAccount, letter: Letter) -> EmailMessage:
    """The mail itself, with the headers by which a mail program offers to end it."""
    mail = EmailMessage(LAYOUT)
    mail["From"] = f"Deadground <{account.sender}>"
    mail["To"] = letter.to
    mail["Subject"] = letter.subject
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain=account.sender.rpartition("@")[2])
    mail["List-Unsubscribe"] = f"<{letter.one_click}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(f"{letter.text}\n\n-- \nNo more of these: {letter.stop}\n")
    return mail


def send(account: MailAccount, letter: Letter) -> None:
    """Hand a mail in, or raise `MailNotSent`. To be run in a thread: it waits."""
    try:
        with opened(account) as server:
            if account.user:
                server.login(account.user, account.password)
            server.send_message(composed(account, letter))
    except smtplib.SMTPResponseException as error:
        raise MailNotSent(f"the mail server answered {error.smtp_code}", error.smtp_code < 500) from None
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise MailNotSent("the mail server does not take this address", max(codes) < 500) from None
    except (smtplib.SMTPException, OSError):
        raise MailNotSent("the mail server cannot be reached", True) from None


def opened(account: MailAccount) -> smtplib.SMTP:
    """A conversation with the mail server, in TLS where that can be."""
    context = ssl.create_default_context()
    if account.tls_at_once:
        return smtplib.SMTP_SSL(account.host, account.port, timeout=PATIENCE, context=context)
    server = smtplib.SMTP(account.host, account.port, timeout=PATIENCE)
    server.ehlo()
    if server.has_extn("starttls"):
        server.starttls(context=context)
        server.ehlo()
    elif account.user and account.host not in AT_HOME:
        server.close()
        raise MailNotSent("the mail server offers no TLS, so the password was not sent", False)
    return server
