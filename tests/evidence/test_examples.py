"""The shipped examples are found by name."""

from __future__ import annotations

import pytest

from verify.evidence.examples import examples_folder, find_example, list_examples
from verify.model.errors import InputError

NAMED = {"usa", "rope", "partial-rope", "prefix", "alibi", "distance", "cos-toeplitz",
         "generalised-rope"}  # fmt: skip


def test_the_named_kernels_are_shipped():
    """The kernels that the documentation names exist."""
    assert {example.name for example in list_examples() if example.kind == "kernel"} >= NAMED


def test_configs_are_listed_after_kernels():
    """Kernels come first, each kind sorted by name."""
    kinds = [example.kind for example in list_examples()]
    assert kinds == sorted(kinds, key=lambda kind: kind != "kernel")
    assert "config" in kinds


def test_names_are_unique():
    """A name stands for one file."""
    names = [example.name for example in list_examples()]
    assert len(names) == len(set(names))


def test_an_example_is_found_by_its_stem():
    """The name is the file's name without its endings."""
    assert find_example("rope").path.name == "rope.kernel.json"


def test_an_unknown_name_suggests_the_nearest():
    """A slip of the finger is answered with the name that was meant."""
    with pytest.raises(InputError, match="Did you mean partial-rope"):
        find_example("partial-rop")


def test_a_folder_without_examples_is_empty(tmp_path):
    """Other files are no examples."""
    (tmp_path / "notes.json").write_text("{}")
    assert list_examples(tmp_path) == ()
    assert examples_folder() is not None
