"""Every record of an archive comes out once, however it is packed and whatever is wrong with others."""

from __future__ import annotations

import gzip
import io
import random
from itertools import pairwise

import archives
import pytest
import zstandard
from fastwarc.warc import ArchiveIterator
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.batch.warc import WarcRecord, read_records

CAP = 1 << 20
PACK = {"plain": archives.plain, "gzip": archives.gzipped, "zstd": archives.zstandard_frame}


def made(count: int, seed: int = 1) -> list[bytes]:
    return list(archives.records(count, seed))[:count]


def read(data: bytes, cap: int = CAP, start: int = 0, stop: int | None = None) -> list[WarcRecord]:
    return list(read_records(io.BytesIO(data), cap, start, stop))


def urls(found: list[WarcRecord]) -> list[str]:
    """Say what came out: the end of the URL, with ! for a notice; ? for what has none, and is broken."""
    return [
        one.headers.get("warc-target-uri", "?").rpartition("/")[2] + "!" * bool(one.notices) + "?" * bool(one.broken)
        for one in found
    ]


def packed(parts: list[bytes], packing: str) -> bytes:
    return b"".join(map(PACK[packing], parts))


@pytest.mark.parametrize("packing", PACK)
def test_sound_archives_read_as_fastwarc_reads_them(packing: str) -> None:
    data = packed(made(40), packing)
    ours = [(one.offset, one.headers["warc-target-uri"], one.block) for one in read(data)]
    theirs = [
        (one.stream_pos, one.headers["WARC-Target-URI"], one.reader.read())
        for one in ArchiveIterator(io.BytesIO(data), parse_http=False)
    ]
    assert ours == theirs
    assert len(ours) == 40


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_one_member_may_hold_many_records(pack: type[bytes]) -> None:
    found = read(pack(b"".join(made(20))))
    assert urls(found) == [str(number) for number in range(20)]
    assert len({one.position for one in found}) == 20
    assert found[1].position.startswith("0+")


def test_records_may_go_on_in_the_next_member() -> None:
    whole = b"".join(made(20))
    data = b"".join(gzip.compress(whole[at : at + 700]) for at in range(0, len(whole), 700))
    found = read(data)
    assert urls(found) == [str(number) for number in range(20)]
    assert [one.block for one in found] == [one.block for one in read(whole)]


