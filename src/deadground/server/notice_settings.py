"""What the operator sets for notices, read from the environment.

DEADGROUND_SMTP              the mail account, and
DEADGROUND_MAIL_FROM         who mails come from: see mail.py
DEADGROUND_PRIVATE_WEBHOOKS  "yes" lets webhooks call addresses inside this machine and its network
"""

from __future__ import annotations

from collections.abc import Mapping

from deadground.server.mail import BadMailAccount, account_of
from deadground.server.notices import NoticeSettings

YES, NO = ("yes", "1", "true", "on"), ("", "no", "0", "false", "off")


class BadSettings(Exception):
    """What is wrong with the settings, in words for the operator."""


def settings_of(environment: Mapping[str, str], address: str) -> NoticeSettings:
    """The settings for notices, or `BadSettings`. `address` is where people find this server, "" if nowhere."""
    url, sender = environment.get("DEADGROUND_SMTP", ""), environment.get("DEADGROUND_MAIL_FROM", "")
    if url and not address:
        raise BadSettings("DEADGROUND_SMTP needs --public-url: a mail must say where the table is")
    try:
        account = account_of(url, sender) if url else None
    except BadMailAccount as error:
        raise BadSettings(str(error)) from None
    private = environment.get("DEADGROUND_PRIVATE_WEBHOOKS", "").strip().lower()
    if private not in YES + NO:
        raise BadSettings("DEADGROUND_PRIVATE_WEBHOOKS is yes or no")
    return NoticeSettings(account=account, address=address, allow_private=private in YES)
