"""From specified to computed values: what elements inherit, and what their display becomes."""

from rubricator.style import computed
from rubricator.style.computed import BLOCKIFIED, BLOCKIFYING, Computed
from rubricator.style.css.colors import BLACK, CURRENT, TRANSPARENT
from rubricator.style.css.declarations import WIDE, Deferred

cdef class Resolver:
    """Computes styles for one page: it knows the sizes and colours that elements take from the root and the body."""

    def __init__(self, bint quirks):
        self.quirks, self.root_size, self.body_color = quirks, 16.0, BLACK

    cdef object compute(self, parent, str tag, dict specified, dict agent, bint is_root):
        """Compute an element's style from its parent's. `agent` is what `revert` goes back to."""
        cdef dict own
        (
            size, weight, italic, decoration, color, background, align, display, transform, family, visible, shown,
            white_space, keyword, absolute, height, blockifies, clipped, custom,
        ) = <tuple>parent
        own, custom = self.own_values(custom, specified, agent)
        monospace, family = family == "monospace", own.get("font-family", family)
        value = own.get("font-size")
        if value is not None or is_root or (family == "monospace") != monospace:
            size, keyword, absolute = computed.font_size(value, parent, family, self.root_size, self.quirks, is_root)
        if is_root:
            self.root_size = size
        value = own.get("color")
        if value is not None and value != CURRENT:
            color = value
        elif self.quirks and tag == "table" and "color" not in specified:
            color = self.body_color
        value = own.get("background-color", TRANSPARENT)
        background = color if value == CURRENT else background if value == "inherit" else value
        value = own.get("text-decoration-line", "none")
        decoration = decoration if value == "inherit" else value
        display = display_of(own, display, is_root or blockifies)
        if display != "none" and is_clipped(own):
            clipped = clipped or shown
            display = "none"
        elif display == "none":
            clipped = False
        value = own.get("font-weight")
        weight = weight if value is None else value if type(value) is int else computed.relative_weight(value, weight)
        value = own.get("font-style")
        italic = italic if value is None else value != "normal"
        value = own.get("text-align")
        if value is not None:
            align = computed.internal_align(value, align) if (<str>value).startswith("-internal-") else value
        value = own.get("visibility")
        visible = visible if value is None else value == "visible"
        value = own.get("height")
        height = "" if value is None else computed.height_in_pixels(value, size, self.root_size)
        if tag == "body":
            self.body_color = color
        return tuple.__new__(Computed, (
            size, weight, italic, decoration, color, background, align, display,
            own.get("text-transform", transform), family, visible, shown and display != "none",
            own.get("white-space", white_space), keyword, absolute, height,
            display in BLOCKIFYING or (display == "contents" and blockifies), clipped, custom,
        ))

    cdef tuple own_values(self, custom, dict specified, dict agent):
        """Return the values that are the element's own, and the custom properties in force."""
        cdef dict own, declared
        for name, value in specified.items():
            if is_late(<str>name, value):
                break
        else:
            return specified, custom
        declared = {name: str(value) for name, value in specified.items() if (<str>name)[0] == u"-"}
        if declared:
            custom = computed.inherit_customs(custom, declared)
        own = {}
        for name, value in specified.items():
            if is_late(<str>name, value):
                value = None if name in declared else computed.plain_value(name, value, agent, custom, self.quirks)
            if value is not None:
                own[name] = value
        return own, custom


cdef bint is_late(str name, value) except -1:
    """Return whether a value has to be looked up: a custom property, `var()`, or a keyword that every property takes."""
    return name[0] == u"-" or (value in WIDE if type(value) is str else type(value) is Deferred)


cdef object display_of(dict own, parent, bint becomes_block):
    value = own.get("display", "inline")
    if value == "inherit":
        value = parent
    if value == "none" or value == "contents":
        return value
    floats = own.get("float")
    if becomes_block or floats == "left" or floats == "right" or is_positioned(own):
        return BLOCKIFIED.get(value, value)
    return value


cdef bint is_clipped(dict own) except -1:
    return own.get("clip-path") == "clipped" or (own.get("clip") == "clipped" and is_positioned(own))


cdef bint is_positioned(dict own) except -1:
    value = own.get("position")
    return value == "absolute" or value == "fixed"
