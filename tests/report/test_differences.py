"""Two answers side by side: each difference once, nothing else."""

from __future__ import annotations

from dataclasses import replace

from verify.evidence import Answer
from verify.model.verdict import VariantVerdict, View
from verify.report.differences import differences, differences_report


def _answer(verdict, layers=""):
    return Answer("", (VariantVerdict(layers, "", verdict),))


def test_equal_verdicts_do_not_differ(printed, verdict):
    """An answer agrees with itself."""
    assert differences(_answer(verdict), _answer(verdict)) == []
    assert "agree" in printed(differences_report("a", "b", []))


def test_each_difference_is_named(printed, verdict):
    """A view, an energy, a hypothesis, a spread and the certificate are told apart."""
    other = replace(verdict, graph_laws=View.unknown("?"), hypotheses=(), spread=None, planes=(), certificate=None)
    found = differences(_answer(verdict), _answer(other))
    places = [where for where, _, _ in found]
    expected = {
        "graph laws: collapse",
        "graph laws: E best",
        "hypothesis f'(1) > 0",
        "spread: least",
        "certificate",
    }
    assert expected <= set(places)
    assert not [place for place in places if place.startswith("all laws")]
    assert ("graph laws: collapse", "none", "unknown") in found
    assert f"{len(found)} differences." in printed(differences_report("[b]a[/b]", "b", found))


def test_variants_are_paired_in_order(verdict):
    """A variant that one model lacks differs everywhere."""
    two = Answer("", (VariantVerdict("0", "", verdict), VariantVerdict("1", "", verdict)))
    found = differences(two, _answer(verdict, "0"))
    assert {where.split(":")[0] for where, _, _ in found} == {"layers 1"}
    assert all(there == "-" for _, _, there in found)
