"""Colours of CSS Color 4 as 0xRRGGBBAA."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from rubricator.style.css.color_spaces import (
    Triple,
    hsl_to_rgb,
    hwb_to_rgb,
    lab_to_rgb,
    mix,
    oklab_to_rgb,
    polar,
    predefined_to_rgb,
)
from rubricator.style.css.tokens import split_commas

TRANSPARENT = 0x00000000
BLACK = 0x000000FF
CURRENT = -1
"""Stands for `currentcolor` until the element's colour is known."""

_NAMES = {
    "aliceblue": 0xF0F8FF, "antiquewhite": 0xFAEBD7, "aqua": 0x00FFFF, "aquamarine": 0x7FFFD4, "azure": 0xF0FFFF,
    "beige": 0xF5F5DC, "bisque": 0xFFE4C4, "black": 0x000000, "blanchedalmond": 0xFFEBCD, "blue": 0x0000FF,
    "blueviolet": 0x8A2BE2, "brown": 0xA52A2A, "burlywood": 0xDEB887, "cadetblue": 0x5F9EA0, "chartreuse": 0x7FFF00,
    "chocolate": 0xD2691E, "coral": 0xFF7F50, "cornflowerblue": 0x6495ED, "cornsilk": 0xFFF8DC, "crimson": 0xDC143C,
    "cyan": 0x00FFFF, "darkblue": 0x00008B, "darkcyan": 0x008B8B, "darkgoldenrod": 0xB8860B, "darkgray": 0xA9A9A9,
    "darkgreen": 0x006400, "darkgrey": 0xA9A9A9, "darkkhaki": 0xBDB76B, "darkmagenta": 0x8B008B,
    "darkolivegreen": 0x556B2F, "darkorange": 0xFF8C00, "darkorchid": 0x9932CC, "darkred": 0x8B0000,
    "darksalmon": 0xE9967A, "darkseagreen": 0x8FBC8F, "darkslateblue": 0x483D8B, "darkslategray": 0x2F4F4F,
    "darkslategrey": 0x2F4F4F, "darkturquoise": 0x00CED1, "darkviolet": 0x9400D3, "deeppink": 0xFF1493,
    "deepskyblue": 0x00BFFF, "dimgray": 0x696969, "dimgrey": 0x696969, "dodgerblue": 0x1E90FF, "firebrick": 0xB22222,
    "floralwhite": 0xFFFAF0, "forestgreen": 0x228B22, "fuchsia": 0xFF00FF, "gainsboro": 0xDCDCDC,
    "ghostwhite": 0xF8F8FF,
    "gold": 0xFFD700, "goldenrod": 0xDAA520, "gray": 0x808080, "green": 0x008000, "greenyellow": 0xADFF2F,
    "grey": 0x808080, "honeydew": 0xF0FFF0, "hotpink": 0xFF69B4, "indianred": 0xCD5C5C, "indigo": 0x4B0082,
    "ivory": 0xFFFFF0, "khaki": 0xF0E68C, "lavender": 0xE6E6FA, "lavenderblush": 0xFFF0F5, "lawngreen": 0x7CFC00,
    "lemonchiffon": 0xFFFACD, "lightblue": 0xADD8E6, "lightcoral": 0xF08080, "lightcyan": 0xE0FFFF,
    "lightgoldenrodyellow": 0xFAFAD2, "lightgray": 0xD3D3D3, "lightgreen": 0x90EE90, "lightgrey": 0xD3D3D3,
    "lightpink": 0xFFB6C1, "lightsalmon": 0xFFA07A, "lightseagreen": 0x20B2AA, "lightskyblue": 0x87CEFA,
    "lightslategray": 0x778899, "lightslategrey": 0x778899, "lightsteelblue": 0xB0C4DE, "lightyellow": 0xFFFFE0,
    "lime": 0x00FF00, "limegreen": 0x32CD32, "linen": 0xFAF0E6, "magenta": 0xFF00FF, "maroon": 0x800000,
    "mediumaquamarine": 0x66CDAA, "mediumblue": 0x0000CD, "mediumorchid": 0xBA55D3, "mediumpurple": 0x9370DB,
    "mediumseagreen": 0x3CB371, "mediumslateblue": 0x7B68EE, "mediumspringgreen": 0x00FA9A,
    "mediumturquoise": 0x48D1CC, "mediumvioletred": 0xC71585, "midnightblue": 0x191970, "mintcream": 0xF5FFFA,
    "mistyrose": 0xFFE4E1, "moccasin": 0xFFE4B5, "navajowhite": 0xFFDEAD, "navy": 0x000080, "oldlace": 0xFDF5E6,
    "olive": 0x808000, "olivedrab": 0x6B8E23, "orange": 0xFFA500, "orangered": 0xFF4500, "orchid": 0xDA70D6,
    "palegoldenrod": 0xEEE8AA, "palegreen": 0x98FB98, "paleturquoise": 0xAFEEEE, "palevioletred": 0xDB7093,
    "papayawhip": 0xFFEFD5, "peachpuff": 0xFFDAB9, "peru": 0xCD853F, "pink": 0xFFC0CB, "plum": 0xDDA0DD,
    "powderblue": 0xB0E0E6, "purple": 0x800080, "rebeccapurple": 0x663399, "red": 0xFF0000, "rosybrown": 0xBC8F8F,
    "royalblue": 0x4169E1, "saddlebrown": 0x8B4513, "salmon": 0xFA8072, "sandybrown": 0xF4A460, "seagreen": 0x2E8B57,
    "seashell": 0xFFF5EE, "sienna": 0xA0522D, "silver": 0xC0C0C0, "skyblue": 0x87CEEB, "slateblue": 0x6A5ACD,
    "slategray": 0x708090, "slategrey": 0x708090, "snow": 0xFFFAFA, "springgreen": 0x00FF7F, "steelblue": 0x4682B4,
    "tan": 0xD2B48C, "teal": 0x008080, "thistle": 0xD8BFD8, "tomato": 0xFF6347, "turquoise": 0x40E0D0,
    "violet": 0xEE82EE, "wheat": 0xF5DEB3, "white": 0xFFFFFF, "whitesmoke": 0xF5F5F5, "yellow": 0xFFFF00,
    "yellowgreen": 0x9ACD32,
}  # fmt: skip
_SYSTEM = {
    "canvas": 0xFFFFFF, "canvastext": 0x000000, "linktext": 0x0000EE, "visitedtext": 0x551A8B, "activetext": 0xFF0000,
    "buttonface": 0xF0F0F0, "buttontext": 0x000000, "buttonborder": 0x000000, "field": 0xFFFFFF, "fieldtext": 0x000000,
    "highlight": 0x1E90FF, "highlighttext": 0x000000, "mark": 0xFFFF00, "marktext": 0x000000, "graytext": 0x808080,
    "windowtext": 0x000000, "window": 0xFFFFFF, "menutext": 0x000000, "infotext": 0x000000, "captiontext": 0x000000,
    "inactivecaptiontext": 0x808080, "threedface": 0xF0F0F0, "background": 0xFFFFFF, "accentcolor": 0x0075FF,
    "accentcolortext": 0xFFFFFF, "-webkit-link": 0x0000EE, "-webkit-activelink": 0xFF0000, "selecteditem": 0x1967D2,
    "selecteditemtext": 0xFFFFFF, "menu": 0xFFFFFF, "scrollbar": 0xFFFFFF, "infobackground": 0xFFFFFF,
    "threedshadow": 0x000000,
}  # fmt: skip
"""System colours, as Chromium's light scheme has them."""
_HEX = re.compile(r"[0-9a-f]+\Z")
_FUNCTION = re.compile(r"(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\((.*)\)\Z", re.DOTALL)
_PART = re.compile(r"([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|deg|grad|rad|turn)?\Z")
_DIMENSION = re.compile(r"(\d+)([0-9a-f]*)\Z")
_ANGLES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_LONGEST = 256
_DEPTH = 4


