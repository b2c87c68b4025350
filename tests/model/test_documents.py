"""Documents: strict JSON and TOML, tables from CSV and NPZ."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from verify.model.documents import parse_document, read_document, read_table
from verify.model.errors import InputError


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty file"), ("[1]", "one object"), ('{"a": 1, "a": 2}', "duplicate key"), ('{"a": NaN}', "finite"),
        ('{"a": -Infinity}', "finite"), ('{"a": ', "valid JSON"), ('{"a": ' + "[" * 10**5, "nested"),
        ('{"a": ' + "9" * 5000 + "}", "length"),
    ],
)  # fmt: skip
def test_documents_that_are_not_one_plain_object_are_refused(text: str, fault: str) -> None:
    """Each fault is named."""
    with pytest.raises(InputError, match=fault):
        parse_document(text, "kernel.json")


@pytest.mark.parametrize("token", ["nan", "inf", "-inf", "+nan", "1e999"])
def test_numbers_that_are_not_finite_are_named_in_toml(token: str) -> None:
    """nan and inf are numbers of TOML, and 1e999 overflows in both formats."""
    with pytest.raises(InputError, match="finite numbers"):
        parse_document(f"k = {token}", "kernel.toml", toml=True)


def test_toml_and_json_read_alike(tmp_path: Path) -> None:
    """The same kernel in both."""
    (tmp_path / "a.toml").write_text('family = "factor"\nd = 3\n[labels]\nkind = "circle"\n')
    (tmp_path / "a.json").write_text('{"family": "factor", "d": 3, "labels": {"kind": "circle"}}')
    assert read_document(tmp_path / "a.toml") == read_document(tmp_path / "a.json")


def test_a_directory_a_missing_file_and_latin_1_are_refused(tmp_path: Path) -> None:
    """Faults of the file itself."""
    (tmp_path / "latin.json").write_bytes('{"name": "é"}'.encode("latin-1"))
    for path, fault in (
        (tmp_path, "directory"),
        (tmp_path / "none.json", "readable"),
        (tmp_path / "latin.json", "UTF-8"),
    ):
        with pytest.raises(InputError, match=fault):
            read_document(path)


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    """Some editors write one."""
    (tmp_path / "bom.json").write_bytes(b'\xef\xbb\xbf{"d": 2}')
    assert read_document(tmp_path / "bom.json") == {"d": 2}


def test_tables_keep_exact_csv_strings_and_refuse_pickled_arrays(tmp_path: Path) -> None:
    """CSV cells stay strings such as 1/3; an object array would need unpickling."""
    (tmp_path / "h.csv").write_text("1/3, 2\n2, 0.1\n")
    assert read_table(tmp_path / "h.csv") == [["1/3", "2"], ["2", "0.1"]]
    np.savez(tmp_path / "h.npz", h=np.eye(2), other=np.eye(3))
    assert read_table(tmp_path / "h.npz", "h") == [[1.0, 0.0], [0.0, 1.0]]
    np.savez(tmp_path / "bad.npz", h=np.array([object()]))
    for path, array in (
        (tmp_path / "h.npz", None),
        (tmp_path / "bad.npz", "h"),
        (tmp_path / "h.csv.gz", None),
    ):
        with pytest.raises(InputError):
            read_table(path, array)


def test_a_pipe_that_nobody_writes_to_is_an_empty_file(tmp_path: Path) -> None:
    """It is not waited for."""
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(InputError, match="an empty file"):
        read_document(tmp_path / "pipe.json")
