"""How an archive is packed: gzip and Zstandard, one member (frame) after the other, or not at all."""

from __future__ import annotations

import zlib
from typing import BinaryIO, Protocol

from rubricator.errors import MissingExtraError

GZIP = b"\x1f\x8b\x08"
ZSTD = b"\x28\xb5\x2f\xfd"
_SKIPPABLE = b"\x2a\x4d\x18"
"""A skippable frame of Zstandard begins with any of 50 .. 5f and these bytes."""
_DICTIONARY = b"\x5d" + _SKIPPABLE
_HEADER = 8
_UNPACKED = 1 << 18
# What stands before a damage is lost with the piece that holds it. So a member begins with small pieces, and most
# headers come through; they grow, as small ones take three times as long.
_GZIP_PIECE = 256
_GZIP_MOST = 1 << 15
# A block of 4 bytes may unpack to 128 KB; so little at a time keeps what a hostile frame gives at once below 64 MB.
_ZSTD_PIECE = _ZSTD_MOST = 2048
_WINDOW = 1 << 27


class DamageError(Exception):
    """The packed data is not what it says."""


class Member(Protocol):
    """One member while it is unpacked."""

    over: bool
    rest: bytes
    """What followed the member in the data given; filled when it is over."""

    def feed(self, data: bytes) -> bytes:
        """Return some of what the data unpacks to; call again with b"" until nothing comes. Raises DamageError."""


class Packing(Protocol):
    magic: bytes

    def begins(self, data: bytes) -> bool:
        """Whether a member begins so."""

    def plausible(self, data: bytes) -> bool:
        """Whether bytes that begin like a member are hardly one by chance."""

    def member(self) -> Member: ...


class _Pieces:
    """Feeds a decoder piece by piece, so that what stands before a damage comes out before the damage is told."""

    def __init__(self, decoder: _Decoder, piece: int, most: int) -> None:
        self._decoder, self._piece, self._most = decoder, piece, most
        self._waiting, self._place = b"", 0
        self._damage: DamageError | None = None
        self.over, self.rest = False, b""

    def feed(self, data: bytes) -> bytes:
        if data:
            self._waiting, self._place = self._waiting[self._place :] + data, 0
        out = bytearray()
        while self._damage is None and not self.over and self._place < len(self._waiting) and len(out) < _UNPACKED:
            piece = self._waiting[self._place : self._place + self._piece]
            try:
                unpacked, left = self._decoder.decode(piece)
            except DamageError as error:
                self._damage = error
                break
            out += unpacked
            self._place += len(piece) - len(left)
            self._piece = min(2 * self._piece, self._most)
            if self._decoder.over:
                self.over, self.rest = True, self._waiting[self._place :]
        if self._damage is not None and not out:
            raise self._damage
        return bytes(out)


class _Decoder(Protocol):
    over: bool

    def decode(self, piece: bytes) -> tuple[bytes, bytes]:
        """Return what a piece unpacks to, and what is left of it."""


class _GzipDecoder:
    def __init__(self) -> None:
        self._stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self.over = False

    def decode(self, piece: bytes) -> tuple[bytes, bytes]:
        try:
            out = self._stream.decompress(piece, _UNPACKED)
        except zlib.error as error:
            raise DamageError(f"gzip: {error}") from None
        self.over = self._stream.eof
        return out, self._stream.unused_data if self.over else self._stream.unconsumed_tail


class Gzip:
    magic = GZIP

    def begins(self, data: bytes) -> bool:
        return data.startswith(GZIP)

    def plausible(self, data: bytes) -> bool:
        """Flags, extra flags and system as RFC 1952 knows them: one in 10^11 places of random bytes is so."""
        return len(data) > 10 and data[3] < 0x20 and data[8] in (0, 2, 4) and (data[9] < 14 or data[9] == 255)

    def member(self) -> Member:
        return _Pieces(_GzipDecoder(), _GZIP_PIECE, _GZIP_MOST)


class _ZstdDecoder:
    def __init__(self, dictionary: bytes) -> None:
        try:
            import zstandard
        except ImportError as error:
            raise MissingExtraError("reading Zstandard", "batch") from error
        self._error = zstandard.ZstdError
        known = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
        self._stream = zstandard.ZstdDecompressor(dict_data=known, max_window_size=_WINDOW).decompressobj()
        self.over = False

    def decode(self, piece: bytes) -> tuple[bytes, bytes]:
        try:
            out = self._stream.decompress(piece)
        except self._error as error:
            raise DamageError(f"Zstandard: {error}") from None
        self.over = self._stream.eof
        return out, self._stream.unused_data if self.over else b""


class _SkippedMember:
    """A skippable frame: it unpacks to nothing."""

    def __init__(self) -> None:
        self._head = b""
        self._left: int | None = None
        self.over, self.rest = False, b""

    def feed(self, data: bytes) -> bytes:
        if self._left is None:
            self._head += data
            if len(self._head) < _HEADER:
                return b""
            self._left = int.from_bytes(self._head[4:_HEADER], "little")
            data = self._head[_HEADER:]
        taken = min(self._left, len(data))
        self._left -= taken
        if not self._left:
            self.over, self.rest = True, data[taken:]
        return b""


class Zstd:
    magic = ZSTD

    def __init__(self, dictionary: bytes = b"") -> None:
        self._dictionary = dictionary
        self._skip = False

    def begins(self, data: bytes) -> bool:
        self._skip = _skippable(data)
        return self._skip or data.startswith(ZSTD)

    def plausible(self, data: bytes) -> bool:
        return data.startswith(ZSTD)

    def member(self) -> Member:
        return _SkippedMember() if self._skip else _Pieces(_ZstdDecoder(self._dictionary), _ZSTD_PIECE, _ZSTD_MOST)


def _skippable(data: bytes) -> bool:
    return len(data) >= 4 and data[0] & 0xF0 == 0x50 and data[1:4] == _SKIPPABLE


def packing_of(file: BinaryIO) -> Packing | None:
    """Return how a file is packed, from how it begins; None when it is not. The file is left at its beginning."""
    head = file.read(_HEADER)
    found: Packing | None = None
    if head.startswith(GZIP[:2]):
        found = Gzip()
    elif head.startswith(_DICTIONARY):
        # The dictionary of all frames, itself packed or not: iipc/warc-specifications, WARC Zstandard 1.0, section 4.
        found = Zstd(_unpacked(file.read(min(int.from_bytes(head[4:], "little"), _WINDOW))))
    elif head.startswith(ZSTD) or _skippable(head):
        found = Zstd()
    file.seek(0)
    return found


def _unpacked(dictionary: bytes) -> bytes:
    if not dictionary.startswith(ZSTD):
        return dictionary
    member = _Pieces(_ZstdDecoder(b""), _ZSTD_PIECE, _ZSTD_MOST)
    out = bytearray(member.feed(dictionary))
    while not member.over and len(out) < _WINDOW and (more := member.feed(b"")):
        out += more
    return bytes(out)
