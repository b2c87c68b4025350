"""T5 on a continuum of labels: the cases of the statement, their certificates, energies and near-misses."""

from __future__ import annotations

from pathlib import Path

import flint
import pytest

from verify.certificates.checker import check
from verify.certificates.makers import certificate
from verify.model.kernels import read_kernel
from verify.model.profiles import analyse_profile
from verify.spectral.continuum.decision import decide_continuum

CASES = sorted((Path(__file__).parents[2] / "cases" / "t5_continuum").glob("*.kernel.json"))
CIRCLE = {"kind": "circle"}
INTERVAL = {"kind": "interval", "a": "0", "b": "1"}


def decide(k, profile, labels=CIRCLE, d=3):
    """Decide a factor kernel given by a formula."""
    kernel = read_kernel({"family": "factor", "d": d, "profile": profile, "labels": labels, "k": k})
    return kernel, decide_continuum(kernel, analyse_profile(kernel.profile, d))


def views(k, profile, labels=CIRCLE, d=3):
    """Return both answers."""
    outcome = decide(k, profile, labels, d)[1]
    return str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)


def accepted(kernel, proof):
    """Ask the independent checker."""
    return check(certificate(proof.theorem, kernel.normal_form(), proof.method, proof.data, proof.claim))


def test_there_are_cases():
    """The folder of cases is found."""
    assert len(CASES) >= 30


def test_cosine_with_linear_profile_has_the_great_circles():
    """Corollary (c): max E = 1/2 sup khat = 1/4, attained by great circles."""
    _, outcome = decide("cos(xi - zeta)", "t")
    graph = outcome.graph_laws
    assert graph.attained is True
    assert graph.energy.best.exact == graph.energy.bound.exact == "1/4"
    assert "great circles" in graph.reason


def test_cosine_with_exponential_profile_has_the_energy_of_the_great_circle():
    """E = I_1(beta)/(2 beta) in closed form, below sinh(beta)/(4 beta) for d = 3."""
    _, outcome = decide("cos(xi - zeta)", {"usa": 2})
    energy = outcome.graph_laws.energy
    assert energy.best.exact == "besseli(1, 2)/4"
    bound = flint.arb(energy.bound.value)
    beta = flint.arb(2)
    assert abs(bound - (beta.exp() / beta - beta.sinh() / beta**2) / 4) < 1e-15
    assert flint.arb(energy.best.value) < bound
    assert energy.collapsed.exact == "0"


def test_all_negative_coefficients_leave_the_supremum_unattained_by_graphs():
    """k = -exp(cos s): every khat < 0; sup 0 is attained by centred slices only."""
    _, outcome = decide("-exp(cos(xi - zeta))", "t")
    assert outcome.graph_laws.attained is False
    assert outcome.all_laws.attained is True
    assert outcome.all_laws.energy.best.exact == "0" or flint.arb(outcome.all_laws.energy.best.value) == 0


def test_repulsive_gaussian_on_the_interval_has_no_best_graph():
    """T2: -<x,y> exp(-(xi-zeta)^2): the supremum 0 is attained by uniform slices and by no graph law."""
    _, outcome = decide("-exp(-(xi - zeta)**2)", "t", INTERVAL)
    assert outcome.graph_laws.attained is False
    assert outcome.all_laws.attained is True
    assert flint.arb(outcome.all_laws.energy.bound.value) == 0


def test_infinitely_many_ties_at_zero_are_attained():
    """k = -1 - 2 cos s, f = t: khat(m) = 0 for m >= 2, so that windings attain the supremum 0."""
    _, outcome = decide("-1 - 2*cos(xi - zeta)", "t")
    assert outcome.graph_laws.attained is True
    assert outcome.graph_laws.energy.best.exact == "0"


def test_a_negative_coefficient_beats_collapse_on_a_psd_kernel():
    """Sharpness: k = -dim(H_n) P_n on the circle; the winding law has energy -a_n/2 > 0."""
    kernel, outcome = decide("-2*cos(xi - zeta)", {"gegenbauer": ["0", "-1", "1"]}, d=2)
    assert outcome.graph_laws.energy.best.exact == "1/2"
    assert outcome.proof.method == "winding"
    forged = certificate("T5", kernel.normal_form(), "winding", {"m": 3}, outcome.proof.claim)
    assert not check(forged).accepted


def test_antipodes_beat_collapse_by_a_step_law():
    """t^2 - t/2 with k = 1: 1/2 against 1/4."""
    _, outcome = decide("1", "t**2 - t/2")
    energy = outcome.graph_laws.energy
    assert energy.collapsed.exact == "1/4"
    assert abs(flint.arb(energy.best.value) - flint.arb(1) / 2) < 1e-12


