"""The build of compiled twins: what it makes, and what it says where there is no compiler."""

from __future__ import annotations

from pathlib import Path

import pytest

hatch_build = pytest.importorskip("hatch_build", reason="only where the sources are")
pytest.importorskip("Cython")


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a package of one function, to be compiled instead of the own ones."""
    kernel = tmp_path / "src" / "rubricator" / "kernel" / "page"
    kernel.mkdir(parents=True)
    for folder in (kernel, kernel.parent, kernel.parents[1]):
        (folder / "__init__.py").touch()
    (kernel / "sums.pyx").write_text("def plus(int one, int other):\n    return one + other\n", "utf-8")
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    return kernel


def test_modules_are_built_beside_their_sources(sources: Path) -> None:
    assert hatch_build.build()
    assert [path.name.partition(".")[0] for path in sources.iterdir() if path.suffix in {".so", ".pyd"}] == ["sums"]


def test_without_a_compiler_it_says_so(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    # Cython remembers what it has seen under a relative path.
    (sources / "sums.pyx").rename(sources / "others.pyx")
    assert not hatch_build.build()
    assert "without its compiled twins" in capfd.readouterr().err
    assert not list(sources.glob("*.so"))
