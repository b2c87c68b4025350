"""Profiles by their formulas in Coq: what is accepted for each claim, what is refused."""

from __future__ import annotations

import pytest

from verify import decide
from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.coq.profiles.formula import read_formula
from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.makers import certificate
from verify.model.kernels import read_kernel

ATOMS = {"kind": "atoms", "weights": ["1/2", "1/3", "1/6"]}
PSD = [["2", "1", "1"], ["1", "1", "-1/4"], ["1", "-1/4", "1"]]
PAIRED = [["1", "0", "0"], ["0", "1", "1"], ["0", "1", "1"]]
NEGATIVE = [["1", "-1", "1"], ["-1", "1", "1"], ["1", "1", "1"]]
QUARTERS = [[["1", "0"], ["0", "1"]], [["0", "-1"], ["1", "0"]], [["1", "0"], ["0", "1"]]]
CIRCLE = {"kind": "circle"}
INTERVAL = {"kind": "interval", "a": "0", "b": "1"}


def decided(profile, labels=ATOMS, **given):
    """Return the certificate of the engine's own verdict."""
    spec = {"family": "factor", "d": 2, "profile": profile, "labels": labels, **given}
    return decide(read_kernel(spec)).certificate


def facts_of(text):
    """Return the names of the facts that are proved."""
    return set(read_formula(formula(text, ["t"]))[1])


def test_facts_follow_from_the_formula():
    """Series, f' > 0 on [-1, 1], or f'(1) > 0 alone; an arcsine at 1 has no slope."""
    series = {"ascending", "continuity", "sloped"}
    assert facts_of("t*exp(t)") == series | {"rising", "odd", "peaked", "full", "cofinal"}
    assert facts_of("t*asin(t/2)") == series | {"even"}
    assert facts_of("sqrt(2)*t**3") == series | {"odd", "peaked"}
    assert facts_of("t*asin(t)") == {"ascending", "continuity", "even"}
    for text in ("tanh(t)", "log(2 + t)", "sqrt(2 + t)", "exp(-1/(2 + t))"):
        assert facts_of(text) == {"continuity", "peaked", "sloped"}
    assert facts_of("exp(t) - 2*t + tanh(t)/9") == {"continuity", "sloped"}


def test_formulas_without_a_fact_are_refused_with_a_reason():
    """-t e^t falls at 1; e^t - 2t is not largest at 1, so that "all" is not emitted, whatever a certificate says."""
    for text in ("-t*exp(t)", "cos(t)", "Abs(t)*exp(t)", "exp(-t)"):
        with pytest.raises(NotInCoqError, match="neither a series"):
            read_profile(text)
    for text in ("Piecewise((t, t > 0), (0, True))", "atan(t)", "(2 + t)**(1/3)", "2**t"):
        with pytest.raises(NotInCoqError, match=r"not translated|multiple of 1/2"):
            read_profile(text)
    unseen = certificate("T5", decided("exp(t)", k=PSD)["problem"] | {"profile": "exp(t) - 2*t"}, "sign", {},
                         {"graph_laws": "all"})  # fmt: skip
    with pytest.raises(NotInCoqError, match="not emitted for this profile"):
        emit_coq(unseen)


def test_irrational_beta_is_read_by_its_sign():
    """The statement is for every beta of one sign, so that sqrt(2) and -pi/3 need no digits."""
    assert read_profile({"usa": "sqrt(2)"}) == read_profile({"usa": "1"})
    assert read_profile({"peak": "-pi/3"}) == read_profile({"peak": "-1"})
    assert "(usa beta)" in emit_coq(decided({"usa": "sqrt(2)"}, k=PSD)).text


def test_sums_of_exponentials_that_rise_everywhere_are_peaked():
    """e^(2t) - e^t/10 has a negative coefficient in the sum, and f' > 0; e^t + t keeps its statement."""
    assert read_profile("exp(2*t) - exp(t)/10").peaked
    assert read_profile("exp(t) + t").term.startswith("(mixture ")
    assert read_profile("exp(t) - 2*t").sloped


def test_files_import_what_the_formula_needs():
    """The modules stand in the file of a formula, and in no other."""
    assert "Require Import Nonnegative Converse Series FormulaProfiles" in emit_coq(decided("t*exp(t)", k=PSD)).text
    assert "FormulaProfiles" not in emit_coq(decided("exp(t)", k=PSD)).text


