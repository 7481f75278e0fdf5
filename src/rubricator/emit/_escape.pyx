"""Texts as JSON strings, and as Markdown without markup."""

from json.encoder import encode_basestring

cdef unsigned char[128] SPECIAL
"""1 for characters that Markdown always escapes, 2 for those that depend on what is beside them."""
for character in "\\`*[]<~":
    SPECIAL[ord(character)] = 1
for character in "&_\n":
    SPECIAL[ord(character)] = 2


def quote_json(str text):
    cdef Py_UCS4 character
    for character in text:
        if character < 32:
            return encode_basestring(text)
    # Faster for the text of a page, which has few of these.
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def escape_markdown(str text):
    cdef Py_ssize_t place, start = 0
    cdef Py_UCS4 character
    cdef list parts = None
    for place, character in enumerate(text):
        if character >= 128 or not SPECIAL[character]:
            continue
        if SPECIAL[character] == 2 and character != u"\n" and not _is_markup(text, place):
            continue
        if parts is None:
            parts = []
        parts.append(text[start:place])
        parts.append(" " if character == u"\n" else "\\")
        start = place + (character == u"\n")
    if parts is None:
        return text
    parts.append(text[start:])
    return "".join(parts)


cdef bint _is_markup(str text, Py_ssize_t place) except -1:
    """Say whether an ampersand begins an entity, or an underscore stands at the edge of a word."""
    cdef Py_UCS4 following = text[place + 1] if place + 1 < len(text) else u"#"
    if text[place] == u"_":
        return place == 0 or not text[place - 1].isalnum() or not following.isalnum()
    return following == u"#" or u"a" <= following <= u"z" or u"A" <= following <= u"Z"
