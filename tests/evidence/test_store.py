"""The store keeps whole results only, and finds them by what made them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from verify.evidence.store import Store, code_digest, key_of
from verify.model.errors import InputError


def test_a_result_is_found_again(tmp_path):
    """What was put in comes out."""
    key = key_of({"n": 1})
    Store(tmp_path).put(key, {"value": "1/3"})
    assert Store(tmp_path).get(key) == {"value": "1/3"}


def test_a_missing_result_is_none(tmp_path):
    """Nothing comes out that was not put in."""
    assert Store(tmp_path).get(key_of({"n": 1})) is None


def test_the_key_changes_with_code_and_parameters():
    """Other code or other parameters are another result."""
    keys = {key_of({"n": 1}, "a"), key_of({"n": 1}, "b"), key_of({"n": 2}, "a")}
    assert len(keys) == 3
    assert code_digest().startswith("sha256:")


def _halve(text):
    return text[: len(text) // 2]


def _other_value(text):
    return text.replace("true", "false")


def _other_key(text):
    return json.dumps({**json.loads(text), "key": key_of({"n": 2})})


@pytest.mark.parametrize("damage", [_halve, _other_value, _other_key, lambda _text: "", lambda _text: "[]"])
def test_a_damaged_file_counts_as_missing(tmp_path, damage):
    """A truncated or altered file is never taken for a result."""
    store, key = Store(tmp_path), key_of({"n": 1})
    store.put(key, {"fine": True})
    (path,) = tmp_path.glob("*.json")
    path.write_text(damage(path.read_text()))
    assert store.get(key) is None


def test_a_failed_write_leaves_the_old_result(tmp_path):
    """A result that is no plain data replaces nothing and leaves no scrap."""
    store, key = Store(tmp_path), key_of({"n": 1})
    store.put(key, {"old": True})
    with pytest.raises(ValueError, match="not JSON compliant"):
        store.put(key, {"value": float("nan")})
    assert store.get(key) == {"old": True}
    assert len(list(tmp_path.iterdir())) == 2


def test_a_writer_killed_at_any_moment_leaves_whole_files(tmp_path):
    """SIGKILL in the middle of many writes: every file that is there is whole."""
    script = (
        "import sys; from pathlib import Path; from verify.evidence.store import Store, key_of\n"
        "store = Store(Path(sys.argv[1]))\n"
        "for n in range(10**6): store.put(key_of({'n': n}, 'code'), {'n': n, 'long': 'x' * 20000})\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(tmp_path)]) as writer:
        while len(list(tmp_path.glob("*.json"))) < 20:
            assert writer.poll() is None
        writer.kill()
    store = Store(tmp_path)
    found = list(tmp_path.glob("*.json"))
    assert all(store.get(f"sha256:{path.stem}") is not None for path in found)


def test_a_folder_that_cannot_be_made_is_bad_input(tmp_path):
    """A file in the way is named."""
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="--store must be a folder"):
        Store(tmp_path / "file")


def test_the_store_ignores_itself_in_git(tmp_path):
    """No result is committed by accident."""
    Store(tmp_path / "new")
    assert (tmp_path / "new" / ".gitignore").read_text() == "*\n"


def test_a_folder_of_other_things_is_not_hidden_from_git(tmp_path):
    """`--store .` by mistake: no file is ignored because of it."""
    (tmp_path / "work.py").write_text("")
    Store(tmp_path)
    assert not (tmp_path / ".gitignore").exists()
