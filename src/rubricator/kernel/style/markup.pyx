# cython: binding=False
"""Twin of `read_sound` in `style/document.py`: pages whose markup needs no repair are read in one pass.

Tags are read and nested as the HTML standard says, without what it does to mend markup: formatting elements that are opened
again, what stands in a table beside its cells, frames, templates, formulas. Where such is met the page is given up, and
the parser reads it.
"""

import re
from html.entities import html5

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_FromKindAndData, PyUnicode_KIND
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy

from rubricator.kernel.rubric.characters cimport PyUnicode_READ
from rubricator.kernel.signs cimport Sign, uchar, uint, ushort
from rubricator.kernel.style.census cimport Census, Name
from rubricator.kernel.style.document cimport Builder
from rubricator.kernel.style.numbers cimport number

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(object values)

cdef extern from *:
    """
    #include <stddef.h>

    #define FEW 32

    /* FIND: where a character stands, from a place on; `length` when nowhere. Some are looked at together. BAD: whether
       there are characters that the parser replaces. */
    #define SCANS(FIND, BAD, TYPE) \\
        static ptrdiff_t FIND(const TYPE *signs, ptrdiff_t at, ptrdiff_t length, TYPE sign) { \\
            for (; at + FEW <= length; at += FEW) { \\
                TYPE some = 0; \\
                for (int one = 0; one < FEW; one++) some |= signs[at + one] == sign; \\
                if (some) break; \\
            } \\
            while (at < length && signs[at] != sign) at++; \\
            return at; \\
        } \\
        static int BAD(const TYPE *signs, ptrdiff_t length) { \\
            TYPE some = 0; \\
            for (ptrdiff_t at = 0; at < length; at++) some |= (signs[at] == 0) | (signs[at] == 13); \\
            return some; \\
        }
    SCANS(find_1, bad_1, unsigned char)
    SCANS(find_2, bad_2, unsigned short)
    SCANS(find_4, bad_4, unsigned int)
    """
    Py_ssize_t find_1(const uchar *signs, Py_ssize_t at, Py_ssize_t length, uchar sign) noexcept nogil
    Py_ssize_t find_2(const ushort *signs, Py_ssize_t at, Py_ssize_t length, ushort sign) noexcept nogil
    Py_ssize_t find_4(const uint *signs, Py_ssize_t at, Py_ssize_t length, uint sign) noexcept nogil
    bint bad_1(const uchar *signs, Py_ssize_t length) noexcept nogil
    bint bad_2(const ushort *signs, Py_ssize_t length) noexcept nogil
    bint bad_4(const uint *signs, Py_ssize_t length) noexcept nogil

cdef enum:
    MOST_TAGS = 512
    MOST_OPEN = 256
    LONGEST = 48
    MOST_ATTRIBUTES = 48
    MOST_BLANKS = 64
    PAIRS = 256  # A power of two.
    MOST_MERGED = 256
    LONGEST_MERGED = 1 << 14

# What the standard does with an element.
cdef enum:
    ORDINARY, HARD, HTML, HEAD, BODY, P, LI, DD, FORM, BUTTON, FORMATTING, TABLE, GROUP, ROW, CELL, SELECT, OPTION, OPTGROUP
    HEADING, BLOCK, VOID, RULE, PRE, RAW, SCRIPT, STYLE, TITLE, TEXTAREA, META, NOSCRIPT, OBJECT, SVG, CAPTION, COLUMNS, COLUMN

# What else is asked of an element.
cdef enum:
    SPECIAL = 64
    BARRIER = 128  # No end tag reaches beyond it.
    THIN = 256  # An item of a list reaches beyond it, though it is special.
    LISTS = 512
    BUTTON_TOO = 1024  # Asked of scopes: a button, too, ends them.
    KIND = 63