@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 64, 999])
def test_it_does_not_matter_how_much_is_read_at_once(packing: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = made(8)
    data = packed([*parts[:3], b"GARBAGE\r\n\r\n", with_length(parts[3], 99), *parts[4:]], packing)
    whole = read(data)
    monkeypatch.setattr("rubricator.batch.warc.stream._READ", size)
    assert read(data) == whole


def test_zstandard_dictionaries_are_used() -> None:
    parts = made(60)
    known = zstandard.train_dictionary(4096, [*parts])
    frame = zstandard.compress(known.as_bytes())
    packer = zstandard.ZstdCompressor(dict_data=known)
    head = b"\x5d\x2a\x4d\x18" + len(frame).to_bytes(4, "little") + frame
    data = head + b"".join(map(packer.compress, parts))
    assert urls(read(data)) == [str(number) for number in range(60)]
    assert urls(read(data, start=len(data) // 2))[-1] == "59"


def with_length(record: bytes, length: int | str) -> bytes:
    head, _, rest = record.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"content-length")]
    return b"\r\n".join([*lines, f"Content-Length: {length}".encode()]) + b"\r\n\r\n" + rest


@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize("length", [0, 7, 300, 100_000, 10**15, "many", "-5"])
def test_wrong_lengths_cost_no_other_record(packing: str, length: int | str) -> None:
    parts = made(5)
    right = read(parts[2])[0].block
    parts[2] = with_length(parts[2], length)
    found = read(packed(parts, packing))
    assert urls(found) == ["0", "1", "2!", "3", "4"]
    assert found[2].block == right


@pytest.mark.parametrize("packing", PACK)
def test_bytes_that_are_no_record_are_told(packing: str) -> None:
    parts = made(4)
    parts[1:1] = [b"GARBAGE\r\nand more\r\n\r\n"]
    parts.insert(0, b"nothing\r\n\r\n")
    assert urls(read(packed(parts, packing))) == ["??", "0", "??", "1", "2", "3"]


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
@pytest.mark.parametrize("damaged", [[0], [2], [1, 2, 3], [5]])
def test_a_damaged_member_costs_its_own_record(packing: str, damaged: list[int]) -> None:
    members = [PACK[packing](part) for part in made(6)]
    for number in damaged:
        middle = len(members[number]) // 2
        members[number] = members[number][:middle] + bytes(40) + members[number][middle + 40 :]
    found = read(b"".join(members))
    assert len(found) == 6
    assert [bool(one.broken) for one in found] == [number in damaged for number in range(6)]


def test_an_archive_that_is_cut_off_has_all_that_it_holds() -> None:
    data = packed(made(6), "gzip")
    found = read(data[:-400])
    assert urls(found)[:5] == ["0", "1", "2", "3", "4"]
    assert len(found) == 6
    assert found[5].broken or found[5].notices


def test_long_blocks_are_cut_and_counted() -> None:
    block = archives.response(b"x" * 5_000_000)
    parts = [archives.record("http://a/long", block), *made(2)]
    for packing in PACK:
        found = read(packed(parts, packing), cap=1000)
        assert urls(found) == ["long", "0", "1"]
        assert found[0].block == block[:1000]
        assert found[0].left_out == len(block) - 1000


def test_a_page_about_archives_is_one_record() -> None:
    inner = b"".join(made(3))
    parts = [archives.record("http://a/inner", archives.response(inner, "text/plain")), *made(2)]
    for packing in PACK:
        assert urls(read(packed(parts, packing))) == ["inner", "0", "1"]


def test_empty_archives_have_no_records() -> None:
    for data in (b"", b"\r\n\r\n", gzip.compress(b""), b"\0" * 100):
        assert [one.broken for one in read(data) if not one.broken] == []
    assert read(b"") == []


def test_members_that_unpack_to_very_much_stay_small() -> None:
    bomb = archives.record("http://a/bomb", archives.response(bytes(200 << 20)))
    found = read(packed([bomb, *made(1)], "zstd"), cap=1000)
    assert urls(found) == ["bomb", "0"]


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
@given(st.lists(st.integers(0, 30_000), max_size=6))
@settings(max_examples=40, deadline=None)
def test_slices_hold_every_record_once(packing: str, cuts: list[int]) -> None:
    data = SOUND[packing]
    edges = [0, *sorted(cut % len(data) for cut in cuts), len(data)]
    found = [one for start, stop in pairwise(edges) if start < stop for one in read(data, CAP, start, stop)]
    assert [one.offset for one in found] == OFFSETS[packing]


SOUND = {packing: packed(made(60), packing) for packing in ("gzip", "zstd")}
OFFSETS = {packing: [one.offset for one in read(data)] for packing, data in SOUND.items()}


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_damage_never_costs_what_it_does_not_touch(packing: str, seed: int) -> None:
    chance = random.Random(seed)
    members = [PACK[packing](part) for part in made(12)]
    touched = set()
    for _ in range(chance.randint(1, 4)):
        number = chance.randrange(len(members))
        touched.add(number)
        member = bytearray(members[number])
        # The first bytes of an archive say how it is packed; without them nothing of it can be read.
        at = chance.randrange(0 if number else 4, len(member) + 1)
        match chance.choice(["flip", "cut", "grow"]):
            case "flip":
                member[at : at + 1] = chance.randbytes(1)
            case "cut":
                del member[at:]
            case "grow":
                member[at:at] = chance.randbytes(chance.randint(1, 50))
        members[number] = bytes(member)
    found = read(b"".join(members))
    whole = {one.headers.get("warc-target-uri", "").rpartition("/")[2] for one in found if not one.broken}
    # A member without its end hides nothing but itself: the one after it begins with a record.
    assert {str(number) for number in range(12) if number not in touched} <= whole


@given(st.binary(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_read_to_their_end(data: bytes) -> None:
    for head in (b"", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\x50\x2a\x4d\x18", b"WARC/1.0\r\n"):
        read(head + data)
