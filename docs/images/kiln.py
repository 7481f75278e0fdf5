"""Draws docs/images/kiln.png: the view of the example page, with its outline beside it.

`python docs/images/kiln.py` needs Chromium and the extra `browser`; it prints nothing.
"""

from __future__ import annotations

import os
from pathlib import Path

from rubricator.emit.view import to_picture, to_view
from rubricator.load import load
from rubricator.options import Options
from rubricator.pipeline import render_page, structure_of

HERE = Path(__file__).parent
WIDTH = 920
METHODS = ("rubric", "heps", "tags")


def main() -> None:
    os.chdir(HERE.parent.parent)
    source = load("examples/kiln.html")
    page = render_page(source)
    view = to_view(source, [structure_of(page, Options(method)) for method in METHODS])
    (HERE / "kiln.png").write_bytes(to_picture(view, width=WIDTH).png)


if __name__ == "__main__":
    main()
