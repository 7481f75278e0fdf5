"""An archive as one run of unpacked bytes, with the places where its members begin and where it is damaged."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import BinaryIO

from rubricator.batch.warc.packing import DamageError, Packing, packing_of

RECORD = b"WARC/"
_READ = 1 << 16
_SCAN = 1 << 20
_TRIAL = 1 << 12
_PROBE = 32
_SIGN = 4
"""Bytes that show whether a member begins."""


@dataclass(frozen=True, slots=True)
class Mark:
    """At `at` of the unpacked bytes a member with a record begins (`damage` None), or the bytes before are damaged."""

    at: int
    offset: int
    damage: str | None = None


class Unpacked:
    """The unpacked bytes from `start` of the file. What was read and is not yet dropped is in `buffer`."""

    def __init__(self, file: BinaryIO, start: int = 0) -> None:
        self.buffer = bytearray()
        self.base = 0
        """Where the buffer begins, in unpacked bytes."""
        self.marks: deque[Mark] = deque()
        self.ended = False
        self.cut = False
        """The file ends inside of a member; of a plain one, inside of a record, which its reader notes."""
        self.origin = Mark(0, start)
        """The beginning of the member that the buffer begins in."""
        self._file, self._start = file, start
        self._packing = packing_of(file)
        self._member = None if self._packing is None else self._packing.member()
        self._member_at, self._member_offset = 0, start
        self._opening: bytes | None = None
        self._raw = b""
        self._raw_offset = start
        if self._packing is not None:
            found = self._seek_member(start) if start else start
            if found is None:
                self.ended = True
            else:
                self._begin(found)
        else:
            file.seek(start)

    @property
    def plain(self) -> bool:
        return self._packing is None

    @property
    def end(self) -> int:
        return self.base + len(self.buffer)

    def drop(self, at: int) -> None:
        """Forget all before a place."""
        del self.buffer[: at - self.base]
        self.base = at

    def settle(self, at: int) -> None:
        """A record begins at this place: note the member that it is in."""
        while self.marks and self.marks[0].at <= at and self.marks[0].damage is None:
            self.origin = self.marks.popleft()
        if self._packing is None:
            self.origin = Mark(at, self._start + at)

    def push_back(self, data: bytes, at: int) -> None:
        """Have bytes that were dropped read again; they ended where the buffer begins."""
        self.buffer[:0] = data
        self.base = at

    def more(self) -> bool:
        """Read on; False at the end of the file."""
        if self._packing is None:
            data = b"" if self.ended else self._file.read(_READ)
            self.buffer += data
            self.ended = not data
            return bool(data)
        while not self.ended:
            before, known = len(self.buffer), len(self.marks)
            self._step(self._packing)
            # The first bytes of a member are not shown before it is known whether a record begins with them.
            if self._opening is None and (len(self.buffer) > before or len(self.marks) > known):
                return True
        return False

    def _step(self, packing: Packing) -> None:
        assert self._member is not None
        data = b""
        try:
            out = self._member.feed(b"")
            if not out and not self._member.over:
                data, self._raw = self._raw or self._read(), b""
                out = self._member.feed(data)
        except DamageError as error:
            self._damaged(str(error))
            return
        self._append(out)
        if self._member.over:
            self._finish_opening()
            self._next(packing, self._member.rest)
        elif not out and not data:
            # A member without its end swallows those after it; so the file is looked through for them.
            found = self._seek_member(self._member_offset + 1)
            self._finish_opening()
            if found is None:
                self.ended = self.cut = True
            else:
                self.marks.append(Mark(self.end, self._member_offset, "its end is missing"))
                self._begin(found)

    def _read(self) -> bytes:
        data = self._file.read(_READ)
        self._raw_offset += len(data)
        return data

    def _append(self, out: bytes) -> None:
        """Take unpacked bytes; the first ones of a member say whether a record begins with it."""
        if self._opening is not None:
            self._opening += out[: len(RECORD)]
            self.buffer += out
            if len(self._opening) >= len(RECORD):
                self._finish_opening()
        else:
            self.buffer += out

    def _finish_opening(self) -> None:
        if self._opening is not None and self._opening.startswith(RECORD):
            self.marks.append(Mark(self._member_at, self._member_offset))
        self._opening = None

    def _next(self, packing: Packing, rest: bytes) -> None:
        """Go on with the member after this one; zeros between members are padding."""
        while True:
            stripped = rest.lstrip(b"\0")
            if len(stripped) >= _SIGN:
                break
            data = self._read()
            if not data:
                self.ended = True
                if stripped:
                    self.marks.append(Mark(self.end, self._raw_offset - len(stripped), "stray bytes at its end"))
                return
            rest = stripped + data
        offset = self._raw_offset - len(stripped)
        if packing.begins(stripped):
            self._open(offset, stripped)
        else:
            self._member_offset, self._member_at = offset, self.end
            self._damaged("no member begins here")

    def _open(self, offset: int, raw: bytes) -> None:
        assert self._packing is not None
        self._member = self._packing.member()
        self._member_at, self._member_offset, self._opening = self.end, offset, b""
        self._raw = raw

    def _begin(self, offset: int) -> None:
        assert self._packing is not None
        self._file.seek(offset)
        self._raw_offset = offset
        raw = self._read()
        while len(raw) < _SIGN and (more := self._read()):
            raw += more
        if self._packing.begins(raw):
            self._open(offset, raw)
        else:
            self._member_offset = offset
            self._damaged("no member begins here")

    def _damaged(self, why: str) -> None:
        """Note the damage and go on with the next member that holds a record."""
        self._finish_opening()
        self.marks.append(Mark(self.end, self._member_offset, why))
        found = self._seek_member(self._member_offset + 1)
        if found is None:
            self.ended = True
        else:
            self._begin(found)

    def _seek_member(self, start: int) -> int | None:
        """Return the offset of the first member at or after `start` that begins with a record, or is damaged itself."""
        assert self._packing is not None
        magic = self._packing.magic
        self._file.seek(start)
        window, offset = b"", start
        while True:
            data = self._file.read(_SCAN)
            window += data
            place = window.find(magic)
            while place >= 0:
                if len(window) - place < _TRIAL and data:
                    break
                if self._is_record(window[place : place + _TRIAL]):
                    return offset + place
                place = window.find(magic, place + 1)
            if not data:
                return None
            kept = place if place >= 0 else max(0, len(window) - len(magic) + 1)
            window, offset = window[kept:], offset + kept

    def _is_record(self, data: bytes) -> bool:
        assert self._packing is not None
        self._packing.begins(data)
        member = self._packing.member()
        out = b""
        try:
            for place in range(0, len(data), _PROBE):
                out += member.feed(data[place : place + _PROBE])
                if len(out) >= len(RECORD) or member.over:
                    break
        except DamageError:
            return self._packing.plausible(data)
        return out.startswith(RECORD)
