"""Frames: what server and workers say to each other over pipes, a JSON header and bytes."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import BinaryIO, NamedTuple, cast

from rubricator.structure.model import JsonValue

SIZES = struct.Struct(">IQ")


class Frame(NamedTuple):
    """One message."""

    header: Mapping[str, JsonValue]
    payload: bytes = b""


def packed(frame: Frame) -> bytes:
    """Return a frame as bytes."""
    header = json.dumps(frame.header).encode("ascii")
    return SIZES.pack(len(header), len(frame.payload)) + header + frame.payload


def unpacked(header: bytes, payload: bytes) -> Frame:
    return Frame(cast("dict[str, JsonValue]", json.loads(header)), payload)


def read_frame(stream: BinaryIO) -> Frame | None:
    """Read a frame; None when the other side has gone."""
    sizes = stream.read(SIZES.size)
    if len(sizes) < SIZES.size:
        return None
    header_size, size = SIZES.unpack(sizes)
    header, payload = stream.read(header_size), stream.read(size)
    return unpacked(header, payload) if len(header) == header_size and len(payload) == size else None
