"""Colour spaces of CSS Color 4: from each to sRGB with channels of 0 to 1, and mixing two colours in one of them."""

from __future__ import annotations

import colorsys
import math

Triple = tuple[float, float, float]

_XYZ_TO_LINEAR = ((3.2409699419, -1.5373831776, -0.4986107603), (-0.9692436363, 1.8759675015, 0.0415550574),
                  (0.0556300797, -0.2039769589, 1.0569715142))  # fmt: skip
_XYZ_D50_TO_LINEAR = (
    (3.1341359, -1.6173864, -0.4906619),
    (-0.9787955, 1.9162544, 0.0334429),
    (0.0719554, -0.2289768, 1.4053860),
)
"""With the Bradford adaptation from D50 to D65 folded in."""
_P3_TO_LINEAR = (
    (1.2249401763, -0.2249401763, 0.0),
    (-0.0420569547, 1.0420569547, 0.0),
    (-0.0196375546, -0.0786360456, 1.0982736001),
)
_A98_TO_XYZ = ((0.5766690429, 0.1855582379, 0.1882286462), (0.2973449753, 0.6273635663, 0.0752914585),
               (0.0270313614, 0.0706888525, 0.9913375368))  # fmt: skip
_REC2020_TO_XYZ = (
    (0.6369580483, 0.1446169036, 0.1688809752),
    (0.2627002120, 0.6779980715, 0.0593017165),
    (0.0, 0.0280726930, 1.0609850577),
)
_PROPHOTO_TO_XYZ_D50 = (
    (0.7977604897, 0.1351858372, 0.0313493496),
    (0.2880711282, 0.7118432178, 0.0000856540),
    (0.0, 0.0, 0.8251046025),
)


def predefined_to_rgb(space: str, values: Triple) -> Triple | None:
    """Convert from a space that `color()` names; None when there is no such space."""
    if space == "srgb":
        return values
    if space == "srgb-linear":
        return _encoded(values)
    if space == "display-p3":
        return _encoded(_times(_P3_TO_LINEAR, _decoded(values)))
    if space in {"xyz", "xyz-d65"}:
        return _encoded(_times(_XYZ_TO_LINEAR, values))
    if space == "xyz-d50":
        return _encoded(_times(_XYZ_D50_TO_LINEAR, values))
    if space == "a98-rgb":
        return _encoded(_times(_XYZ_TO_LINEAR, _times(_A98_TO_XYZ, _powered(values, 563 / 256))))
    if space == "rec2020":
        return _encoded(_times(_XYZ_TO_LINEAR, _times(_REC2020_TO_XYZ, _rec2020_decoded(values))))
    if space == "prophoto-rgb":
        return _encoded(_times(_XYZ_D50_TO_LINEAR, _times(_PROPHOTO_TO_XYZ_D50, _powered(values, 1.8))))
    return None


def hsl_to_rgb(hue: float, saturation: float, lightness: float) -> Triple:
    """Convert from degrees and two channels of 0 to 1."""
    saturation, lightness = min(max(saturation, 0), 1), min(max(lightness, 0), 1)
    return colorsys.hls_to_rgb(hue / 360 % 1.0, lightness, saturation)


def hwb_to_rgb(hue: float, white: float, black: float) -> Triple:
    if white + black >= 1:
        grey = white / (white + black)
        return grey, grey, grey
    red, green, blue = hsl_to_rgb(hue, 1, 0.5)
    left = 1 - white - black
    return red * left + white, green * left + white, blue * left + white


def lab_to_rgb(lightness: float, a: float, b: float) -> Triple:
    """Convert from CIE Lab with a lightness of 0 to 100."""
    fy = (min(max(lightness, 0), 100) + 16) / 116
    x, y, z = (f**3 if f**3 > 216 / 24389 else (116 * f - 16) * 27 / 24389 for f in (fy + a / 500, fy, fy - b / 200))
    return _encoded(_times(_XYZ_D50_TO_LINEAR, (x * 0.9642957, y, z * 0.8251046)))


