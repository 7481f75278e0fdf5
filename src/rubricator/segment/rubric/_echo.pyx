"""Short texts whose words the next long text repeats."""

import numpy as np

from libc.stdint cimport int64_t
from libc.string cimport memset

from rubricator.characters cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from rubricator.page._flags cimport IMAGE
from rubricator.segment.rubric._view cimport Candidate, PageView, Run, Unit

from rubricator.segment.asdus.language import without_numbering

cdef enum:
    LEAST = 4  # Characters of a text that says something.
    NEXT_LEAST = 100  # Characters of a text that a title can stand before.
    READ = 1000  # Characters of it that are looked at.
    CODES = 4096  # A power of two; few beginnings of words have the same code.

cdef double OVERLAP = 0.75


cdef struct Piece:
    int64_t start, end, path
    bint skipped, short


cdef Piece _piece
PIECE = np.asarray(<Piece[:1]>&_piece).dtype


def fill_echo(double[:, ::1] table, dict row, PageView view, const Candidate[::1] candidates, language, skipped_tags):
    cdef double[::1] title = table[row["said title"]], longer = table[row["said longer"]]
    cdef double[::1] share = table[row["said share"]]
    cdef Piece[::1] pieces = find_pieces(view, skipped_tags)
    cdef Py_ssize_t place, at = 0, count = pieces.shape[0]
    cdef double[:, ::1] by_path = np.zeros((2, int(view.runs["path"].max(initial=0)) + 1))
    cdef double[::1] echoed = by_path[0], alike = by_path[1]
    cdef Piece piece
    cdef Candidate one
    mark_short(pieces, view.scale)
    count_echoes(echoed, view.page.text, pieces, view.scale, language)
    for place in range(count):
        alike[pieces[place].path] += pieces[place].short
    for place in range(candidates.shape[0]):
        one = candidates[place]
        title[place] = longer[place] = share[place] = 0
        # Most candidates come in order, so that the way from one to the next is short.
        while at and pieces[at].start >= one.start:
            at -= 1
        while at < count - 1 and pieces[at].start < one.start:
            at += 1
        if not count or pieces[at].start != one.start or not pieces[at].short:
            continue
        piece = pieces[at]
        if echoed[piece.path] > 0:
            title[place] = 1
            longer[place] = (piece.end - one.end) / <double>max(one.end - one.start, 1)
        share[place] = echoed[piece.path] / max(alike[piece.path], 1)


cdef Piece[::1] find_pieces(PageView view, skipped_tags):
    """Return the own text of each element on one line, in document order."""
    cdef tuple tags = view.page.tag
    cdef bytes flags = view.page.flags
    cdef Piece[::1] pieces = np.empty(len(view.run), PIECE)
    cdef int64_t[::1] latest = np.full(len(tags), -1)
    cdef Py_ssize_t number, place, count = 0, kept = 0, first
    cdef int64_t parent
    cdef Run run
    for number in range(view.unit.shape[0]):
        first = count
        for place in range(view.unit[number].first_run, view.unit[number].stop_run):
            run = view.run[place]
            parent = view.node[run.node].parent
            if flags[run.node] & IMAGE:
                continue
            if latest[parent] < first:
                latest[parent] = count
                pieces[count] = Piece(run.start, run.end, run.path, tags[parent] in skipped_tags, False)
                count += 1
            pieces[latest[parent]].end = run.end
    for place in range(count):
        if pieces[place].end - pieces[place].start >= LEAST:
            pieces[kept] = pieces[place]
            kept += 1
    return pieces[:kept]


cdef int mark_short(Piece[::1] pieces, double scale) except -1:
    """Divide lengths into two clusters with the least sum of squared distances, and mark those in the lower one."""
    cdef Py_ssize_t place, count = pieces.shape[0]
    cdef double total, squares, below = 0, squares_below = 0, inside, beyond, least = 0, bound
    lengths = np.empty(count)
    cdef double[::1] length = lengths
    for place in range(count):
        length[place] = (pieces[place].end - pieces[place].start) * scale
    lengths.sort()
    total, squares, bound = 0, 0, 0
    for place in range(count):
        total += length[place]
        squares += length[place] * length[place]
    for place in range(count - 1):
        below += length[place]
        squares_below += length[place] * length[place]
        inside = squares_below - below * below / (place + 1)
        beyond = squares - squares_below - (total - below) * (total - below) / (count - place - 1)
        if place == 0 or inside + beyond < least:
            least, bound = inside + beyond, length[place]
    if count and length[0] == length[count - 1]:
        bound = length[0]
    for place in range(count):
        pieces[place].short = (
            (pieces[place].end - pieces[place].start) * scale <= bound and not pieces[place].skipped
        )
    return 0