cdef dict _KINDS = {
    name: kind
    for kind, names in (
        (HARD, "applet basefont bgsound frame frameset image isindex keygen listing marquee math nobr"),
        (HARD, "noembed noframes plaintext rb rp rt rtc ruby search template xmp"),
        (HTML | SPECIAL | BARRIER, "html"), (HEAD | SPECIAL, "head"), (BODY | SPECIAL, "body"),
        (META, "base link meta"), (TITLE, "title"), (SCRIPT, "script"), (STYLE, "style"), (NOSCRIPT | SPECIAL, "noscript"),
        (P | SPECIAL | THIN, "p"), (HEADING | SPECIAL, "h1 h2 h3 h4 h5 h6"), (PRE | SPECIAL, "pre"), (RULE, "hr"),
        (BLOCK | SPECIAL | THIN, "address div"), (BLOCK | SPECIAL | LISTS, "ol ul"), (BLOCK, "dialog"),
        (BLOCK | SPECIAL, "article aside blockquote center details dir dl fieldset figcaption figure footer header hgroup"),
        (BLOCK | SPECIAL, "main menu nav section summary"),
        (LI | SPECIAL, "li"), (DD | SPECIAL, "dd dt"),
        (FORMATTING, "a b big code em font i s small strike strong tt u"),
        (TABLE | SPECIAL | BARRIER, "table"), (GROUP | SPECIAL, "tbody tfoot thead"), (ROW | SPECIAL, "tr"),
        (CELL | SPECIAL | BARRIER, "td th"), (CAPTION | SPECIAL | BARRIER, "caption"), (COLUMNS | SPECIAL, "colgroup"),
        (COLUMN, "col"),
        (FORM | SPECIAL, "form"), (BUTTON | SPECIAL, "button"), (TEXTAREA, "textarea"),
        (SELECT | SPECIAL, "select"), (OPTION, "option"), (OPTGROUP, "optgroup"),
        (VOID, "area br embed img input param source track wbr"), (RAW, "iframe"), (OBJECT | SPECIAL | BARRIER, "object"),
        (SVG, "svg"),
    )
    for name in names.split()
}
cdef dict _DRAWN = {
    name.lower(): name
    for name in (
        "altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix "
        "feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow "
        "feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset "
        "fePointLight feSpecularLighting feSpotLight feTile feTurbulence glyphRef linearGradient radialGradient textPath"
    ).split()
}
cdef dict _DRAWN_WITH = {
    name.lower(): name
    for name in (
        "attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits "
        "glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust "
        "limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength "
        "patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio "
        "primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant "
        "specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX "
        "targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan"
    ).split()
}
cdef frozenset _NOT_DRAWN = frozenset(
    "b big blockquote body br center code dd div dl dt em embed font foreignobject h1 h2 h3 h4 h5 h6 head hr i img li listing "
    "menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var".split()
)
_DOCTYPE = re.compile(
    r"""<!doctype[ \n\t\f]+([a-z]+)[ \n\t\f]*
    (?:public[ \n\t\f]+("[^">]*"|'[^'>]*')[ \n\t\f]*("[^">]*"|'[^'>]*')?[ \n\t\f]*)?>""",
    re.IGNORECASE | re.VERBOSE,
)
cdef dict _ENTITIES = {name.removesuffix(";"): value for name, value in html5.items() if name.endswith(";")}
cdef frozenset _WITHOUT_END = frozenset([name for name in html5 if not name.endswith(";")])
cdef str _WHITE = "\t\n\f\r "
cdef str _WINDOWS = (
    "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f"
    "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178"
)


class UnsoundError(Exception):
    """The markup needs repair."""


# Where in the page the reader is.
cdef enum:
    BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_NOSCRIPT, AFTER_HEAD, IN_BODY, AFTER_BODY


cdef struct _Attribute:
    PyObject *name  # The census holds it.
    Py_ssize_t start, end
    bint references


cdef struct _Attributes:
    int count
    bint closed  # The tag closes itself.
    _Attribute[MOST_ATTRIBUTES] items


cdef struct _Pair:
    PyObject *name
    Py_ssize_t start, size  # Where the page writes its value, in bytes.
    PyObject *pair  # Elements hold it.