def parse_color(text: str, quirks: bool = False) -> int | None:
    """Return a colour, `CURRENT` for currentcolor, or None for what is no colour."""
    return _parse(text, quirks) if len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _parse(text: str, quirks: bool) -> int | None:
    text = text.strip().lower()
    known = _NAMES.get(text, _SYSTEM.get(text))
    if known is not None:
        return known << 8 | 0xFF
    if text == "transparent":
        return TRANSPARENT
    if text == "currentcolor":
        return CURRENT
    if text.startswith("#"):
        return _hex(text[1:])
    found = _FUNCTION.match(text)
    if found:
        return _function(found[1], found[2].strip(), 0)
    return _hashless(text) if quirks else None


def parse_legacy_color(text: str) -> int | None:
    """Parse the value of a presentational attribute such as `bgcolor`, which turns almost anything into a colour."""
    text = text.strip(" \t\n\f\r").lower()
    if not text or text == "transparent":
        return None
    if text in _NAMES:
        return _NAMES[text] << 8 | 0xFF
    if text.startswith("#") and len(text) == 4 and _HEX.match(text[1:]):
        return _hex(text[1:])
    digits = "".join("00" if ord(mark) > 0xFFFF else mark for mark in text[:128])[:128].removeprefix("#")
    digits = "".join(mark if mark in "0123456789abcdef" else "0" for mark in digits)
    digits += "0" * (-len(digits) % 3 or (3 if not digits else 0))
    size = len(digits) // 3
    parts = [digits[:size], digits[size : 2 * size], digits[2 * size :]]
    parts = [part[-8:] for part in parts]
    while len(parts[0]) > 2 and all(part[0] == "0" for part in parts):
        parts = [part[1:] for part in parts]
    red, green, blue = (int(part[:2], 16) for part in parts)
    return red << 24 | green << 16 | blue << 8 | 0xFF


