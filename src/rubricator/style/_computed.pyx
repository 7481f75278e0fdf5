"""Twins of `Resolver` in `style/computed.py`, from specified to computed values, and of `_style_table`."""

cimport cython
from cpython.tuple cimport PyTuple_GetSlice
from libc.math cimport floor

from rubricator.style.css.colors import CURRENT
from rubricator.style.css.lengths import (
    KEYWORDS, LARGEST, MONOSPACE_KEYWORDS, QUIRKY_MONOSPACE_KEYWORDS, STEP, resolve_math
)

cdef object pure = None, Deferred, Size, Computed, BLOCKIFYING, INNER, WIDE
cdef object BLACK, TRANSPARENT


cdef load_pure():
    """Read the tables of the module in Python, and what is seldom asked for."""
    global pure, Deferred, Size, Computed, BLOCKIFYING, INNER, WIDE, BLACK, TRANSPARENT
    from rubricator.style import computed

    Deferred, Size, Computed = computed.Deferred, computed.Size, computed.Computed
    BLOCKIFYING, INNER, WIDE = computed._BLOCKIFYING, computed._INNER, computed.WIDE
    BLACK, TRANSPARENT = computed.BLACK, computed.TRANSPARENT
    pure = computed


cdef enum:
    # The fields of Computed.
    FONT_SIZE, WEIGHT, ITALIC, DECORATION, COLOR, BACKGROUND, ALIGN, DISPLAY, TRANSFORM, FAMILY, VISIBLE, SHOWN
    WHITE_SPACE, KEYWORD, ABSOLUTE, HEIGHT, BLOCKIFIES, HEARD, CUSTOM


