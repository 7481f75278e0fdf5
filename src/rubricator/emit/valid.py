"""What HTML5 allows: characters, addresses, languages, tables. What a page has beyond that is mended or left out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote

from rubricator.emit.nodes import Container, Node
from rubricator.emit.tables import cells, rows

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
_SPECIAL = re.compile(r"(https?|ftp):[/\\]*", re.IGNORECASE)
_NOT_URL = re.compile(r"[\x00-\x20\"<>\\^`{|}\[\]\x7f-\xa0]|%(?![0-9A-Fa-f]{2})")
_HOST = re.compile(r"[\w.~-]+\Z")
_PORT = re.compile(r"[0-9]{0,5}\Z")
_LANGUAGES = frozenset(
    "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el "
    "en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it "
    "iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt "
    "my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl "
    "sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo "
    "za zh zu ast ceb ckb dsb fil gsw haw hsb kab mai nds pap scn sco yue".split()
)
"""ISO 639-1, and languages of many pages that it leaves out."""
_SCRIPTS = frozenset("arab cyrl deva grek hans hant hebr jpan kore latn".split())
_REGIONS = frozenset(
    "ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by "
    "bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk "
    "fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir "
    "is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk "
    "ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm "
    "pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf "
    "tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw 001 150 "
    "419".split()
)
"""ISO 3166-1, and the regions of UN M.49 in use for languages."""
_SPARE_SLOTS = 10_000


def characters(text: str) -> str:
    """Return a text without the controls and non-characters that no HTML document may hold; none is printable."""
    return text if text.isprintable() else _FORBIDDEN.sub("", text)


def language(tag: str) -> str | None:
    """Return a language tag with the parts that are registered: language, script, region; None without a language."""
    first, *rest = tag.strip().replace("_", "-").lower().split("-")
    if first not in _LANGUAGES:
        return None
    script = rest[0].title() if rest and rest[0] in _SCRIPTS else None
    region = next((part.upper() for part in rest[: 1 + (script is not None)] if part in _REGIONS), None)
    return "-".join(part for part in (first, script, region) if part)


def address(url: str) -> str | None:
    """Return an address as a valid URL, as a browser would read it; None for one that no browser can follow."""
    url = characters(url).strip()
    head, mark, fragment = url.partition("#")
    fragment = _encoded(fragment.replace("#", "%23"))
    special = _SPECIAL.match(head)
    if special:
        head = f"{special[1].lower()}://{head[special.end() :]}"
    elif head.startswith(("\\\\", "/\\", "\\/")):
        head = "//" + head[2:]
    scheme, slashes, rest = head.partition("//")
    if not slashes or (scheme and not special):
        return _encoded(head) + mark + fragment
    authority = re.split(r"[/\\?]", rest, maxsplit=1)[0]
    if not _is_authority(authority):
        return None
    path, question, query = rest[len(authority) :].partition("?")
    return f"{scheme}//{authority}{_encoded(path.replace(chr(92), '/'))}{question}{_encoded(query)}{mark}{fragment}"


def _encoded(part: str) -> str:
    return _NOT_URL.sub(lambda match: quote(match[0], safe=""), part)


def _is_authority(authority: str) -> bool:
    user, at, place = authority.rpartition("@")
    if at and (not user or _NOT_URL.search(user)):
        return False
    if place.startswith("["):
        host, bracket, port = place[1:].partition("]")
        return bool(bracket) and _is_address(IPv6Address, host) and bool(_PORT.match(port.removeprefix(":")))
    host, _, port = place.partition(":")
    if not _HOST.match(host) or not _PORT.match(port) or (port and int(port) > 65535):
        return False
    labels = host.removesuffix(".").split(".")
    if labels[-1].isdigit() or labels[-1].lower().startswith("0x"):
        return _is_address(IPv4Address, host)
    return all(labels) and _is_idna(host)


def _is_address(kind: type[IPv4Address] | type[IPv6Address], text: str) -> bool:
    try:
        kind(text)
    except AddressValueError:
        return False
    return True


def _is_idna(host: str) -> bool:
    try:
        host.encode("idna").decode("idna")
    except UnicodeError:
        return False
    return True


def definitions(parts: Sequence[Node]) -> list[Node]:
    """Return the parts of a definition list, begun with a term and ended with a description, if need be empty ones."""
    opening: list[Node] = [] if _is(parts[0], "term") else [Container("term", ())]
    closing: list[Node] = [] if _is(parts[-1], "description") else [Container("description", ())]
    return [*opening, *parts, *closing]


def _is(node: Node, kind: str) -> bool:
    return isinstance(node, Container) and node.kind == kind


def spans(table: Container) -> dict[int, tuple[int, int]]:
    """Return columns and rows that each cell spans, by its identity, so that cells do not overlap or leave the table.

    Rows and columns in which no cell begins do not count; a row without cells is not to be written.
    """
    lines = [list(cells(row)) for row in rows(table)]
    asked = sum(cell.colspan for line in lines for cell in line)
    if asked > _SPARE_SLOTS + 10 * sum(map(len, lines)):
        return {}
    placed, taken = [], dict[int, int]()
    for number, line in enumerate(lines):
        column = 0
        below: dict[int, int] = {}
        for cell in line:
            while column in taken:
                column += 1
            width = 1
            while width < cell.colspan and column + width not in taken:
                width += 1
            height = min(cell.rowspan, len(lines) - number)
            placed.append((cell, column, width, number, height))
            below.update(dict.fromkeys(range(column, column + width), height))
            column += width
        taken = {place: left - 1 for place, left in (taken | below).items() if left > 1}
    beginnings = sorted({column for _, column, *_ in placed})
    numbers = {column: number for number, column in enumerate(beginnings)}
    filled = [0]
    for line in lines:
        filled.append(filled[-1] + bool(line))
    found = {}
    for cell, column, width, number, height in placed:
        last = bisect_left(beginnings, column + width)
        found[id(cell)] = (last - numbers[column], filled[number + height] - filled[number])
    return found