def _hex(digits: str) -> int | None:
    if not _HEX.match(digits):
        return None
    if len(digits) in {3, 4}:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) == 6:
        digits += "ff"
    return int(digits, 16) if len(digits) == 8 else None


def _hashless(text: str) -> int | None:
    """Read a colour of quirks mode. What begins with a digit was a number, which has lost its leading zeros."""
    found = _DIMENSION.match(text)
    if found:
        text = f"{int(found[1])}{found[2]}".zfill(6)
    return _hex(text) if len(text) in {3, 6} else None


def _function(name: str, text: str, depth: int) -> int | None:
    if name == "light-dark" or name == "color-mix":
        return _of_two(name, split_commas(text), depth)
    if "," in text:
        return _legacy_function(name[:3], text)
    body, slash, after = text.partition("/")
    parts = body.split()
    space = parts.pop(0) if name == "color" and parts else ""
    values = [_part(part) for part in parts]
    alpha = _alpha(after) if slash else 1.0
    if len(values) != 3 or alpha is None or None in values:
        return None
    rgb = _to_rgb(name, space, [value for value in values if value is not None])
    return None if rgb is None else _pack(rgb, alpha)


def _legacy_function(name: str, text: str) -> int | None:
    """Read rgb() and hsl() with commas, which are stricter about units."""
    parts = [part.strip() for part in text.split(",")]
    alpha = _alpha(parts.pop()) if len(parts) == 4 else 1.0
    found = [_part(part) for part in parts if part != "none"]
    values = [value for value in found if value is not None]
    if name not in {"rgb", "hsl"} or alpha is None or len(values) != 3 or len(parts) != 3:
        return None
    units = [unit for _, unit in values]
    if units[1] != units[2] or (units[0] != units[1] if name == "rgb" else units[1] != "%"):
        return None
    rgb = _to_rgb(name, "", values)
    return None if rgb is None else _pack(rgb, alpha)


def _of_two(name: str, arguments: list[str], depth: int) -> int | None:
    """Choose or mix two colours."""
    if name == "light-dark":
        return _nested(arguments[0], depth) if len(arguments) == 2 else None
    method = arguments[0].split()
    if len(arguments) != 3 or len(method) < 2 or method[0] != "in":
        return None
    (first, share_1), (second, share_2) = (_weighted(argument, depth) for argument in arguments[1:])
    if first is None or second is None or CURRENT in (first, second):
        return None
    if share_1 is None:
        share_1 = 50.0 if share_2 is None else 100.0 - share_2
    share_2 = 100.0 - share_1 if share_2 is None else share_2
    total = share_1 + share_2
    return _mixed(method[1], first, second, share_2 / total, min(total / 100, 1.0)) if total > 0 else None


