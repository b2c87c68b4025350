"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from verify.model.errors import InputError
from verify.model.files import check_target, replace_file, write_file


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path):
    """The second content takes the place of the first; others may read it as the umask says."""
    path = tmp_path / ("n" * 250)
    replace_file(path, b"first")
    replace_file(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [path]
    plain = tmp_path / "plain"
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode


def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch):
    """A device that is full after the bytes were taken: the old file stays, the new one is taken away."""
    path = tmp_path / "result"
    path.write_bytes(b"old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"new")
    with pytest.raises(InputError, match=r"result must be a file that can be written; got No space left on device"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_missing_is_named(tmp_path):
    """The message names the file that was asked for."""
    with pytest.raises(InputError, match=r"x\.npz must be a file that can be written; got No such file or directory"):
        write_file(tmp_path / "missing" / "x.npz", b"")


def test_a_link_stays_a_link_and_a_file_keeps_its_permissions(tmp_path):
    """The target is replaced; what was private stays so."""
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o600)
    link.symlink_to(target)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_device_is_written_to_and_stays_one():
    """The null device takes everything; a full one says so."""
    write_file(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()
    if Path("/dev/full").exists():  # Linux
        with pytest.raises(InputError, match="No space left on device"):
            write_file(Path("/dev/full"), b"too much")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "name a file"),
        (" ", "name a file"),
        ("missing/x", "in a folder that exists"),
        ("folder", "be a file"),
        ("n" * 300, "name too long"),
    ],
)
def test_what_cannot_be_written_is_refused_beforehand(tmp_path, monkeypatch, name, message):
    """No name, no folder, or a folder of that name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=message):
        check_target("--npz", Path(name))
    check_target("--npz", Path("new.npz"))


def test_a_folder_is_made_where_that_is_asked_for(tmp_path):
    """With all above it; a file in its place is named."""
    check_target("--html", tmp_path / "a" / "b" / "page.html", make_folder=True)
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="--html must be in a folder that can be made"):
        check_target("--html", tmp_path / "file" / "page.html", make_folder=True)