@cython.final
cdef class _Reader:
    """Nests what tags open and close."""

    cdef Builder builder
    cdef Census census
    cdef Name text
    cdef int mode, depth, form, comment, drawn, merged
    cdef str html
    cdef Py_ssize_t at, foreseen  # Where the tag that is read begins; where that of a body begins which is open already.
    cdef int[MOST_OPEN] nodes, tags, kinds
    cdef int[MOST_TAGS] kind_of
    cdef _Attributes attributes  # Of the tag that is read.
    cdef _Pair[PAIRS] pairs  # Those that were met last.
    cdef list blanks
    cdef int width
    cdef const uchar *signs

    def __init__(self, str html, Builder builder):
        cdef int tag
        self.html, self.at, self.foreseen = html, 0, -1
        self.builder, self.census = builder, builder.census
        self.mode, self.depth, self.form, self.comment, self.drawn = BEFORE_HTML, 0, -1, 0, 0
        self.merged = 0
        for tag in range(MOST_TAGS):
            self.kind_of[tag] = -1
        builder.create_document()
        builder.text = self.text = self.census.tag("#text")
        self.attributes.count, self.blanks = 0, [None] * MOST_BLANKS
        self.width, self.signs = PyUnicode_KIND(html), <const uchar *>PyUnicode_DATA(html)

    cdef int kind(self, Name tag) except -1:
        if tag.number >= MOST_TAGS:
            raise UnsoundError
        if self.kind_of[tag.number] < 0:
            self.kind_of[tag.number] = <int>_KINDS.get(tag.text, ORDINARY)
        return self.kind_of[tag.number]

    cdef inline int what(self, int at) noexcept:
        """Return the kind of an open element."""
        return self.kinds[at] & KIND

    cdef inline bint in_table(self) noexcept:
        """Say whether only parts of a table may follow."""
        cdef int kind = self.what(self.depth - 1)
        return kind == TABLE or kind == GROUP or kind == ROW

    cdef inline bint marks(self, int at) noexcept:
        """Say whether formatting elements before an open element do not reach into it."""
        cdef int kind = self.what(at)
        return kind == CELL or kind == CAPTION or kind == OBJECT

    cdef int insert(self, Name tag) except -1:
        """Add an element with the attributes that were read last."""
        cdef Py_ssize_t node = self.census.count
        cdef int place, count = self.attributes.count
        cdef tuple held = ()
        if count:
            held = PyTuple_New(count)
            for place in range(count):
                pair = self.pair(&self.attributes.items[place])
                Py_INCREF(pair)
                PyTuple_SET_ITEM(held, place, pair)
            PyObject_GC_UnTrack(held)
        if tag.nodes is None:
            tag.nodes = []
        added = self.builder.add(tag, held)
        self.census.nodes[node].parent = self.nodes[self.depth - 1] if self.depth else 0
        for place in range(count):
            self.census.note(<Name>self.attributes.items[place].name, <str>(<tuple>held[place])[1])
        tag.nodes.append(added)
        self.comment = 0
        return <int>node

    cdef tuple pair(self, const _Attribute *one):
        """Return an attribute's name and value; half of them are written in a page more than once."""
        cdef Py_ssize_t start = one.start * self.width, size = (one.end - one.start) * self.width
        cdef const uchar *written = self.signs + start
        cdef _Pair *known = &self.pairs[_place(written, size, <size_t>one.name)]
        if known.name is one.name and known.size == size and not memcmp(self.signs + known.start, written, size):
            return <tuple>known.pair
        value = None
        if size:
            value = PyUnicode_FromKindAndData(self.width, written, one.end - one.start)
            if one.references:
                value = _decoded(value, True)
        pair = ((<Name>one.name).text, value)
        PyObject_GC_UnTrack(pair)
        known[0] = _Pair(one.name, start, size, <PyObject *>pair)
        return pair

    cdef int push(self, Name tag) except -1:
        cdef int node = self.insert(tag)
        if self.depth == MOST_OPEN:
            raise UnsoundError
        self.nodes[self.depth], self.tags[self.depth], self.kinds[self.depth] = node, tag.number, self.kind(tag)
        self.depth += 1
        return node

    cdef int push_new(self, str name) except -1:
        """Add an element that is not written."""
        cdef int written = self.attributes.count
        self.attributes.count = 0
        self.push(self.census.tag(name))
        self.attributes.count = written
        return 0

    cdef int pop_to(self, int depth) except -1:
        """Close all that was opened from a depth on; the parser opens formatting elements again that were not closed."""
        cdef int at
        for at in range(depth + 1, self.depth):
            if self.what(at) == FORMATTING:
                raise UnsoundError
        self.depth = depth
        return 0

    cdef int find(self, int kind, int tag, int barrier) noexcept:
        """Return how deep the last element of a kind, or of a tag, stands in scope; -1 where none does."""
        cdef int at = self.depth - 1
        while at >= 0:
            if self.tags[at] == tag if tag >= 0 else self.what(at) == kind:
                return at
            if self.kinds[at] & barrier or (barrier & BUTTON_TOO and self.what(at) == BUTTON):
                return -1
            at -= 1
        return -1

    cdef int close_p(self) except -1:
        cdef int at = self.find(P, -1, BARRIER | BUTTON_TOO)
        if at >= 0:
            self.pop_to(at)
        return 0

    cdef int characters(self, str data, bint blank) except -1:
        """Add text; `blank`: it is white space."""
        cdef int node
        cdef str rest
        if self.mode < IN_BODY:
            if not blank:
                rest = data.lstrip(_WHITE)
                if len(rest) < len(data):
                    if rest and self.mode == IN_NOSCRIPT:
                        # The parser lets text end it with the white space before the text.
                        self.depth -= 1
                        self.mode = IN_HEAD
                    self.characters(data[: len(data) - len(rest)], True)
                if not rest:
                    return 0
                data = rest
                self.begin_body()
            elif self.mode < IN_HEAD:
                return 0
        elif not blank:
            self.mode = IN_BODY
            if self.in_table() or self.what(self.depth - 1) == COLUMNS:
                raise UnsoundError
        node = <int>self.census.count - 1
        if (
            self.census.nodes[node].tag == self.text.number and not self.comment
            and self.census.nodes[node].parent == self.nodes[self.depth - 1]
        ):
            # Parts of a text are put together one by one: only a few, and short ones.
            self.merged += 1
            if self.merged > MOST_MERGED or len(<str>self.builder.held[node]) > LONGEST_MERGED:
                raise UnsoundError
            self.builder.held[node] = <str>self.builder.held[node] + data
            return 0
        self.comment = 0
        self.builder.add(self.text, data)
        self.census.nodes[node + 1].parent = self.nodes[self.depth - 1]
        return 0

    cdef int begin_head(self) except -1:
        if self.mode == BEFORE_HTML:
            self.push_new("html")
        if self.mode <= BEFORE_HEAD:
            self.push_new("head")
            self.mode = IN_HEAD
        return 0

    cdef int begin_body(self) except -1:
        """Open the body that is not written yet; the attributes of a tag that comes too late are its own all the same."""
        cdef _Attributes written = self.attributes
        self.begin_head()
        self.end_head()
        self.attributes.count = 0
        self.foreseen = self.html.find("<body", self.at)
        if self.foreseen >= 0:
            if self.width == 1:
                _read_attributes(self, self.signs, self.foreseen + 5, len(self.html))
            elif self.width == 2:
                _read_attributes(self, <const ushort *>self.signs, self.foreseen + 5, len(self.html))
            else:
                _read_attributes(self, <const uint *>self.signs, self.foreseen + 5, len(self.html))
        self.push(self.census.tag("body"))
        self.attributes = written
        self.mode = IN_BODY
        return 0

    cdef int end_head(self) except -1:
        if self.mode == IN_NOSCRIPT:
            self.depth -= 1
            self.mode = IN_HEAD
        if self.mode == IN_HEAD:
            self.depth -= 1
            self.mode = AFTER_HEAD
        return 0

    cdef int before_body(self, Name tag, int kind) except -1:
        """Open an element before the body is; say whether that was all."""
        if kind == HTML:
            if self.mode != BEFORE_HTML:
                raise UnsoundError
            self.push(tag)
            self.mode = BEFORE_HEAD
            return True
        if kind == HEAD:
            if self.mode > BEFORE_HEAD:
                raise UnsoundError
            if self.mode == BEFORE_HTML:
                self.push_new("html")
            self.push(tag)
            self.mode = IN_HEAD
            return True
        if kind == META or kind == SCRIPT or kind == STYLE or kind == TITLE or (kind == NOSCRIPT and self.mode < AFTER_HEAD):
            if self.mode == AFTER_HEAD:
                raise UnsoundError
            self.begin_head()
            if self.mode == IN_NOSCRIPT and kind != META and kind != STYLE:
                raise UnsoundError
            if kind == META:
                if self.mode == IN_NOSCRIPT and tag.text == "base":
                    raise UnsoundError
                self.insert(tag)
            else:
                self.push(tag)
                if kind == NOSCRIPT:
                    self.mode = IN_NOSCRIPT
            return True
        if kind == BODY:
            self.begin_head()
            self.end_head()
            self.push(tag)
            self.mode = IN_BODY
            return True
        self.begin_body()
        return False

    cdef int start(self, Name tag) except -1:
        """Open an element."""
        cdef int kind = self.kind(tag) & KIND, at, current
        if kind == HARD:
            raise UnsoundError
        if self.drawn:
            return self.draw(tag)
        if self.mode < IN_BODY:
            if self.before_body(tag, kind):
                return 0
        elif self.mode == AFTER_BODY:
            self.mode = IN_BODY
        current = self.what(self.depth - 1)
        if current == SELECT or current == OPTION or current == OPTGROUP:
            return self.choose(tag, kind, current)
        if current == COLUMNS:
            if kind == COLUMN:
                self.insert(tag)
                return 0
            self.depth -= 1
        if self.in_table() and kind not in (CAPTION, COLUMNS, COLUMN, GROUP, ROW, CELL, SCRIPT, STYLE):
            raise UnsoundError
        if kind == ORDINARY or kind == OBJECT:
            self.push(tag)
        elif kind == FORMATTING:
            if tag.text == "a":
                at = self.depth - 1
                while at >= 0 and not self.marks(at):
                    if self.tags[at] == tag.number:
                        raise UnsoundError
                    at -= 1
            self.push(tag)
        elif kind == BLOCK or kind == P or kind == PRE:
            self.close_p()
            self.push(tag)
        elif kind == HEADING:
            self.close_p()
            if self.what(self.depth - 1) == HEADING:
                self.depth -= 1
            self.push(tag)
        elif kind == LI or kind == DD:
            at = self.depth - 1
            while at >= 0:
                if self.what(at) == kind:
                    self.pop_to(at)
                    break
                if self.kinds[at] & SPECIAL and not self.kinds[at] & THIN:
                    break
                at -= 1
            self.close_p()
            self.push(tag)
        elif kind == VOID or kind == META:
            self.insert(tag)
        elif kind == RULE:
            self.close_p()
            self.insert(tag)
        elif kind == BUTTON:
            if self.find(BUTTON, -1, BARRIER) >= 0:
                raise UnsoundError
            self.push(tag)
        elif kind == FORM:
            if self.form < 0:
                self.close_p()
                self.form = self.push(tag)
        elif kind == SELECT:
            if self.find(SELECT, -1, 0) >= 0:
                raise UnsoundError
            self.push(tag)
        elif kind == TABLE:
            if self.builder.doctype is None or self.builder.doctype != ("html", None, None):
                # Whether a paragraph ends before a table depends on quirks.
                if self.find(P, -1, BARRIER | BUTTON_TOO) >= 0:
                    raise UnsoundError
            self.close_p()
            self.push(tag)
        elif kind in (CAPTION, COLUMNS, COLUMN, GROUP, ROW, CELL):
            self.open_part(tag, kind)
        elif kind == SVG:
            self.name_drawn()
            if self.attributes.closed:
                self.insert(tag)
            else:
                self.push(tag)
                self.drawn = self.depth
        elif kind == NOSCRIPT or kind == RAW or kind == SCRIPT or kind == STYLE or kind == TITLE or kind == TEXTAREA:
            self.push(tag)
        elif kind == BODY and self.at == self.foreseen:
            self.foreseen = -1
        elif kind != HEAD and (self.attributes.count or kind != HTML and kind != BODY):
            raise UnsoundError
        return 0

    cdef int open_part(self, Name tag, int kind) except -1:
        """Open a part of a table: what is open of it closes, what lies between is opened."""
        cdef int table = self.find(TABLE, -1, 0), at
        if table < 0:
            raise UnsoundError
        at = max(self.find(CELL, -1, 0), self.find(CAPTION, -1, 0))
        if at > table:
            self.pop_to(at)
        if kind == CAPTION or kind == COLUMNS or kind == COLUMN:
            self.depth = table + 1
            if kind == COLUMN:
                self.push_new("colgroup")
                self.insert(tag)
            else:
                self.push(tag)
            return 0
        if self.what(self.depth - 1) == ROW and kind != CELL:
            self.depth -= 1
        if self.what(self.depth - 1) == GROUP and kind == GROUP:
            self.depth -= 1
        if self.what(self.depth - 1) == TABLE and kind != GROUP:
            self.push_new("tbody")
        if self.what(self.depth - 1) == GROUP and kind == CELL:
            self.push_new("tr")
        self.push(tag)
        return 0

    cdef int choose(self, Name tag, int kind, int current) except -1:
        """Open a choice of a list."""
        if kind == OPTION:
            if current == OPTION:
                self.depth -= 1
        elif kind == OPTGROUP:
            if current == OPTION:
                self.depth -= 1
            if self.what(self.depth - 1) == OPTGROUP:
                self.depth -= 1
        else:
            raise UnsoundError
        self.push(tag)
        return 0

    cdef int draw(self, Name tag) except -1:
        """Open an element of a drawing."""
        cdef str name = tag.text
        if name in _NOT_DRAWN or name == "math" or self.depth > self.drawn and self.tags[self.depth - 1] in (
            self.census.tag("title").number, self.census.tag("desc").number
        ):
            raise UnsoundError
        if name in _DRAWN:
            tag = self.census.tag(_DRAWN[name])
        self.name_drawn()
        if self.attributes.closed:
            self.insert(tag)
        else:
            self.push(tag)
            self.kinds[self.depth - 1] = ORDINARY
        return 0

    cdef int name_drawn(self) except -1:
        """Name attributes of drawings as they are written there."""
        cdef int place
        cdef Name name
        for place in range(self.attributes.count):
            name = <Name>self.attributes.items[place].name
            if name.text in _DRAWN_WITH:
                name = self.census.attribute(_DRAWN_WITH[name.text])
                self.attributes.items[place].name = <PyObject *>name
        return 0

    cdef int stop(self, Name tag) except -1:
        """Close an element."""
        cdef int kind = self.kind(tag) & KIND, at, current
        if kind == HARD:
            raise UnsoundError
        if self.drawn:
            if tag.text in _DRAWN:
                tag = self.census.tag(_DRAWN[tag.text])
            if self.tags[self.depth - 1] != tag.number:
                raise UnsoundError
            if self.depth == self.drawn:
                self.drawn = 0
            self.depth -= 1
            return 0
        if self.mode < IN_BODY:
            if kind == HEAD and self.mode == IN_HEAD:
                self.end_head()
            elif kind == NOSCRIPT and self.mode == IN_NOSCRIPT:
                self.depth -= 1
                self.mode = IN_HEAD
            else:
                raise UnsoundError
            return 0
        if kind == BODY or kind == HTML:
            if self.depth < 2 or self.find(BODY, -1, BARRIER) < 0:
                raise UnsoundError
            self.mode = AFTER_BODY
            return 0
        if self.mode == AFTER_BODY:
            self.mode = IN_BODY
        current = self.what(self.depth - 1)
        if current == SELECT or current == OPTION or current == OPTGROUP:
            return self.chosen(tag, kind, current)
        if current == COLUMNS:
            if kind == COLUMN:
                return 0
            self.depth -= 1
            if kind == COLUMNS:
                return 0
        if self.in_table() and kind not in (TABLE, GROUP, ROW):
            raise UnsoundError
        if kind in (TABLE, GROUP, ROW, CELL, CAPTION):
            self.close_part(tag)
        elif kind == P:
            at = self.find(P, -1, BARRIER | BUTTON_TOO)
            if at < 0:
                self.push(tag)
                at = self.depth - 1
            self.pop_to(at)
        elif kind == FORMATTING:
            self.close_formatting(tag)
        elif kind == HEADING:
            at = self.find(HEADING, -1, BARRIER)
            if at >= 0:
                self.pop_to(at)
        elif kind == LI:
            at = self.find(LI, -1, BARRIER | LISTS)
            if at >= 0:
                self.pop_to(at)
        elif kind == BLOCK or kind == DD or kind == BUTTON or kind == OBJECT or kind == PRE:
            at = self.find(-1, tag.number, BARRIER)
            if at >= 0:
                self.pop_to(at)
        elif kind == FORM:
            self.close_form()
        elif kind == ORDINARY or kind == NOSCRIPT:
            at = self.depth - 1
            while at >= 0:
                if self.tags[at] == tag.number:
                    self.pop_to(at)
                    break
                if self.kinds[at] & SPECIAL:
                    break
                at -= 1
        elif kind == SELECT or tag.text == "br":
            raise UnsoundError
        # Others are not open, so there is nothing to close.
        return 0

    cdef int close_formatting(self, Name tag) except -1:
        """Close a formatting element if it is the innermost; where none is open, there is nothing to close."""
        cdef int at = self.depth - 1
        if self.tags[at] == tag.number:
            self.depth = at
            return 0
        while at >= 0 and not self.marks(at):
            if self.tags[at] == tag.number:
                raise UnsoundError
            at -= 1
        return 0

    cdef int close_form(self) except -1:
        cdef int at = self.find(FORM, -1, BARRIER), form = self.form, kind
        self.form = -1
        if form < 0 or at < 0 or self.nodes[at] != form:
            if form >= 0:
                raise UnsoundError
            return 0
        # What ends by itself does; a form that is not the innermost then leaves others open.
        while self.depth - 1 > at:
            kind = self.what(self.depth - 1)
            if kind != P and kind != LI and kind != DD:
                raise UnsoundError
            self.depth -= 1
        self.depth = at
        return 0

    cdef int close_part(self, Name tag) except -1:
        """Close a part of a table, and the parts of it that are open."""
        cdef int table = self.find(TABLE, -1, 0), at
        if table < 0:
            raise UnsoundError
        at = self.find(-1, tag.number, 0)
        if at < table:
            raise UnsoundError
        self.pop_to(at)
        return 0

    cdef int chosen(self, Name tag, int kind, int current) except -1:
        """Close a choice of a list, or the list."""
        if kind == OPTION and current == OPTION:
            self.depth -= 1
        elif kind == OPTGROUP and current != SELECT:
            if current == OPTION:
                self.depth -= 1
            if self.what(self.depth - 1) != OPTGROUP:
                raise UnsoundError
            self.depth -= 1
        elif kind == SELECT:
            self.depth = self.find(SELECT, -1, 0)
        else:
            raise UnsoundError
        return 0


