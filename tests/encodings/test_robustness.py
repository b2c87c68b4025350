"""Any damage to a configuration ends in a kernel or in an error that names an argument; nothing else escapes."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.encodings import load_config
from verify.model.errors import InputError

FOLDER = Path(__file__).parents[2] / "examples" / "configs"
SMALL = {"positions": 8}
DOCUMENTS = {p.stem: json.loads(p.read_text()) for p in sorted(FOLDER.glob("*.json"))}
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.sampled_from([0.0, -1.5, 1e-300, 1e300, float("nan"), float("inf"), 10**400, 2**70]),
    st.text("abc/*()10 ", max_size=6),
    st.lists(st.sampled_from([0, 1, -1, "x", None, 0.5]), max_size=4),
    st.dictionaries(st.sampled_from(["factor", "rope_type", "x", "file", "shape"]), st.integers(0, 3), max_size=2),
)


def places(document: dict, path: tuple = ()) -> list[tuple]:
    """Return the paths of all fields, nested ones included."""
    found = []
    for key, value in document.items():
        found.append((*path, key))
        if isinstance(value, dict):
            found += places(value, (*path, key))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=25)
@given(data=st.data())
def test_damaged_configurations_raise_input_errors_only(name, data):
    """One field replaced by junk."""
    document = copy.deepcopy(DOCUMENTS[name]) | ({} if "window_size" in DOCUMENTS[name] else SMALL)
    path = data.draw(st.sampled_from(places(document)))
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = data.draw(JUNK)
    positions = 8 if path != ("positions",) and "window_size" not in document else None
    outcome = loaded_or_named(document, positions)
    assert outcome


def loaded_or_named(document: dict, positions: int | None) -> object:
    """Return the variants, or the argument that an input error names."""
    try:
        return load_config(document, positions).variants
    except InputError as error:
        return error.argument
