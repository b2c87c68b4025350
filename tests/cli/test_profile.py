"""The time of a command, on standard error, when asked for."""

from __future__ import annotations

from verify.cli.profile import profiled


def test_the_slowest_functions_are_listed(capsys):
    """With the total at the end."""
    with profiled(enabled=True):
        sorted(range(1000))
    out, err = capsys.readouterr()
    assert out == ""
    assert "sorted" in err
    assert err.splitlines()[-1].startswith("total ")


def test_nothing_is_listed_unasked(capsys):
    """Without the option nothing is measured."""
    with profiled(enabled=False):
        pass
    assert capsys.readouterr() == ("", "")
