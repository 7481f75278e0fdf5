"""Model files: what is written is read again, and what is damaged is told and never run."""

from __future__ import annotations

import io
import json
import os
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rubricator
from rubricator.errors import UsageError
from rubricator.segment.registry import training_pages
from rubricator.segment.rubric.learned_model import FORESTS, NETS, load_model, save_model

from ...trees import tree
from .forests import tiny_model


class Trap:
    """Runs a command when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.path),)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.npz"
    save_model(tiny_model(), path)
    return path


def changed(saved: Path, **parts: Any) -> Path:
    """Write a copy of a model with some of its arrays changed; None leaves one out."""
    with np.load(saved) as old:
        arrays = {name: old[name] for name in old.files}
    arrays |= {name.replace("__", "."): value for name, value in parts.items()}
    path = saved.parent / "changed.npz"
    np.savez(path, **{name: value for name, value in arrays.items() if value is not None})
    return path


def about(saved: Path, **fields: object) -> np.ndarray[Any, Any]:
    with np.load(saved) as arrays:
        return np.array(json.dumps({**json.loads(str(arrays["about"])), **fields}))


def assert_told(path: Path, why: str = "") -> None:
    with pytest.raises(UsageError, match=f"is not a model file, or a damaged one .*{why}") as told:
        load_model(str(path))
    assert str(path) in str(told.value)


def test_what_is_written_is_read(saved: Path) -> None:
    written, read = tiny_model(), load_model(str(saved))
    assert (read.thresholds, read.trained_on, read.card) == (written.thresholds, written.trained_on, written.card)
    assert read.like == ("tagged",)
    assert list(read.forests) == [*FORESTS, "tagged"]
    for name, forest in written.forests.items():
        assert read.forests[name].names == forest.names
        for part in ("feature", "threshold", "value"):
            one, other = getattr(read.forests[name], part), getattr(forest, part)
            assert one.dtype == other.dtype
            assert one.tolist() == other.tolist()
    assert list(read.nets) == list(NETS)
    for name, net in written.nets.items():
        one = read.nets[name]
        assert (one.names, [some.views for some in one.rounds]) == (net.names, [some.views for some in net.rounds])
        for part in ("knots", "weight", "bias", "last"):
            assert getattr(one, part).tolist() == getattr(net, part).tolist()
        assert [(some.weight.tolist(), some.bias.tolist()) for some in one.rounds] == [
            (some.weight.tolist(), some.bias.tolist()) for some in net.rounds
        ]


def test_the_same_model_is_the_same_file(saved: Path, tmp_path: Path) -> None:
    save_model(load_model(str(saved)), tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == saved.read_bytes()


def test_a_model_says_what_it_was_trained_on(saved: Path) -> None:
    assert set(training_pages("rubric", {"model": str(saved)})) == {"a1", "b2"}


def test_a_page_is_read_with_a_model_of_ones_own(saved: Path) -> None:
    page = "<h2>Fees</h2><p>You pay each month.</p><h3>Late</h3><p>You pay more.</p><h2>Rights</h2><p>You have some."
    structure = rubricator.read(page, method="rubric", params={"model": str(saved)})
    assert rubricator.read(page, method="rubric", params={"model": str(saved)}) == structure
    assert tree(structure.root) == (None, ("Fees", ("Late",)), ("Rights",))


def test_a_model_keeps_to_the_marks_of_one_corpus(saved: Path) -> None:
    page = "<h2>Fees</h2><p>You pay each month.</p><h3>Late</h3><p>You pay more.</p><h2>Rights</h2><p>You have some."
    structure = rubricator.read(page, method="rubric", params={"model": str(saved), "like": "tagged"})
    assert tree(structure.root) == (None, ("Fees",), ("Rights",))
    assert structure.params["like"] == "tagged"


@pytest.mark.parametrize("size", [0, 1, 10, 1000, -200, -30, -1])
def test_truncated(saved: Path, size: int) -> None:
    path = saved.parent / "short.npz"
    path.write_bytes(saved.read_bytes()[:size])
    assert_told(path)


def test_bytes_changed_anywhere_never_end_in_another_error(saved: Path) -> None:
    data = saved.read_bytes()
    for place in range(0, len(data), 7):
        path = saved.parent / f"bad{place}.npz"
        path.write_bytes(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])
        try:
            load_model(str(path))
        except UsageError as error:
            assert str(path) in str(error)


@pytest.mark.parametrize("data", [b"hello", b"\x93NUMPY", b"PK\x03\x04", b"<html>", pickle.dumps([1])])
def test_other_files(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other.npz"
    path.write_bytes(data)
    assert_told(path)


def test_a_single_array(tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    file = io.BytesIO()
    np.save(file, np.zeros(3))
    path.write_bytes(file.getvalue())
    assert_told(path)


def test_another_zip(tmp_path: Path) -> None:
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("about.npy", "text")
    assert_told(path)


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the model '.*none.npz': No such file"):
        load_model(str(tmp_path / "none.npz"))
    with pytest.raises(UsageError, match=r"cannot read the model .* directory"):
        load_model(str(tmp_path))


def test_trees_that_do_not_fit_together(saved: Path) -> None:
    for shape in ((1, 3), (1, 4), (2, 2), (2,), (1, 1, 2), (1, 0)):
        assert_told(changed(saved, same__value=np.zeros(shape)))
    assert_told(changed(saved, same__threshold=np.zeros((1, 3))), "do not fit together")


def test_networks_that_do_not_fit_together(saved: Path) -> None:
    for part, shape in (
        ("weight", (2, 1)), ("weight", (1, 2)), ("bias", (2,)), ("bias", (1, 1)), ("last", (2,)), ("weight0", (2, 1)),
        ("bias0", (2,)), ("knots", (2,)), ("knots", (2, 2)),
    ):  # fmt: skip
        assert_told(changed(saved, **{f"body__net__{part}": np.ones(shape)}))
    assert_told(changed(saved, body__net__last=np.ones((3, 1))), "do not fit together")
    assert_told(changed(saved, body__net__last=np.array([[1], [np.inf]])), "not a number")
    assert_told(changed(saved, body__net__knots=np.array([[1, 0]])), "not in order")


@pytest.mark.parametrize("view", ["path", "page ", "+0", "1", "+100", ""])
def test_networks_that_look_at_what_is_not_there(saved: Path, view: str) -> None:
    """The body's network has no looks."""
    with np.load(saved) as arrays:
        nets = json.loads(str(arrays["about"]))["nets"]
    nets["body"]["views"] = [[view, "+1"]]
    assert_told(changed(saved, about=about(saved, nets=nets)), "which is not there")