cdef inline size_t _place(const uchar *written, Py_ssize_t size, size_t name) noexcept:
    """Return the place of an attribute among those met last: by its begin, middle and end."""
    cdef uint64_t begin = 0, middle = 0, end = 0
    if size >= 8:
        memcpy(&begin, written, 8)
        memcpy(&middle, written + (size >> 1) - 4, 8)
        memcpy(&end, written + size - 8, 8)
    else:
        memcpy(&begin, written, size)
    return ((begin ^ middle * 31 ^ end * 7 ^ name ^ size) * 0x9E3779B97F4A7C15ULL >> 32) & (PAIRS - 1)


cdef inline bint _blank(Sign sign) noexcept:
    return sign == c' ' or sign == c'\n' or sign == c'\t' or sign == c'\f'


cdef inline bint _letter(Sign sign) noexcept:
    return c'a' <= (sign | 32) <= c'z' and sign < 128


cdef inline bint _alphanumeric(uint sign) noexcept:
    return c'0' <= sign <= c'9' or c'a' <= sign | 32 <= c'z' and sign < 128


cdef inline bint _opens(Sign sign) noexcept:
    """Say whether `<` before a character opens a tag, a comment or the like."""
    return _letter(sign) or sign == c'/' or sign == c'!' or sign == c'?'


