"""The Coq libraries: where they are, on what they may rest, what they miss."""

from __future__ import annotations

import pytest

from verify.certificates.coq.libraries import INTEGER_AXIOMS, INTERVAL, LIBRARIES, REALS, coq_where


def test_the_theorems_for_all_n_rest_on_four_axioms_and_the_interval_tier_on_more():
    """Machine integers are assumed by the numerical inequalities alone; neither assumes floating point."""
    assert len(REALS.axioms) == 4
    assert REALS.axioms < INTERVAL.axioms
    assert INTERVAL.axioms - REALS.axioms == INTEGER_AXIOMS
    assert not any("Float" in axiom for axiom in INTERVAL.axioms)


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda x: x.name)
def test_the_sources_travel_with_the_package(library):
    """The project file names the library as it is known in Coq."""
    assert f"-Q . {library.name}" in (library.sources() / "_CoqProject").read_text().splitlines()


def test_without_coq_each_library_says_what_to_install(monkeypatch, tmp_path):
    """coqc hidden: the answer is a sentence with the packages."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert coq_where() is None
    assert "apt install coq libcoq-stdlib" in REALS.missing()
    assert "libcoq-interval" in INTERVAL.missing()
