"""Names, paths and standard input are told apart."""

from __future__ import annotations

import pytest

from verify.cli.sources import formula_document, load_source, read_document_or_input
from verify.model.errors import InputError


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("nothing-like-it", "existing file or the name of a shipped kernel"),
        ("missing.json", "missing.json must be readable; got No such file"),
        ("folder/missing", "folder/missing must be readable"),
        (".", "must be a file; got a directory"),
        ("rop", "Did you mean rope"),
        ("rop.json", "rop.json must be readable; got No such file or directory. Did you mean rope"),
        ("llama-3.1-8", "existing file or the name .* Did you mean llama-3.1-8b"),
        ("lama-3.1-8b.json", "Did you mean llama-3.1-8b"),
        ("", "FILE or NAME must name a kernel; got .."),
    ],
)
def test_what_is_neither_file_nor_name_is_named(source, message):
    """The message says whether a file or a name was looked for."""
    with pytest.raises(InputError, match=message):
        load_source(source)


def test_a_dotted_name_is_found():
    """A name with a dot is no missing file."""
    assert load_source("llama-3.1-8b").variants


def test_labels_of_a_formula_may_be_a_bare_kind():
    """`circle` stands for its object."""
    assert formula_document("1", 2, "circle")["labels"] == {"kind": "circle"}
    assert formula_document("1", 2, '{"kind": "torus", "dim": 1}')["labels"]["dim"] == 1


def test_a_name_that_no_file_can_have_is_refused():
    """300 characters."""
    with pytest.raises(InputError, match="must be readable; got File name too long"):
        read_document_or_input("a" * 300)