cdef str _string(const Sign *signs, Py_ssize_t start, Py_ssize_t stop):
    return PyUnicode_FromKindAndData(sizeof(Sign), signs + start, stop - start)


cdef str _blanks(_Reader reader, const Sign *signs, Py_ssize_t length):
    """Return white space; that which was met last of its length, if it is the same: pages are indented alike."""
    cdef const uchar *known
    cdef Py_ssize_t place
    if length >= MOST_BLANKS:
        return _string(signs, 0, length)
    if reader.blanks[length] is not None:
        known = <const uchar *>PyUnicode_DATA(reader.blanks[length])
        for place in range(length):
            if signs[place] != known[place]:
                break
        else:
            return reader.blanks[length]
    found = _string(signs, 0, length)
    reader.blanks[length] = found
    return found


cdef str _decoded(str text, bint attribute):
    """Return a text with what its references stand for, which are never shorter than that."""
    cdef int width = PyUnicode_KIND(text)
    cdef const void *signs = PyUnicode_DATA(text)
    cdef Py_ssize_t length = len(text), at = 0, end, size, count = 0
    cdef uint sign
    cdef str name, meant
    cdef uint *made = <uint *>PyMem_Malloc(length * sizeof(uint))
    if made is NULL:
        raise MemoryError
    try:
        while at < length:
            sign = PyUnicode_READ(width, signs, at)
            if sign != c'&':
                made[count] = sign
                count += 1
                at += 1
                continue
            end = at + 1
            if end < length and PyUnicode_READ(width, signs, end) == c'#':
                made[count] = _numbered(width, signs, &end, length)
                count += 1
                at = end + 1
                continue
            while end < length and _alphanumeric(PyUnicode_READ(width, signs, end)):
                end += 1
            name = text[at + 1 : end]
            meant = _ENTITIES.get(name) if end < length and PyUnicode_READ(width, signs, end) == c';' else None
            if meant is not None:
                for size in range(len(meant)):
                    made[count] = ord(meant[size])
                    count += 1
                at = end + 1
                continue
            if name in _WITHOUT_END and not (attribute and end < length and PyUnicode_READ(width, signs, end) == c'='):
                raise UnsoundError
            if not attribute:
                for size in range(2, min(len(name), 7)):
                    if name[:size] in _WITHOUT_END:
                        raise UnsoundError
            made[count] = sign
            count += 1
            at += 1
        return PyUnicode_FromKindAndData(sizeof(uint), made, count)
    finally:
        PyMem_Free(made)


