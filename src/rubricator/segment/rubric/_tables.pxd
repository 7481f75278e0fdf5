"""Rows of the tables that `Sight` holds; `tests/segment/rubric/test_tables.py` compares them with Python's names."""

cdef enum:  # context.table
    NODE_PARENT, NODE_BITS, NODE_NEAR, NODE_DEPTH, NODE_START, NODE_END

cdef enum:  # run_table
    RUN_START, RUN_END, RUN_NODE, RUN_STYLE, RUN_BITS, RUN_NEAR, RUN_PATH

cdef enum:  # unit_table
    UNIT_START, UNIT_END, UNIT_CONTAINER

cdef enum:  # unit_floats
    UNIT_VISIBLE, UNIT_LINK, UNIT_ENDS

cdef enum:  # style_floats
    STYLE_SIZE, STYLE_WEIGHT, STYLE_ITALIC, STYLE_UNDERLINE, STYLE_CENTER, STYLE_CAPS

cdef enum:  # style_table
    STYLE_COLOR, STYLE_BACKGROUND, STYLE_FAMILY

cdef enum:  # columns of Candidates.table
    CANDIDATE_START, CANDIDATE_END, CANDIDATE_UNIT, CANDIDATE_LAST, CANDIDATE_RUN, CANDIDATE_KIND
