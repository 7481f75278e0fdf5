"""Titles whose words the text below repeats: the view of ASDUS (`segment/asdus`), whose steps are repeated on runs.

Short texts whose words the next long text repeats give away the tag paths of titles; every short text with such a path
is likely one, whatever it looks like.
"""

NAMES = ("said title", "said longer", "said share")