cdef uint _numbered(int width, const void *signs, Py_ssize_t *end, Py_ssize_t length) except? 0:
    """Return the character that a number stands for; `end`, where its `#` stands, becomes where its `;` does."""
    cdef Py_ssize_t at = end[0] + 1, start
    cdef bint hexadecimal = at < length and (<uint>PyUnicode_READ(width, signs, at) | 32) == c'x'
    cdef long value = 0
    cdef uint sign = 0
    at += hexadecimal
    start = at
    while at < length and at - start < 8:
        sign = PyUnicode_READ(width, signs, at)
        if c'0' <= sign <= c'9':
            value = value * (16 if hexadecimal else 10) + sign - c'0'
        elif hexadecimal and c'a' <= sign | 32 <= c'f':
            value = value * 16 + (sign | 32) - c'a' + 10
        else:
            break
        at += 1
    if at == start or at == length or PyUnicode_READ(width, signs, at) != c';':
        raise UnsoundError
    if not value or value > 0x10FFFF or 0xD800 <= value < 0xE000:
        raise UnsoundError
    end[0] = at
    return ord(_WINDOWS[value - 128]) if 128 <= value < 160 else <uint>value


cdef inline bint _ends(const Sign *signs, const uchar *name, Py_ssize_t size) noexcept:
    """Say whether a name of a tag is written here, and ends."""
    cdef Py_ssize_t place
    for place in range(size):
        if signs[place] > 127 or (signs[place] | 32) != name[place]:
            return False
    return _blank(signs[size]) or signs[size] == c'>' or signs[size] == c'/'