def oklab_to_rgb(lightness: float, a: float, b: float) -> Triple:
    """Convert from Oklab with a lightness of 0 to 1."""
    lightness = min(max(lightness, 0), 1)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return _encoded((
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    ))  # fmt: skip


def polar(chroma: float, hue: float) -> tuple[float, float]:
    """Return a and b of a chroma (not below 0) and a hue in degrees."""
    angle = math.radians(hue)
    return max(chroma, 0.0) * math.cos(angle), max(chroma, 0.0) * math.sin(angle)


def mix(space: str, first: Triple, second: Triple, share: float) -> Triple | None:
    """Mix two colours; `share` is that of the second. Lab and LCH are mixed in their Ok variants, which come close."""
    if space == "srgb":
        return _between(first, second, share)
    if space in {"srgb-linear", "xyz", "xyz-d50", "xyz-d65"}:
        return _encoded(_between(_decoded(first), _decoded(second), share))
    if space in {"oklab", "lab"}:
        return oklab_to_rgb(*_between(_to_oklab(first), _to_oklab(second), share))
    if space in {"oklch", "lch"}:
        light, chroma, hue = _between_hues(_to_oklch(first), _to_oklch(second), share)
        return oklab_to_rgb(light, *polar(chroma, hue))
    if space in {"hsl", "hwb"}:
        light, saturation, hue = _between_hues(_to_hsl(first), _to_hsl(second), share)
        return hsl_to_rgb(hue, saturation, light)
    return None


def _between(first: Triple, second: Triple, share: float) -> Triple:
    (a, b, c), (d, e, f) = first, second
    return a + (d - a) * share, b + (e - b) * share, c + (f - c) * share


def _between_hues(first: Triple, second: Triple, share: float) -> Triple:
    """Mix (lightness, colourfulness, hue) along the shorter arc; what is grey takes over the other's hue."""
    (light, colorful, hue), (light_2, colorful_2, hue_2) = first, second
    hue = hue_2 if colorful < 1e-4 else hue
    hue_2 = hue if colorful_2 < 1e-4 else hue_2
    arc = (hue_2 - hue + 180) % 360 - 180
    return light + (light_2 - light) * share, colorful + (colorful_2 - colorful) * share, hue + arc * share


def _to_oklab(rgb: Triple) -> Triple:
    red, green, blue = _decoded(rgb)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _to_oklch(rgb: Triple) -> Triple:
    light, a, b = _to_oklab(rgb)
    return light, math.hypot(a, b), math.degrees(math.atan2(b, a))


def _to_hsl(rgb: Triple) -> Triple:
    hue, light, saturation = colorsys.rgb_to_hls(*rgb)
    return light, saturation, hue * 360


def _times(matrix: tuple[Triple, Triple, Triple], values: Triple) -> Triple:
    x, y, z = values
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


def _powered(values: Triple, exponent: float) -> Triple:
    a, b, c = (math.copysign(abs(value) ** exponent, value) for value in values)
    return a, b, c


def _rec2020_decoded(values: Triple) -> Triple:
    a, b, c = (
        v / 4.5 if abs(v) < 0.08124 else math.copysign(((abs(v) + 0.0992968) / 1.0992968) ** (1 / 0.45), v)
        for v in values
    )
    return a, b, c


def _decoded(values: Triple) -> Triple:
    a, b, c = (v / 12.92 if abs(v) <= 0.04045 else math.copysign(((abs(v) + 0.055) / 1.055) ** 2.4, v) for v in values)
    return a, b, c


def _encoded(values: Triple) -> Triple:
    a, b, c = (
        12.92 * v if abs(v) <= 0.0031308 else math.copysign(1.055 * abs(v) ** (1 / 2.4) - 0.055, v) for v in values
    )
    return a, b, c
