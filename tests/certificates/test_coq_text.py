"""The shared parts of emitted Coq files: numbers, profiles, the module named after the digest."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.certificates.coq_profiles import read_profile
from verify.certificates.coq_text import NotInCoqError, Writer, cleared, rows
from verify.certificates.makers import certificate


def test_numbers_are_cleared_of_their_denominators():
    """Integers over the least common denominator; negative ones stand in parentheses."""
    assert cleared([Fraction(1, 2), Fraction(-2, 3)]) == ([3, -4], 6)
    assert rows([[1, -2], []]) == "[[1; (-2)];\n    []]"


def test_profiles_are_read_by_kind():
    """Exponentials bind their parameters, polynomials define their coefficients."""
    assert read_profile({"usa": "2"}).term == "(usa beta)"
    assert read_profile("exp(2*t - 1)/3").term == "(exponential c beta)"
    assert "Definition P : list Z := [4; 3; 0; 6]." in read_profile("t**3 + t/2 + 2/3").definitions
    for text in ("-exp(t)", "exp(-t)", "exp(t)*t", "2"):
        with pytest.raises(NotInCoqError):
            read_profile(text)


def test_writer_names_the_module_after_the_problem():
    """The digest is recomputed; theorems are qualified by it and listed before Print Assumptions."""
    cert = certificate("T5", {"family": "factor"}, "sign", {}, {"graph_laws": "all"})
    writer = Writer(cert)
    writer.define("Definition a : Z := 1.\n")
    writer.define("Definition a : Z := 1.\n")
    writer.prove("one", "graph_laws", "a = 1", "  reflexivity.\n")
    file = writer.file("a.", "Sums")
    assert file.theorems[0].name == f"Problem_{cert['digest'][7:]}.one"
    assert file.text.count("Definition a : Z := 1.") == 1
    assert file.text.endswith(f"Definition theorems := ({file.theorems[0].name}).\nPrint Assumptions theorems.\n")