def _mixed(space: str, first: int, second: int, share: float, factor: float) -> int | None:
    """Mix in a space; colours count by their opacity."""
    (rgb_1, alpha_1), (rgb_2, alpha_2) = _unpack(first), _unpack(second)
    alpha = alpha_1 * (1 - share) + alpha_2 * share
    rgb = mix(space, rgb_1, rgb_2, share * alpha_2 / alpha if alpha else share)
    if rgb is None:
        return None
    red, green, blue = rgb
    return _pack((red * 255, green * 255, blue * 255), alpha * factor)


def _weighted(text: str, depth: int) -> tuple[int | None, float | None]:
    """Return a colour and the percentage before or after it."""
    before, _, after = text.strip().partition(" ")
    if before.endswith("%"):
        share, color = _part(before), after
    else:
        color, _, last = text.strip().rpartition(" ")
        share = _part(last) if last.endswith("%") else None
        color = color if share else text
    return _nested(color, depth), share[0] if share else None


def _nested(text: str, depth: int) -> int | None:
    text = text.strip()
    found = _FUNCTION.match(text)
    if found:
        return _function(found[1], found[2].strip(), depth + 1) if depth < _DEPTH else None
    return _parse(text, False)


def _part(text: str) -> tuple[float, str] | None:
    if text == "none":
        return 0.0, ""
    found = _PART.match(text)
    return (min(max(float(found[1]), -1e6), 1e6), found[2] or "") if found else None


def _alpha(text: str) -> float | None:
    part = _part(text.strip())
    if part is None or part[1] not in {"", "%"}:
        return None
    return part[0] / 100 if part[1] else part[0]


def _to_rgb(name: str, space: str, parts: list[tuple[float, str]]) -> Triple | None:
    """Return channels of 0 to 255, which may lie outside."""
    (a, unit_a), (b, unit_b), (c, unit_c) = parts
    hued = {"hsl": unit_a, "hwb": unit_a, "lch": unit_c, "oklch": unit_c}.get(name.removesuffix("a"))
    units = [unit for _, unit in parts]
    angles = [unit for unit in units if unit not in {"", "%"}]
    if len(angles) > (hued in angles) or hued == "%":
        return None
    if name.startswith("rgb"):
        # Not 2.55, which is less than it says: half of all would be 127.
        red, green, blue = (value * 255 / 100 if unit else value for value, unit in parts)
        return red, green, blue
    rgb: Triple | None
    if name.startswith("hsl"):
        rgb = hsl_to_rgb(a * _ANGLES[unit_a], b / 100, c / 100)
    elif name == "hwb":
        rgb = hwb_to_rgb(a * _ANGLES[unit_a], b / 100, c / 100)
    elif name == "lab":
        rgb = lab_to_rgb(a, b * 1.25 if unit_b else b, c * 1.25 if unit_c else c)
    elif name == "lch":
        rgb = lab_to_rgb(a, *polar(b * 1.5 if unit_b else b, c * _ANGLES[unit_c]))
    elif name == "oklab":
        rgb = oklab_to_rgb(a / 100 if unit_a else a, b * 0.004 if unit_b else b, c * 0.004 if unit_c else c)
    elif name == "oklch":
        rgb = oklab_to_rgb(a / 100 if unit_a else a, *polar(b * 0.004 if unit_b else b, c * _ANGLES[unit_c]))
    else:
        red, green, blue = (value / 100 if unit else value for value, unit in parts)
        rgb = predefined_to_rgb(space, (red, green, blue))
    if rgb is None:
        return None
    red, green, blue = rgb
    return red * 255, green * 255, blue * 255


def _pack(rgb: Triple, alpha: float) -> int:
    packed = 0
    for value in (*rgb, alpha * 255):
        packed = packed << 8 | math.floor(min(255.0, max(0.0, value)) + 0.5)
    return packed


def _unpack(color: int) -> tuple[Triple, float]:
    return ((color >> 24) / 255, (color >> 16 & 0xFF) / 255, (color >> 8 & 0xFF) / 255), (color & 0xFF) / 255
