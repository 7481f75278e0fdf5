"""Draws docs/images/methods/NAME.png: what each method sees on the example page.

`python docs/images/methods.py` needs Chromium and the extra `browser`; it prints nothing.
"""

from __future__ import annotations

import os
from pathlib import Path

from rubricator.emit.view import to_picture, to_view
from rubricator.load import load
from rubricator.options import Options
from rubricator.pipeline import render_page, structure_of

FOLDER = Path(__file__).parent / "methods"
WIDTH = 760
METHODS = ("rubric", "heps", "asdus-di", "vips", "bayes")


def main() -> None:
    os.chdir(FOLDER.parents[2])
    FOLDER.mkdir(exist_ok=True)
    source = load("examples/kiln.html")
    page = render_page(source, Options(render="browser"))
    for method in METHODS:
        view = to_view(source, [structure_of(page, Options(method))])
        (FOLDER / f"{method}.png").write_bytes(to_picture(view, width=WIDTH).png)


if __name__ == "__main__":
    main()
