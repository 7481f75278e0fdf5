"""The pages that arguments name: files, and those of folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_ENDINGS = frozenset({".html", ".htm", ".xhtml", ".mhtml", ".mht"})


def page_files(targets: list[str]) -> Iterator[str]:
    """Yield each page once: files of folders in order, links to other files of the list left out.

    A file has one name, however its path was written: `./a.html` is `a.html`.
    """
    seen: set[Path] = set()
    for target in targets:
        path = Path(target)
        inside = path.is_dir()
        files = sorted(path.rglob("*")) if inside else [path]
        if inside:
            files = sorted((file for file in files if _is_page(file)), key=lambda file: (file.is_symlink(), file))
        for file in files:
            if file.is_file():
                if file.resolve() in seen:
                    continue
                seen.add(file.resolve())
                yield str(file)
            else:
                yield target


def _is_page(path: Path) -> bool:
    return path.suffix.lower() in _ENDINGS and path.is_file()
