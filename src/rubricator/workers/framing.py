"""Frames: what a process and its workers say to each other over pipes, a JSON header and bytes."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from math import inf
from typing import IO, NamedTuple

from rubricator.structure.model import JsonValue

_SIZES = struct.Struct(">IQ")
Header = Mapping[str, JsonValue]


class Frame(NamedTuple):
    """One message."""

    header: Header
    payload: bytes = b""

    def __repr__(self) -> str:
        return f"<Frame {self.header}: {len(self.payload)} bytes>"


def packed(frame: Frame) -> bytes:
    """Return a frame as bytes."""
    return _opening(frame) + frame.payload


def write_frame(stream: IO[bytes], frame: Frame) -> None:
    stream.write(_opening(frame))
    stream.write(frame.payload)
    stream.flush()


def _opening(frame: Frame) -> bytes:
    header = json.dumps(frame.header).encode("ascii")
    return _SIZES.pack(len(header), len(frame.payload)) + header


def read_frame(stream: IO[bytes], most: float = inf) -> Frame | None:
    """Read a frame; None when the other side has gone. One of more than `most` bytes is a ValueError."""
    sizes = stream.read(_SIZES.size)
    if len(sizes) < _SIZES.size:
        return None
    header_size, size = _SIZES.unpack(sizes)
    if size > most:
        raise ValueError("the frame is too large")
    header, payload = stream.read(header_size), stream.read(size)
    return Frame(json.loads(header), payload) if len(header) == header_size and len(payload) == size else None
