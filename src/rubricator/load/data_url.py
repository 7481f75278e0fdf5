"""Addresses that hold what they name: `data:text/css,p{}`."""

from __future__ import annotations

import base64
import binascii
from typing import NamedTuple
from urllib.parse import unquote_to_bytes


class Data(NamedTuple):
    """The bytes of a `data:` address, and their type; "" when none is given."""

    media_type: str
    data: bytes


def is_data_url(url: str) -> bool:
    return url[:5].lower() == "data:"


def decode_data_url(url: str) -> Data | None:
    """Take a `data:` address apart; None when it is broken."""
    head, comma, body = url[5:].partition(",")
    if not comma:
        return None
    data = unquote_to_bytes(body)
    if head.lower().rstrip().endswith(";base64"):
        try:
            data = base64.b64decode(data, validate=False)
        except (binascii.Error, ValueError):
            return None
    return Data(head.partition(";")[0].strip().lower(), data)
