"""A printed verdict says everything, in 80 columns, whatever the texts in it are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verify.model.verdict import View
from verify.report.verdicts import describe_kernel, verdict_report


@pytest.mark.parametrize("verbose", [False, True])
def test_every_part_of_a_verdict_is_shown(printed, verdict, verbose):
    """Views, reasons, hypotheses with how, spread, evidence, scope and next step; hostile text is escaped."""
    text = printed(verdict_report(verdict, verbose=verbose))
    for heading in ("graph laws", "all laws", "Hypotheses", "Spread", "Evidence", "Scope", "Next step"):
        assert heading in text
    for fact in (
        "by its formula",
        "another reason",
        "supremum is not attained",
        "theorem T4",
        "A witness",
        "verify recheck verdict.json",
    ):
        assert fact in text
    assert "[bold red]x[/]" in text
    assert ("sha256:" in text) == verbose
    assert ("exp(1)/2" in text) == verbose


def test_what_is_absent_is_not_headed(printed, verdict):
    """A bare verdict has no empty sections."""
    bare = replace(
        verdict,
        graph_laws=View.not_applicable("outside"),
        all_laws=View.not_applicable("outside"),
        hypotheses=(),
        certificate=None,
        witness=None,
        scope=(),
        next_step=None,
        spread=None,
        planes=(),
    )
    text = printed(verdict_report(bare))
    assert "not applicable" in text
    assert text.count("outside") == 1
    for heading in ("Hypotheses", "Spread", "Evidence", "Scope", "Next step", "E bound"):
        assert heading not in text


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ({"kind": "atoms", "weights": ["1/2", "1/2"]}, "2 atoms"),
        ({"kind": "blocks", "weights": ["1"]}, "1 blocks"),
        ({"kind": "positions", "shape": [7, 7]}, "7 x 7 positions"),
        ({"kind": "cyclic", "n": 6}, "cyclic group of order 6"),
        ({"kind": "interval", "a": "0", "b": "1"}, "[0, 1], uniform"),
        ({"kind": "interval", "a": "0", "b": "1", "density": "2*xi"}, "[0, 1], density 2*xi"),
        ({"kind": "torus", "dim": 2}, "uniform torus of dimension 2"),
        ({"kind": "circle"}, "uniform circle"),
    ],
)
def test_labels_are_described(labels, words):
    """Each label law has its words."""
    assert f"labels: {words}" in describe_kernel({"family": "factor", "d": 2, "labels": labels})


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        ("exp(2*t)", "f(t) = exp(2*t)"),
        ({"peak": "2"}, "peak, beta = 2"),
        ({"gegenbauer": ["0", "1"]}, "gegenbauer, coefficients 0, 1"),
    ],
)
def test_profiles_are_described(profile, words):
    """Each profile has its words."""
    kernel = {
        "family": "factor",
        "d": 2,
        "labels": {"kind": "circle"},
        "profile": profile,
        "symmetrize": True,
    }
    assert describe_kernel(kernel).endswith(f"profile: {words}, symmetrised")
