"""The shared parts of emitted Coq files: numbers, the module named after the digest."""

from __future__ import annotations

from fractions import Fraction

from verify.certificates.coq.text import Writer, cleared, rows
from verify.certificates.makers import certificate


def test_numbers_are_cleared_of_their_denominators():
    """Integers over the least common denominator; negative ones stand in parentheses."""
    assert cleared([Fraction(1, 2), Fraction(-2, 3)]) == ([3, -4], 6)
    assert rows([[1, -2], []]) == "[[1; (-2)];\n    []]"


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