@cython.final
cdef class Resolver:
    """Computes styles for one page. `root_size` follows the root element."""

    def __init__(self, quirks):
        if pure is None:
            load_pure()
        self.quirks = quirks
        self.root_size = 16.0
        self.body_color = BLACK

    cpdef object compute(self, object parent, dict specified, dict agent, bint is_root):
        """Compute an element's style from its parent's. `agent` is what `revert` goes back to."""
        cdef tuple above = <tuple>parent, size
        cdef dict own
        cdef bint flexes, clipped, heard
        own, custom = self._own(above, specified, agent)
        family = own.get("font-family", above[FAMILY])
        value = own.get("font-size")
        if value is not None or is_root or (family == "monospace") != (above[FAMILY] == "monospace"):
            size = self._font_size(value, above, family, is_root)
        else:
            size = (above[FONT_SIZE], above[KEYWORD], above[ABSOLUTE])
        if is_root:
            self.root_size = size[0]
        color = own.get("color", above[COLOR])
        if color == CURRENT:
            color = above[COLOR]
        background = own.get("background-color", TRANSPARENT)
        if background == CURRENT:
            background = color
        elif background == "inherit":
            background = above[BACKGROUND]
        decoration = own.get("text-decoration-line", "none")
        display = display_of(own, above, is_root)
        clipped = display != "none" and is_clipped(own)
        heard = display != "none" and (above[HEARD] or (clipped and above[SHOWN]))
        if clipped:
            display = "none"
        flexes = display in BLOCKIFYING or (display == "contents" and above[BLOCKIFIES])
        weight, style, align = own.get("font-weight"), own.get("font-style"), own.get("text-align")
        visibility, height = own.get("visibility"), own.get("height")
        return tuple.__new__(
            Computed,
            (
                size[0],
                above[WEIGHT] if weight is None else weight_of(weight, above[WEIGHT]),
                above[ITALIC] if style is None else style != "normal",
                above[DECORATION] if decoration == "inherit" else decoration,
                color,
                background,
                above[ALIGN] if align is None else align_of(align, above[ALIGN]),
                display,
                own.get("text-transform", above[TRANSFORM]),
                family,
                above[VISIBLE] if visibility is None else visibility == "visible",
                above[SHOWN] and display != "none",
                own.get("white-space", above[WHITE_SPACE]),
                size[1],
                size[2],
                "" if height is None else self._height(height, size[0]),
                flexes,
                heard,
                custom,
            ),
        )

    cdef tuple _own(self, object parent, dict specified, dict agent):
        """Return the values that are the element's own, and the custom properties in force."""
        cdef dict own, declared
        cdef list late
        cdef bint as_given = True
        custom = (<tuple>parent)[CUSTOM]
        for name, value in specified.items():
            if not is_given(<str>name, value):
                as_given = False
                break
        if as_given:
            return specified, custom
        own, declared, late = {}, {}, []
        for name, value in specified.items():
            if (<str>name).startswith("--"):
                declared[name] = str(value)
            elif is_given(<str>name, value):
                own[name] = value
            else:
                late.append((name, value))
        if declared:
            custom = pure.inherit_customs(custom, declared)
        for name, value in late:
            plain = pure.plain_value(name, value, agent, custom, self.quirks)
            if plain is not None:
                own[name] = plain
        return own, custom

    cdef tuple _font_size(self, object value, tuple parent, object family, bint is_root):
        """Return (pixels, keyword behind them, absolute), with Chromium's smaller default for monospace."""
        cdef bint mono = family == "monospace", parent_mono = parent[FAMILY] == "monospace"
        cdef double size = parent[FONT_SIZE], root
        cdef object keyword, absolute = parent[ABSOLUTE]
        cdef tuple asked
        if type(value) is not Size:
            keyword = parent[KEYWORD]
        else:
            asked = <tuple>value
            keyword = ""
            if asked[0] == "keyword":
                if asked[4] in KEYWORDS:
                    return self._keyword_size(asked[4], mono), asked[4], False
                size = size * <double>STEP if asked[4] == "larger" else size / <double>STEP
            elif asked[0] == "em":
                size = size * <double>asked[2]
            else:
                root = 16.0 if is_root else self.root_size
                pixels = <double>asked[1] + <double>asked[3] * root
                if asked[0] == "math":
                    pixels = resolve_math(asked[4], size, root)
                return rounded(min(pixels or 0.0, LARGEST)), "", True
        if mono != parent_mono and not absolute:
            if keyword:
                size = self._keyword_size(keyword, mono)
            else:
                size = size * <double>pure._MONOSPACE_FACTOR if mono else size / <double>pure._MONOSPACE_FACTOR
        return rounded(min(size, <double>LARGEST)), keyword, absolute

    cdef object _keyword_size(self, object keyword, bint mono):
        if not mono:
            return KEYWORDS[keyword]
        return (QUIRKY_MONOSPACE_KEYWORDS if self.quirks else MONOSPACE_KEYWORDS)[keyword]

    cdef object _height(self, object value, double font_size):
        if type(value) is not Size or (<tuple>value)[0] not in ("px", "em", "rem"):
            return ""
        return f"{value.px + value.em * font_size + value.rem * self.root_size:g}px"


cdef object rounded(object size):
    """Round to four digits, which takes long; most sizes are whole."""
    return size if type(size) is float and floor(<double>size) == <double>size else round(size, 4)


cdef inline bint is_given(str name, object value):
    """Say whether a value is what it will be: no custom property, no `var()`, no keyword that every property takes."""
    if name[0] == c"-" and name.startswith("--"):
        return False
    return not (value in WIDE if type(value) is str else type(value) is Deferred)


cdef inline object weight_of(object value, object parent):
    return value if type(value) is int else pure._weight(value, parent)


cdef inline object align_of(str value, object parent):
    return pure._align(value, parent) if value.startswith("-internal-") else value


cdef object display_of(dict own, tuple parent, bint is_root):
    display = own.get("display", "inline")
    if display == "inherit":
        display = parent[DISPLAY]
    if display == "none" or display == "contents":
        return display
    if is_root or parent[BLOCKIFIES] or floats(own) or is_positioned(own):
        return INNER.get(display, display)
    return display


cdef bint floats(dict own):
    value = own.get("float")
    return value is not None and (value == "left" or value == "right")


cdef bint is_clipped(dict own):
    return own.get("clip-path") == "clipped" or (own.get("clip") == "clipped" and is_positioned(own))


cdef bint is_positioned(dict own):
    value = own.get("position")
    return value is not None and (value == "absolute" or value == "fixed")