cdef int count_echoes(double[::1] echoed, str text, const Piece[::1] pieces, double scale, language) except -1:
    """Count by tag path whose words the next text repeats."""
    cdef Py_ssize_t place
    cdef Piece piece, before = Piece(0, 0, 0, False, False)
    for place in range(pieces.shape[0]):
        piece = pieces[place]
        if piece.skipped:
            continue
        if before.short and (piece.end - piece.start) * scale > NEXT_LEAST:
            echoed[before.path] += repeats(
                text[piece.start : min(piece.end, piece.start + READ)], text[before.start : before.end], language, OVERLAP
            )
        before = piece
    return 0


cpdef bint repeats(str after, str title, language, double least) except -1:
    cdef set words = set(), near = set(), missing
    cdef str word
    cdef unsigned char[CODES] wanted
    """By the code of the beginning of words: 1 for those looked for, 2 for those that were there."""
    cdef int absent = 0, kept = 2 if language.kept == 0 else 3  # Words of one stem have so many first letters in common.
    memset(wanted, 1, CODES)
    read_words(without_numbering(title), kept, wanted, words)
    words = words - language.stop_words or words
    if not words:
        return least <= 0
    memset(wanted, 0, CODES)
    for word in words:
        wanted[code_of(word, kept)] = 1
    read_words(after, kept, wanted, None)
    for word in words:
        absent += wanted[code_of(word, kept)] != 2
    if 1 - absent / <double>len(words) < least:
        return False  # Most texts say nothing of the title before: then no words are made.
    read_words(after, kept, wanted, near)
    missing = words - near
    if missing:
        stem = language.stem
        beginnings = {word[:2] for word in missing}
        stems = {stem(word) for word in near if word[:2] in beginnings}
        missing = {word for word in missing if stem(word) not in stems}
    return 1 - len(missing) / <double>len(words) >= least


cdef inline unsigned int code_of(str word, int letters) except? 0:
    cdef unsigned int code = 0
    cdef Py_ssize_t place
    for place in range(min(letters, len(word))):
        code = code * 31 + <unsigned int>word[place]
    return code % CODES


cdef int read_words(str text, int letters, unsigned char *wanted, set found) except -1:
    """Find the words of a text, as ASDUS does, whose beginning is wanted: add them in lower case, or mark beginnings."""
    cdef int kind
    cdef const void *data
    cdef Py_ssize_t place = 0, start, count
    cdef unsigned int code
    cdef Py_UCS4 letter
    cdef bint alone  # In scripts without spaces.
    if u"\u0130" in text or u"\u03a3" in text:
        text = text.lower()  # İ becomes two letters, and Σ depends on what stands around.
    kind, data, count = PyUnicode_KIND(text), PyUnicode_DATA(text), len(text)  # There are as many characters.
    while place < count:
        start, code = place, 0
        while place < count:
            letter, alone = PyUnicode_READ(kind, data, place), False
            if letter < 256:
                letter = SMALL[letter]
            else:
                letter, alone = small(letter), is_unspaced(letter)
            if not letter or alone and place > start:
                break
            if place - start < letters:
                code = code * 31 + <unsigned int>letter
            place += 1
            if alone:
                break
        if place == start:
            place += 1
        elif wanted[code % CODES]:
            if found is None:
                wanted[code % CODES] = 2
            else:
                found.add(text[start:place].lower())
    return 0


cdef inline Py_UCS4 small(Py_UCS4 letter) noexcept:
    """Return a letter or figure in lower case; 0 for other characters."""
    return letter.lower() if letter.isalnum() or is_unspaced(letter) else <Py_UCS4>0


cdef inline bint is_unspaced(Py_UCS4 letter) noexcept:
    """Say whether it is of a script without spaces, in which each character counts as a word."""
    return 0xE00 <= letter and (
        letter <= 0xEFF or 0x1780 <= letter <= 0x17FF or 0x2E80 <= letter <= 0xA4CF or 0xF900 <= letter <= 0xFAFF
    )


cdef Py_UCS4[256] SMALL  # What `small` returns.
for _letter in range(256):
    SMALL[_letter] = small(_letter)
