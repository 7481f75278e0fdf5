"""Colours of CSS Color 4 as 0xRRGGBBAA."""

from __future__ import annotations

import math
import re
from functools import lru_cache

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
    "floralwhite": 0xFFFAF0, "forestgreen": 0x228B22, "fuchsia": 0xFF00FF, "gainsboro": 0xDCDCDC, "ghostwhite": 0xF8F8FF,
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
    # System colours, as Chromium's light scheme has them.
    "canvas": 0xFFFFFF, "canvastext": 0x000000, "linktext": 0x0000EE, "visitedtext": 0x551A8B, "activetext": 0xFF0000,
    "buttonface": 0xF0F0F0, "buttontext": 0x000000, "buttonborder": 0x000000, "field": 0xFFFFFF, "fieldtext": 0x000000,
    "highlight": 0x1E90FF, "highlighttext": 0x000000, "mark": 0xFFFF00, "marktext": 0x000000, "graytext": 0x808080,
    "windowtext": 0x000000, "window": 0xFFFFFF, "menutext": 0x000000, "infotext": 0x000000, "captiontext": 0x000000,
    "inactivecaptiontext": 0x808080, "threedface": 0xF0F0F0, "background": 0xFFFFFF, "accentcolor": 0x0075FF,
    "accentcolortext": 0xFFFFFF, "-webkit-link": 0x0000EE, "-webkit-text": 0x000000,
}  # fmt: skip
_HEX = re.compile(r"[0-9a-f]+\Z")
_FUNCTION = re.compile(r"(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*(.*?)\s*\)\Z", re.DOTALL)
_PART = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|deg|grad|rad|turn)?\Z")


@lru_cache(maxsize=4096)
def parse_color(text: str, quirks: bool = False) -> int | None:
    """Return a colour, `CURRENT` for currentcolor, or None for what is no colour."""
    text = text.strip().lower()
    if text in _NAMES:
        return _NAMES[text] << 8 | 0xFF
    if text == "transparent":
        return TRANSPARENT
    if text == "currentcolor":
        return CURRENT
    if text.startswith("#"):
        return _hex(text[1:])
    found = _FUNCTION.match(text)
    if found:
        return _function(found[1], found[2])
    if quirks and len(text) in {3, 6}:
        return _hex(text)
    return None


def parse_legacy_color(text: str) -> int | None:
    """Parse the value of a presentational attribute such as `bgcolor`, which turns almost anything into a colour."""
    text = text.strip().lower()
    if not text or text == "transparent":
        return None
    if text in _NAMES:
        return _NAMES[text] << 8 | 0xFF
    if text.startswith("#") and len(text) == 4 and _HEX.match(text[1:]):
        return _hex(text[1:])
    digits = "".join("00" if ord(mark) > 0xFFFF else mark for mark in text)[:128].removeprefix("#")
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


def _function(name: str, text: str) -> int | None:
    body, slash, after = text.partition("/")
    parts = body.replace(",", " ").split()
    space = ""
    if name == "color":
        if not parts:
            return None
        space, parts = parts[0], parts[1:]
    if len(parts) == 4 and not slash:
        after = parts.pop()
        slash = "/"
    if len(parts) != 3:
        return None
    alpha = _alpha(after) if slash else 1.0
    values = [_part(part) for part in parts]
    if alpha is None or any(value is None for value in values):
        return None
    rgb = _to_rgb(name, space, [value for value in values if value is not None])
    return None if rgb is None else _pack(*rgb, alpha)


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


def _to_rgb(name: str, space: str, parts: list[tuple[float, str]]) -> tuple[float, float, float] | None:
    (a, unit_a), (b, unit_b), (c, unit_c) = parts
    if name.startswith("rgb"):
        return tuple(value * 2.55 if unit else value for value, unit in parts)  # type: ignore[return-value]
    if name.startswith("hsl"):
        return _hsl(_degrees(a, unit_a), b / 100, c / 100)
    if name == "hwb":
        white, black = b / 100, c / 100
        if white + black >= 1:
            grey = 255 * white / (white + black)
            return grey, grey, grey
        pure = _hsl(_degrees(a, unit_a), 1, 0.5)
        return tuple(value * (1 - white - black) + 255 * white for value in pure)  # type: ignore[return-value]
    if name in {"lab", "lch"}:
        if name == "lch":
            chroma = b * 1.5 if unit_b else b
            angle = math.radians(_degrees(c, unit_c))
            return _lab(a, chroma * math.cos(angle), chroma * math.sin(angle))
        return _lab(a, b * 1.25 if unit_b else b, c * 1.25 if unit_c else c)
    if name in {"oklab", "oklch"}:
        light = a / 100 if unit_a else a
        if name == "oklch":
            chroma = b * 0.004 if unit_b else b
            angle = math.radians(_degrees(c, unit_c))
            return _oklab(light, chroma * math.cos(angle), chroma * math.sin(angle))
        return _oklab(light, b * 0.004 if unit_b else b, c * 0.004 if unit_c else c)
    if space in {"srgb", "display-p3"}:
        return tuple(255 * (value / 100 if unit else value) for value, unit in parts)  # type: ignore[return-value]
    if space == "srgb-linear":
        return tuple(255 * _gamma(value / 100 if unit else value) for value, unit in parts)  # type: ignore[return-value]
    return None


def _degrees(value: float, unit: str) -> float:
    return value * {"": 1.0, "deg": 1.0, "%": 3.6, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}[unit]


def _hsl(hue: float, saturation: float, lightness: float) -> tuple[float, float, float]:
    saturation, lightness = min(max(saturation, 0), 1), min(max(lightness, 0), 1)
    amplitude = saturation * min(lightness, 1 - lightness)

    def channel(offset: int) -> float:
        k = (offset + hue / 30) % 12
        return 255 * (lightness - amplitude * max(-1, min(k - 3, 9 - k, 1)))

    return channel(0), channel(8), channel(4)


def _gamma(value: float) -> float:
    if abs(value) <= 0.0031308:
        return 12.92 * value
    return math.copysign(1.055 * abs(value) ** (1 / 2.4) - 0.055, value)


def _lab(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    fy = (lightness + 16) / 116
    cubes = [f**3 if f**3 > 216 / 24389 else (116 * f - 16) * 27 / 24389 for f in (fy + a / 500, fy, fy - b / 200)]
    # D50 white, then straight to linear sRGB (Bradford adaptation folded into the matrix).
    x, y, z = cubes[0] * 0.9642957, cubes[1], cubes[2] * 0.8251046
    return (
        255 * _gamma(3.1341359 * x - 1.6173864 * y - 0.4906619 * z),
        255 * _gamma(-0.9787955 * x + 1.9162544 * y + 0.0334429 * z),
        255 * _gamma(0.0719554 * x - 0.2289768 * y + 1.4053860 * z),
    )


def _oklab(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        255 * _gamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        255 * _gamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        255 * _gamma(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )


def _pack(red: float, green: float, blue: float, alpha: float) -> int:
    packed = 0
    for value in (red, green, blue, alpha * 255):
        packed = packed << 8 | math.floor(min(255.0, max(0.0, value)) + 0.5)
    return packed
