"""Opened pages, asked for from several threads."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from rubricator.serve.problems import ProblemError
from rubricator.serve.settings import Settings
from rubricator.serve.upload import Upload
from rubricator.studio.pages import Pages

HTML = b"<p>x" * 1000


@pytest.fixture
def pages() -> Iterator[Pages]:
    found = Pages(Settings(opened_pages=5))
    found.start()
    yield found
    found.end()


def upload(number: int) -> Upload:
    return Upload({"kind": "page", "charset": "utf-8"}, HTML + str(number).encode())


def test_a_page_opened_again_is_not_written_again(pages: Pages) -> None:
    first = pages.add(upload(1), "one", "One")
    assert first.file
    before = first.file.stat().st_mtime_ns, first.file.stat().st_ino
    again = pages.add(upload(1), "one", "One")
    assert (again.id, again.data()) == (first.id, first.data())
    assert (first.file.stat().st_mtime_ns, first.file.stat().st_ino) == before


def test_a_page_that_was_forgotten_is_a_problem_not_a_mistake(pages: Pages) -> None:
    first = pages.add(upload(0), "zero", "Zero")
    for number in range(1, 8):
        pages.add(upload(number), "more", "More")
    with pytest.raises(ProblemError) as found:
        first.data()
    assert (found.value.status, found.value.code) == (404, "no-page")
    assert len(pages.recent()) == 5


def test_pages_are_opened_listed_and_read_at_the_same_time(pages: Pages) -> None:
    def work(number: int) -> None:
        for one in range(60):
            found = pages.add(upload((number + one) % 12), "page", "Page")
            assert len(pages.recent()) <= 5
            try:
                assert pages.find(found.id).data().startswith(HTML)
            except ProblemError as problem:
                assert problem.status == 404

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(8)))