cdef Py_ssize_t _find_end(
    const Sign *signs, Py_ssize_t at, Py_ssize_t length, const uchar *name, Py_ssize_t size, bint *hidden
) except -1:
    """Return where the end tag of raw text begins; `hidden`: a comment may begin before it."""
    hidden[0] = False
    while True:
        at = _find(signs, at, length, c'<')
        if at + size + 2 >= length:
            raise UnsoundError
        hidden[0] |= signs[at + 1] == c'!' and signs[at + 2] == c'-'
        if signs[at + 1] == c'/' and _ends(signs + at + 2, name, size):
            return at
        at += 1


cdef Py_ssize_t _find_script_end(const Sign *signs, Py_ssize_t at, Py_ssize_t length, const uchar *name) except -1:
    """Return where the end tag of a script begins, in which comments may hide scripts with their own end tags."""
    cdef bint comment = False, inner = False
    while at + 8 < length:
        if comment and signs[at] == c'-' and signs[at + 1] == c'-' and signs[at + 2] == c'>':
            comment = inner = False
        elif signs[at] == c'<':
            if signs[at + 1] == c'/' and _ends(signs + at + 2, name, 6):
                if not inner:
                    return at
                inner = False
            elif comment:
                inner |= _ends(signs + at + 1, name, 6)
            elif signs[at + 1] == c'!' and signs[at + 2] == c'-' and signs[at + 3] == c'-':
                comment = True
                at += 1
        at += 1
    raise UnsoundError


cdef Py_ssize_t _skip_comment(const Sign *signs, Py_ssize_t at, Py_ssize_t length) except -1:
    """Return where a comment, or what counts as one, ends; it begins with `<!`."""
    if at + 4 <= length and signs[at + 2] == c'-' and signs[at + 3] == c'-':
        at += 4
        if at < length and (signs[at] == c'>' or (signs[at] == c'-' and at + 1 < length and signs[at + 1] == c'>')):
            raise UnsoundError
        while at + 2 < length:
            if signs[at] == c'-' and signs[at + 1] == c'-':
                if signs[at + 2] == c'>':
                    return at + 3
                if signs[at + 2] == c'!':
                    raise UnsoundError
            at += 1
        raise UnsoundError
    while at < length:
        if signs[at] == c'>':
            return at + 1
        at += 1
    raise UnsoundError


cdef Py_ssize_t _read_name(const Sign *signs, Py_ssize_t at, Py_ssize_t length, uchar *name, bint attribute) except -1:
    """Read a name in lower case; return where it ends."""
    cdef Py_ssize_t count = 0
    cdef Sign sign
    while at < length:
        sign = signs[at]
        if c'a' <= sign <= c'z':
            name[count] = <uchar>sign
        elif c'A' <= sign <= c'Z':
            name[count] = <uchar>(sign | 32)
        elif _blank(sign) or sign == c'/' or sign == c'>' or (attribute and count and sign == c'='):
            break
        elif c' ' < sign < 127:
            name[count] = <uchar>sign
        else:
            raise UnsoundError
        count += 1
        if count == LONGEST:
            raise UnsoundError
        at += 1
    if not count or at == length:
        raise UnsoundError
    name[count] = 0
    return at


cdef Py_ssize_t _read_attributes(_Reader reader, const Sign *signs, Py_ssize_t at, Py_ssize_t length) except -1:
    """Read what stands in a start tag after its name; return where it ends, at its `>`."""
    cdef uchar[LONGEST] name
    cdef Py_ssize_t start
    cdef Sign quote
    cdef int place, count = 0
    cdef _Attribute one
    cdef Name known
    reader.attributes.count = 0
    while True:
        start = at
        while at < length and (_blank(signs[at]) or signs[at] == c'/'):
            at += 1
        if at >= length:
            raise UnsoundError
        if signs[at] == c'>':
            reader.attributes.count = count
            reader.attributes.closed = at > start and signs[at - 1] == c'/'
            return at
        start = at
        at = _read_name(signs, at, length, name, True)
        known = reader.census.attribute_of(name, at - start)
        one.name = <PyObject *>known
        while at < length and _blank(signs[at]):
            at += 1
        one.start = one.end = one.references = 0
        if at < length and signs[at] == c'=':
            at += 1
            while at < length and _blank(signs[at]):
                at += 1
            if at >= length or signs[at] == c'>':
                raise UnsoundError
            if signs[at] == c'"' or signs[at] == c"'":
                quote = signs[at]
                at += 1
                one.start = at
                while at < length and signs[at] != quote:
                    one.references |= signs[at] == c'&'
                    at += 1
                if at >= length:
                    raise UnsoundError
                one.end = at
                at += 1
            else:
                one.start = at
                while at < length and not _blank(signs[at]) and signs[at] != c'>':
                    one.references |= signs[at] == c'&'
                    at += 1
                one.end = at
        if count == MOST_ATTRIBUTES:
            raise UnsoundError
        for place in range(count):
            if reader.attributes.items[place].name == one.name:
                break
        else:
            reader.attributes.items[count] = one
            count += 1


