"""Flags of nodes, as in `page/model.py`, of styles and of tags, as in `page/text.py`; `tests/page/test_flags.py` compares."""

cdef enum:
    VISIBLE = 1
    BLOCK = 2
    BREAK = 4
    IMAGE = 8
    PRE = 16
    SKIPPED = 32
    SCREEN_READER_ONLY = 64

cdef enum:
    EDGED = 32
    UNDISPLAYED = 128

cdef enum:
    IS_SKIPPED = 1
    IS_UNSEEN = 2
    IS_BLOCK = 4
    IS_BREAK = 8
    IS_IMAGE = 16
    IS_TEXT = 32