@pytest.mark.slow
def test_coq_accepts_formulas_for_every_claim(coq_judge):
    """T5 on atoms, the circle and an interval, T4 with quarter turns: all, some, none."""
    good = {
        "product": decided("t*exp(t)", k=PSD),
        "gaussian": decided("exp(t**2/2 + t)", k=NEGATIVE),
        "square": decided("(1 + t)**2*exp(t)", k=PAIRED),
        "twice": decided("exp(exp(t))", k=PSD),
        "hyperbolic": decided("sinh(t)*cosh(t)", k=NEGATIVE),
        "arcsine": decided("t*asin(t/2)", k=PSD),
        "irrational": decided("exp(sqrt(2)*t)", k=PSD),
        "tanh": decided("tanh(t)", k=[*PSD[:1], ["1", "1", "1/4"], ["1", "1/4", "1"]]),
        "falling": decided("exp(-t**2) + 2*t", k=PAIRED),
        "cubic": decided("tanh(t + t**2/2 + t**3)", k=PAIRED),
        "log": decided("log(2 + t)", k=PAIRED),
        "root": decided("sqrt(2 + t)", k=NEGATIVE),
        "beta": decided({"usa": "sqrt(2)"}, k=PSD),
        "turned": decided("exp(exp(t))", family="gauge", Q=QUARTERS),
        "turned-log": decided("log(2 + t)", family="gauge", Q=QUARTERS),
        "circle": decided("t*exp(t)", CIRCLE, k="2 - cos(xi - zeta)"),
        "interval": decided("log(2 + t)", INTERVAL, k="exp(-Abs(xi - zeta))"),
        "cosines": decided("sinh(t)*cosh(t)", CIRCLE, k="cos(pi/3)*cos(xi - zeta)**2 - 1"),
    }
    claims = {value for cert in good.values() for value in cert["data"]["claim"].values()}
    assert claims == {"all", "some", "none"}
    coq_judge.accepts(good)


@pytest.mark.slow
def test_coq_accepts_formulas_on_every_kind_of_kernel(coq_judge):
    """T4 by matrices, frequencies and on an interval, a connection, nonatomic blocks, a larger null space."""
    one, quarter, back = QUARTERS[0], QUARTERS[1], [["0", "1"], ["-1", "0"]]
    paired, path = [["1", "0", "1"], ["0", "1", "0"], ["1", "0", "1"]], {"kind": "positions", "n": 4}
    halves = {"kind": "blocks", "weights": ["1/2", "1/2"]}
    thirds = {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}
    good = {
        "all": decided("log(2 + t)", family="gauge", Q=[quarter] * 3),
        "some": decided("t*exp(t)", family="gauge", Q=QUARTERS, k=paired),
        "frequencies": decided("tanh(t)", path, family="gauge", frequencies=["1"]),
        "continuum": decided("exp(exp(t))", INTERVAL, family="gauge", frequencies=["1"]),
        "connection": decided("tanh(t)", family="connection",
                              O=[[one, quarter, one], [back, one, back], [one, quarter, one]]),
        "blocks": decided("t*exp(t)", halves, k=[["1", "-2"], ["-2", "1"]]),
        "threshold": decided("exp(exp(t))", thirds, k=[["0", "2", "-1"], ["2", "0", "2"], ["-1", "2", "0"]]),
    }  # fmt: skip
    assert [cert["data"]["claim"]["graph_laws"] for cert in good.values()] == ["all", "some", *["none"] * 4, "all"]
    coq_judge.accepts(good)


@pytest.mark.slow
def test_coq_refuses_changed_formulas(coq_judge):
    """A sign, a coefficient, another function, another claim: the proof does not fit the formula any more."""
    good = {"product": decided("t*exp(t)", k=PSD), "log": decided("log(2 + t)", k=PAIRED)}
    changes = {
        "sign": ("product", "R := (t * (exp t))%R", "R := (- (t * (exp t)))%R"),
        "falling": ("product", "R := (t * (exp t))%R", "R := (t * (exp (- t)))%R"),
        "degree": ("product", "series_from 1 [(1, 0)", "series_from 1 [(0, 1); (1, 0)"),
        "function": ("log", "R := (ln (2 + t))%R", "R := (ln (2 - t))%R"),
        "claim": ("product", "GraphLawsAll n w k (inside", "GraphLawsNone n w k (inside"),
    }
    coq_judge.refuses(good, changes)