@pytest.mark.parametrize(("k", "d", "answer"), [
    ("1/2 + cos(xi - zeta)", 2, "all"),
    ("1/2 + cos(xi - zeta) + cos(2*(xi - zeta))", 2, "some"),
    ("1/2 + cos(xi - zeta) + cos(2*(xi - zeta))", 4, "some"),
    ("1/2 + cos(3*(xi - zeta)) + cos(2*(xi - zeta))", 3, "all"),
])  # fmt: skip
def test_two_degrees_need_the_double_mode_to_tie(k, d, answer):
    """f = P_1 + P_2/2: a winding m ties iff 2m ties with m; otherwise the leading mode argument excludes all laws."""
    assert views(k, {"gegenbauer": ["0", "1", "1/2"]}, d=d) == (answer, answer)


def test_profile_with_infinite_slope_does_not_let_l_decide():
    """f'(1) = oo: an indefinite L proves nothing, an explicit law does."""
    kernel, outcome = decide("cos(xi - zeta)", "asin(t)")
    assert str(outcome.graph_laws.collapse) == "none"
    assert outcome.proof.method in {"law", "winding"}
    assert accepted(kernel, outcome.proof).accepted


def test_critical_mexican_hat_is_unknown_and_says_what_is_missing():
    """Between the proved sides the gap is reported, with a next step."""
    _, outcome = decide("exp(-8*(xi - zeta)**2) - 28*exp(-2*(xi - zeta)**2)/100", {"usa": 1}, INTERVAL)
    assert str(outcome.graph_laws.collapse) == "unknown"
    assert "minorant" in outcome.graph_laws.reason
    assert outcome.next_step


def test_mean_zero_symbol_that_is_no_polynomial_is_unknown():
    """khat(0) = 0 with infinitely many negative coefficients: no finite check decides."""
    assert views("Min(Abs(xi - zeta), 2*pi - Abs(xi - zeta)) - pi/2", {"usa": 1}) == ("unknown", "unknown")


def test_unbounded_factor_is_unknown():
    """A pole at equal labels: nothing is claimed."""
    _, outcome = decide("1/Abs(xi - zeta)", {"usa": 1}, INTERVAL)
    assert str(outcome.graph_laws.collapse) == "unknown"
    assert "bounded" in outcome.graph_laws.reason


def test_bias_is_a_positive_factor_at_any_strength():
    """k = e^b > 0: collapse, however strong the decay."""
    document = {"family": "factor", "d": 4, "profile": {"usa": 3}, "labels": INTERVAL, "bias": "-100000*Abs(xi - zeta)"}
    kernel = read_kernel(document)
    outcome = decide_continuum(kernel, analyse_profile(kernel.profile, 4))
    assert str(outcome.all_laws.collapse) == "all"


@pytest.mark.parametrize("scale", ["3", "1/7", "sqrt(2)"])
@pytest.mark.parametrize("k", ["cos(xi - zeta)", "1/2 + cos(xi - zeta)", "exp(cos(xi - zeta)) - 1/2"])
def test_positive_multiples_do_not_change_the_verdict(k, scale):
    """k -> c k, c > 0, irrational c included."""
    assert views(f"{scale}*({k})", {"usa": 1}) == views(k, {"usa": 1})


@pytest.mark.parametrize("beta", ["1/10", "1", "20"])
def test_verdict_does_not_depend_on_beta(beta):
    """T5 is independent of beta > 0."""
    assert views("1/2 - 1/10**6 + cos(xi - zeta)", {"usa": beta}) == ("none", "none")
    assert views("1/2 + cos(xi - zeta)", {"peak": beta}) == ("all", "all")


@pytest.mark.parametrize(
    ("k", "degrees", "d", "answer"),
    [
        ("cos(s) + cos(3*s)", (1, 3), 3, "some"),
        ("cos(s) + cos(4*s)", (1, 4), 2, "some"),
        ("cos(s) + cos(4*s)", (1, 4), 3, "unknown"),
        ("cos(s) + cos(2*s) + cos(4*s)", (1, 4), 3, "some"),
    ],
)
def test_a_winding_law_needs_every_frequency_of_the_profile_to_tie(k, degrees, d, answer):
    """P_n(cos t) holds the frequencies n, n - 2, .. for d > 2, and n alone on the circle: x = (cos s, sin s, 0, ..)."""
    coefficients = ["1" if n in degrees else "0" for n in range(max(degrees) + 1)]
    formula = "1/2 + " + k.replace("s)", "(xi - zeta))")
    assert views(formula, {"gegenbauer": coefficients}, d=d)[0] == answer


@pytest.mark.parametrize(
    ("k", "mean"),
    [
        ("Abs(xi - zeta)", lambda turn: turn / 3),
        ("exp(-Abs(xi - zeta))", lambda turn: 2 / turn - 2 * (1 - (-turn).exp()) / turn**2),
        ("xi*zeta", lambda turn: turn**2 / 4),
    ],
)
def test_energies_on_the_circle_need_no_period(k, mean):
    """The mean of k over two uniform angles in [0, 2 pi], in closed form, for k that jump at the turn."""
    found = decide(k, "t")[1].graph_laws.energy.collapsed
    with flint.ctx.workprec(128):
        expected = mean(2 * flint.arb.pi()) / 2
        assert abs(flint.arb(found.value) - expected) < 1e-11
        assert float(flint.arb(found.radius or 0)) < 1e-11