cdef inline Py_ssize_t _find(const Sign *signs, Py_ssize_t at, Py_ssize_t length, uchar sign) noexcept:
    if Sign is uchar:
        return find_1(signs, at, length, sign)
    elif Sign is ushort:
        return find_2(signs, at, length, sign)
    else:
        return find_4(signs, at, length, sign)


cdef int _read(_Reader reader, const Sign *signs, Py_ssize_t length) except -1:
    """Read a page: texts, comments and tags in turn."""
    cdef Py_ssize_t at = 0, start, end
    cdef bint blank, references, hidden
    cdef uchar[LONGEST] name
    cdef Name tag
    cdef int kind
    cdef Sign sign
    while True:
        # Text up to the next tag.
        start, references = at, False
        while at < length and _blank(signs[at]):
            at += 1
        blank = at == length or (signs[at] == c'<' and at + 1 < length and _opens(signs[at + 1]))
        if not blank:
            while True:
                at = _find(signs, at, length, c'<')
                if at >= length or (at + 1 < length and _opens(signs[at + 1])):
                    break
                at += 1
            references = _find(signs, start, at, c'&') < at
        if at > start:
            reader.at = start
            data = _blanks(reader, signs + start, at - start) if blank else _string(signs, start, at)
            reader.characters(_decoded(data, False) if references else data, blank)
        if at >= length:
            break
        if signs[at + 1] == c'!':
            if at + 9 < length and (signs[at + 2] | 32) == c'd':
                found = _DOCTYPE.match(reader.html, at)
                if found is None or reader.builder.doctype is not None or reader.census.count > 1:
                    raise UnsoundError
                public, system = found[2], found[3]
                reader.builder.doctype = (
                    found[1].lower(), public[1 : len(public) - 1] if public else None,
                    system[1 : len(system) - 1] if system else None,
                )
                at = found.end()
                continue
            if reader.drawn and at + 2 < length and signs[at + 2] == c'[':
                raise UnsoundError
            at = _skip_comment(signs, at, length)
            if reader.mode < AFTER_BODY:
                reader.comment = 1
            continue
        if signs[at + 1] == c'?':
            raise UnsoundError
        if signs[at + 1] == c'/':
            if at + 2 >= length or not _letter(signs[at + 2]):
                raise UnsoundError
            end = _read_name(signs, at + 2, length, name, False)
            tag = reader.census.tag_of(name, end - at - 2)
            at = end
            while at < length and _blank(signs[at]):
                at += 1
            if at >= length or signs[at] != c'>':
                raise UnsoundError
            at += 1
            reader.attributes.count = 0
            reader.stop(tag)
            continue
        end = _read_name(signs, at + 1, length, name, False)
        tag = reader.census.tag_of(name, end - at - 1)
        reader.at = at
        at = _read_attributes(reader, signs, end, length)
        at += 1
        reader.start(tag)
        kind = reader.kind(tag) & KIND
        if reader.drawn:
            continue
        if kind == PRE or kind == TEXTAREA:
            if at < length and signs[at] == c'&':
                raise UnsoundError
            if at < length and signs[at] == c'\n':
                at += 1
        if kind == SCRIPT or kind == STYLE or kind == RAW or kind == TITLE or kind == TEXTAREA:
            start, at = at, _find_end(signs, at, length, name, len(tag.text), &hidden)
            if kind == SCRIPT and hidden:
                at = _find_script_end(signs, start, length, name)
            if at > start:
                data = _string(signs, start, at)
                if (kind == TITLE or kind == TEXTAREA) and "&" in data:
                    data = _decoded(data, False)
                reader.builder.add(reader.text, data)
                reader.census.nodes[reader.census.count - 1].parent = reader.nodes[reader.depth - 1]
            at += 2 + len(tag.text)
            while at < length and _blank(signs[at]):
                at += 1
            if at >= length or signs[at] != c'>':
                raise UnsoundError
            at += 1
            reader.depth -= 1
            reader.comment = 0
    if reader.mode < IN_BODY or reader.drawn or reader.foreseen >= 0:
        raise UnsoundError
    return 0


def read_sound(str html, Builder builder):
    """Build the tree of a page whose markup needs no repair; say whether it is one. If not, the builder is spoiled."""
    cdef _Reader reader
    if _replaced(html):
        if "\0" in html:
            return False
        html = html.replace("\r\n", "\n").replace("\r", "\n")
    try:
        reader = _Reader(html, builder)
        if reader.width == 1:
            _read(reader, reader.signs, len(html))
        elif reader.width == 2:
            _read(reader, <const ushort *>reader.signs, len(html))
        else:
            _read(reader, <const uint *>reader.signs, len(html))
    except UnsoundError:
        return False
    return True


cdef bint _replaced(str html) noexcept:
    """Say whether there are characters that the parser replaces."""
    cdef const void *signs = PyUnicode_DATA(html)
    if PyUnicode_KIND(html) == 1:
        return bad_1(<const uchar *>signs, len(html))
    if PyUnicode_KIND(html) == 2:
        return bad_2(<const ushort *>signs, len(html))
    return bad_4(<const uint *>signs, len(html))
