"""WARC records (ISO 28500), each one once, also where lengths are wrong and bytes are damaged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from rubricator.batch.warc.stream import RECORD, Mark, Unpacked
from rubricator.errors import LoadError
from rubricator.limits import Notice

MAX_HEADER = 1 << 16
_END_OF_HEADER = re.compile(rb"\r?\n\r?\n")
_TERMINATOR = re.compile(rb"(?:\r?\n){1,4}")
_VERSION = b"WARC/1."
_FIRST_LINE = re.compile(rb"WARC/1\.[01]\r?\n[A-Za-z]")
_NEWLINES = re.compile(rb"(?:\r?\n){1,2}\Z")
_RECORD_END = (b"\r\n\r\n", b"\n\n")
_NEXT_BYTES = 16
"""As many show whether a record begins."""
_SIZE = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class WarcRecord:
    """A record: where it begins in the file (and in the member), its headers, its block, and what is wrong with it."""

    offset: int
    inner: int
    headers: dict[str, str]
    block: bytes = b""
    left_out: int = 0
    """Bytes of the block beyond the cap."""
    notices: tuple[Notice, ...] = ()
    broken: str | None = None

    @property
    def position(self) -> str:
        """Where it is, as text: the offset in the file, and in the member where that holds several records."""
        return f"{self.offset}+{self.inner}" if self.inner else str(self.offset)


def read_records(
    file: BinaryIO, cap: int, start: int = 0, stop: int | None = None, *, whole: bool = False
) -> Iterator[WarcRecord]:
    """Yield the records of members that begin in start .. stop. A block longer than `cap` bytes is cut.

    Bytes that are no record, and records whose bytes are damaged, are yielded too, as broken ones. With `whole`, an
    archive that is cut off raises LoadError after its last record.
    """
    return _Records(Unpacked(file, start), cap, stop, whole).run()


class _Records:
    def __init__(self, stream: Unpacked, cap: int, stop: int | None, whole: bool) -> None:
        self.stream, self.cap, self.stop, self.whole = stream, cap, stop, whole
        self.at = 0

    def run(self) -> Iterator[WarcRecord]:
        while self.skip_newlines():
            damage = self.damage_here()
            if damage is not None:
                if self.stop is not None and damage.offset >= self.stop:
                    return
                yield WarcRecord(damage.offset, 0, {}, broken=f"damaged: {damage.damage}")
            elif self.beyond():
                return
            elif self.looking_at(RECORD):
                yield self.record()
            else:
                yield self.garbage()
        if self.whole and self.stream.cut:
            raise LoadError("its end is missing")

    def skip_newlines(self) -> bool:
        """Go to the next byte that is no newline; False at the end of the archive."""
        stream = self.stream
        while True:
            stream.drop(self.at)
            if self.marks_here():
                return True
            while stream.buffer and stream.buffer[0] in b"\r\n" and not self.marks_here():
                self.at += 1
                stream.drop(self.at)
            if stream.buffer or self.marks_here():
                return True
            if not stream.more():
                return bool(self.marks_here())

    def marks_here(self) -> bool:
        return bool(self.stream.marks) and self.stream.marks[0].at <= self.at

    def damage_here(self) -> Mark | None:
        if self.marks_here() and self.stream.marks[0].damage is not None:
            return self.stream.marks.popleft()
        return None

    def beyond(self) -> bool:
        """Whether the next part of the archive begins here: with the first member after the end that holds a record."""
        self.stream.settle(self.at)
        origin = self.stream.origin
        return self.stop is not None and origin.at == self.at and origin.offset >= self.stop

    def looking_at(self, prefix: bytes) -> bool:
        self.fill(len(prefix))
        return self.stream.buffer.startswith(prefix)

    def fill(self, size: int) -> int:
        """Have `size` bytes from here on, or all up to the next mark or the end; return how many there are."""
        stream = self.stream
        while True:
            limit = self.next_mark()
            if limit is not None:
                return min(size, limit - self.at)
            if stream.end - self.at >= size or not stream.more():
                return min(size, stream.end - self.at)

    def next_mark(self) -> int | None:
        """Return where the next member with a record begins, or the next damage, if it is known."""
        return self.stream.marks[0].at if self.stream.marks else None

    def place(self) -> tuple[int, int]:
        origin = self.stream.origin
        return origin.offset, self.at - origin.at

    def garbage(self) -> WarcRecord:
        """Pass over bytes that are no record."""
        offset, inner = self.place()
        passed, _ = self.search(0)
        return WarcRecord(offset, inner, {}, broken=f"{passed} bytes that are no WARC record")

    def record(self) -> WarcRecord:
        offset, inner = self.place()
        there = self.fill(MAX_HEADER)
        end = _END_OF_HEADER.search(self.stream.buffer, 0, there)
        if end is None:
            headers = _headers(bytes(self.stream.buffer[:there]).rpartition(b"\n")[0])
            self.search(len(RECORD))
            self.note_cut(b"")
            broken = self.ends_damaged() or "a record whose header does not end"
            return WarcRecord(offset, inner, headers, broken=broken)
        headers = _headers(bytes(self.stream.buffer[: end.start()]))
        self.advance(end.end())
        size = headers.get("content-length", "").strip()
        if not _SIZE.fullmatch(size):
            block, left_out = self.until_next(b"")
            return self.finished(offset, inner, headers, block, left_out, "has no proper Content-Length")
        return self.sized(offset, inner, headers, int(size))

    def sized(self, offset: int, inner: int, headers: dict[str, str], size: int) -> WarcRecord:
        block, taken, found = self.take(size)
        if found:
            return self.finished(offset, inner, headers, block, taken - len(block), f"is longer than its {taken} bytes")
        if taken < size:
            damaged = self.ends_damaged()
            if damaged is None:
                block, taken = self.cut_at_next(block, taken)
                self.note_cut(block)
            wrong = f"says {size} bytes and has {taken}"
            return self.finished(offset, inner, headers, block, taken - len(block), wrong, damaged)
        if self.ends_here():
            return self.finished(offset, inner, headers, block, taken - len(block))
        shorter, kept = self.cut_at_next(block, taken)
        if kept < taken:
            return self.finished(offset, inner, headers, shorter, 0, f"says {size} bytes and has {kept}")
        block, left_out = self.until_next(block)
        wrong = f"says {size} bytes and has {len(block) + left_out}"
        return self.finished(offset, inner, headers, block, left_out, wrong, self.ends_damaged())

    def take(self, size: int) -> tuple[bytes, int, bool]:
        """Take a block of so many bytes, or of what there is; the third value: the next record began inside of it.

        A block over the cap is not kept, so it cannot be looked through afterwards: the first thing in it that looks
        like a record ends it.
        """
        block = bytearray()
        taken = 0
        while taken < size:
            there = self.fill(min(size - taken, 1 << 16))
            if not there:
                break
            if size > self.cap:
                self.fill(there + _NEXT_BYTES)
                found = _next_record(self.stream.buffer, 0, there + _NEXT_BYTES)
                if found is not None and found[0] < there:
                    block += self.stream.buffer[: min(found[0], self.cap - len(block))]
                    self.advance(found[1])
                    return bytes(block), taken + found[0], True
            block += self.stream.buffer[: min(there, self.cap - len(block))]
            self.advance(there)
            taken += there
        return bytes(block), taken, False

    def ends_here(self) -> bool:
        """Whether a block ends here: newlines, a member or the archive's end follow it."""
        if self.fill(1) == 0:
            return True
        self.fill(8)
        terminator = _TERMINATOR.match(self.stream.buffer, 0, 8)
        return terminator is not None or self.stream.buffer.startswith(RECORD)

    def ends_damaged(self) -> str | None:
        """Return what is wrong with the bytes that end here, and be done with it."""
        damage = self.damage_here()
        return None if damage is None else f"damaged: {damage.damage}"

    def note_cut(self, block: bytes) -> None:
        """Note that a plain archive ends inside of a record, if this one is the last and no newlines end it."""
        stream = self.stream
        if stream.plain and stream.ended and not stream.buffer and not block.endswith(_RECORD_END):
            stream.cut = True

    def cut_at_next(self, block: bytes, taken: int) -> tuple[bytes, int]:
        """Give back what a block has of the records after it; a block over the cap is left as it is."""
        found = _next_record(block, 0, len(block)) if taken == len(block) else None
        if found is None:
            return block, taken
        rest = block[found[1] :]
        self.at -= len(rest)
        self.stream.push_back(rest, self.at)
        return block[: found[0]], found[0]

    def until_next(self, block: bytes) -> tuple[bytes, int]:
        """Add what stands before the next record to a block; return it, and how many bytes are beyond the cap."""
        passed, added = self.search(0, self.cap - len(block))
        return block + added, passed - len(added)

    def search(self, skip: int, keep: int = 0) -> tuple[int, bytes]:
        """Go to the next record, `skip` bytes from here or later; return how far it was, and the first bytes passed."""
        stream, start = self.stream, self.at
        kept = bytearray()

        def go(size: int) -> None:
            kept.extend(stream.buffer[: max(0, min(size, keep - len(kept)))])
            self.advance(size)

        while True:
            there = self.fill(1 << 16)
            found = _next_record(stream.buffer, skip, there)
            if found is not None:
                go(found[1])
                break
            known = self.next_mark()
            if known is not None and known - self.at <= there:
                go(there)
                break
            if there < 1 << 16 and stream.ended:
                go(there)
                break
            go(max(there - _NEXT_BYTES, 1))
            skip = 0
        return self.at - start, bytes(kept)

    def advance(self, size: int) -> None:
        self.at += size
        self.stream.drop(self.at)

    def finished(
        self,
        offset: int,
        inner: int,
        headers: dict[str, str],
        block: bytes,
        left_out: int,
        wrong: str | None = None,
        damaged: str | None = None,
    ) -> WarcRecord:
        if wrong:
            block = _NEWLINES.sub(b"", block)
        notices = (Notice("record-length", f"the WARC record {wrong}"),) if wrong else ()
        return WarcRecord(offset, inner, headers, block, left_out, notices, damaged)


def _next_record(data: bytes | bytearray, start: int, end: int) -> tuple[int, int] | None:
    """Return where a block ends and the next record begins; None when none does, as far as the bytes show.

    A payload may hold such bytes too, so this is asked only where a length is wrong, or cannot be checked.
    """
    at = data.find(_VERSION, start, end)
    while at >= 0:
        newlines = _NEWLINES.search(data[max(start, at - 4) : at])
        if newlines is not None and _FIRST_LINE.match(data, at, end) is not None:
            return at - len(newlines.group()), at
        at = data.find(_VERSION, at + 1, end)
    return None


def _headers(data: bytes) -> dict[str, str]:
    """Return the named fields, names in lower case; folded lines belong to the field before."""
    fields: dict[str, str] = {}
    name = ""
    for line in data.decode("utf-8", "replace").split("\n")[1:]:
        if line[:1] in (" ", "\t") and name:
            fields[name] += " " + line.strip()
            continue
        name, colon, value = line.partition(":")
        name = name.strip().lower() if colon else ""
        if name:
            fields.setdefault(name, value.strip())
    return fields
