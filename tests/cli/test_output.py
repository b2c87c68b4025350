"""Results go to standard output, messages to standard error."""

from __future__ import annotations

import json

import pytest

from verify.cli.output import complain, emit_json, show, waiting


def test_json_is_ascii_and_ends_with_a_line_break(capsys):
    """Any terminal and any tool can read it, lone surrogates included."""
    emit_json({"name": "κ\ud800\x1b"})
    out = capsys.readouterr().out
    assert out.isascii()
    assert out.endswith("}\n")
    assert json.loads(out) == {"name": "κ\ud800\x1b"}


def test_json_holds_no_nan():
    """A number that JSON lacks is an error, not a token."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        emit_json(float("nan"))


def test_a_message_is_one_line(capsys):
    """Line breaks and control sequences of a message are escaped."""
    complain("a\nb\x1b[2J")
    assert capsys.readouterr().err == "verify: a\\nb\\x1b[2J\n"


def test_lines_have_no_trailing_spaces(capsys):
    """Output off a terminal can be compared line by line."""
    show("a   ", "b")
    assert capsys.readouterr().out == "a\nb\n"


def test_there_is_no_spinner_off_a_terminal(capsys):
    """Waiting is silent where nobody watches."""
    with waiting("..."):
        pass
    assert capsys.readouterr() == ("", "")