@pytest.mark.parametrize("number", [-1, 1, 30000])
def test_features_out_of_range(saved: Path, number: int) -> None:
    assert_told(changed(saved, same__feature=np.array([[number]])), "features that it does not name")


def test_leaves_that_are_no_numbers(saved: Path) -> None:
    assert_told(changed(saved, same__value=np.array([[0, np.nan]])), "not a number")


@pytest.mark.parametrize("part", ["same__feature", "same__threshold", "same__value"])
@pytest.mark.parametrize("array", [np.array([["a", "b"]]), np.array([[1j, 2]]), np.array([[b"x", b"y"]])])
def test_arrays_of_other_things(saved: Path, part: str, array: np.ndarray[Any, Any]) -> None:
    assert_told(changed(saved, **{part: array[:, :1] if part != "same__value" else array}))


@pytest.mark.parametrize("part", ["about", "same__value", "heading__feature", "body__net__weight"])
def test_pickled_objects_are_not_run(saved: Path, part: str) -> None:
    sprung = saved.parent / "sprung"
    assert_told(changed(saved, **{part: np.array([Trap(sprung)], dtype=object)}), "allow_pickle=False")
    assert not sprung.exists()


@pytest.mark.parametrize("part", ["about", "body__net__knots", "same__feature"])
def test_parts_that_are_missing(saved: Path, part: str) -> None:
    assert_told(changed(saved, **{part: None}), part.replace("__", "."))


def test_what_is_said_of_it_is_checked(saved: Path) -> None:
    assert_told(changed(saved, about=np.array("{")))
    assert_told(changed(saved, about=np.array("[1]")))
    assert_told(changed(saved, about=about(saved, thresholds={"body": 0.5})), "title")
    assert_told(changed(saved, about=about(saved, names={})), "begins")
    assert_told(changed(saved, about=about(saved, nets={})), "body")


def test_another_format_says_what_to_do(saved: Path) -> None:
    path = changed(saved, about=about(saved, format="rubricator-model/9"))
    with pytest.raises(UsageError, match="not a model of the format rubricator-model/3; train one with"):
        load_model(str(path))


def test_a_file_that_would_fill_the_memory(saved: Path) -> None:
    path = saved.parent / "bomb.npz"
    np.savez_compressed(path, about=np.array("{}"), huge=np.zeros(20 << 20, dtype=np.float64))
    assert path.stat().st_size < 1 << 20
    assert_told(path, "too large")


def test_parameters(saved: Path) -> None:
    with pytest.raises(UsageError, match="rubric has no parameter 'depth'; it has: model, like"):
        rubricator.read("<p>x", method="rubric", params={"depth": 1})
    with pytest.raises(UsageError, match="model is the path of a model file, not 3"):
        rubricator.read("<p>x", method="rubric", params={"model": 3})
    with pytest.raises(UsageError, match="like is the name of a corpus, not 3"):
        rubricator.read("<p>x", method="rubric", params={"like": 3})
    with pytest.raises(UsageError, match="this model knows the marks of tagged, not those of 'asdus'"):
        rubricator.read("<p>x", method="rubric", params={"model": str(saved), "like": "asdus"})
    with pytest.raises(UsageError, match="cannot read the model"):
        rubricator.read("<p>x", method="rubric", params={"model": str(saved.parent / "none")})


def test_the_model_of_the_package_is_small_and_says_its_pages() -> None:
    model = load_model()
    path = Path(rubricator.__file__).parent / "segment" / "rubric" / "rubric.npz"
    assert path.stat().st_size <= 2 << 20
    assert len(model.trained_on) > 100
