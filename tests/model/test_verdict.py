"""The plain data of verdicts: rungs, numbers, views, exit statuses."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import flint
import pytest

from verify.model.verdict import (
    Collapse,
    Energy,
    ModelVerdict,
    Num,
    Plane,
    Status,
    VariantVerdict,
    Verdict,
    View,
)

LADDER = ["proved", "exact", "enclosed", "cited", "numeric", "refuted", "unknown", "not_applicable", "error"]


def _view(collapse: str, status: str) -> View:
    return View(Collapse(collapse), None, Status(status), Energy(), "reason")


def _verdict(graph: View, slices: View) -> Verdict:
    return Verdict({"family": "factor"}, "sha256:0", graph, slices)


def test_the_ladder_is_ordered_from_proved_to_error() -> None:
    """The rungs of the ladder, strongest first."""
    assert [str(status) for status in Status] == LADDER


@pytest.mark.parametrize("lower", range(len(LADDER)))
def test_a_chain_of_steps_stands_on_its_weakest(lower: int) -> None:
    """Never upgraded: the weakest of two rungs is the lower one, in either order."""
    for upper in range(lower + 1):
        pair = Status(LADDER[upper]), Status(LADDER[lower])
        assert Status.weakest(*pair) is Status.weakest(*reversed(pair)) is Status(LADDER[lower])


def test_a_ball_becomes_its_midpoint_with_radius() -> None:
    """1/3 at 64 bits lies within the radius of the decimal shown."""
    with flint.ctx.workprec(64):
        num = Num.of_ball(flint.arb(1) / 3)
    assert num is not None
    assert num.radius is not None
    assert abs(Fraction(num.value) - Fraction(1, 3)) <= Fraction(num.radius) + Fraction(1, 10**20)
    assert num.status is Status.ENCLOSED


def test_a_ball_that_is_not_finite_is_no_number() -> None:
    """NaN and infinities are never shown as energies."""
    assert Num.of_ball(flint.arb("nan")) is None
    assert Num.of_ball(flint.arb("inf")) is None


def test_a_number_is_exact_where_its_formula_is_known() -> None:
    """The formula raises the rung; a float is numeric and no more."""
    num = Num.of_ball(flint.arb(1).exp() / 2, "exp(1)/2")
    assert num is not None
    assert (num.status, num.exact) == (Status.EXACT, "exp(1)/2")
    assert Num.of_float(0.1).status is Status.NUMERIC


@pytest.mark.parametrize(
    ("graph", "slices", "status", "strict"),
    [
        (("all", "exact"), ("none", "enclosed"), 0, 0),
        (("all", "exact"), ("none", "numeric"), 0, 3),
        (("none", "proved"), ("none", "cited"), 0, 3),
        (("all", "exact"), ("unknown", "unknown"), 3, 3),
        (("unknown", "not_applicable"), ("unknown", "not_applicable"), 3, 3),
        (("unknown", "exact"), ("all", "exact"), 3, 3),
        (("all", "error"), ("all", "exact"), 3, 3),
        (("all", "refuted"), ("all", "exact"), 3, 3),
    ],
)
def test_the_exit_status_asks_both_views(
    graph: tuple[str, str], slices: tuple[str, str], status: int, strict: int
) -> None:
    """0 on rung numeric or better (enclosed or better if strict) in both views, whatever the answer; else 3."""
    verdict = _verdict(_view(*graph), _view(*slices))
    assert (verdict.exit_status(), verdict.exit_status(strict=True)) == (status, strict)


def test_the_exit_status_of_a_model_is_its_worst_variant() -> None:
    """One undecided kind of layer is enough."""
    good = _verdict(_view("all", "exact"), _view("all", "exact"))
    bad = replace(good, all_laws=View.unknown("no rule"))
    variants = tuple(VariantVerdict(str(index), "all", verdict) for index, verdict in enumerate((good, bad, good)))
    assert ModelVerdict("m", "rope", variants).exit_status() == 3
    assert ModelVerdict("m", "rope", variants[:1]).exit_status() == 0


def test_verdicts_are_plain_json() -> None:
    """Enumerations become words, an infinite wavelength null."""
    plane = Plane(0.0, float("inf"), None, Num.of_float(0.5), hardly_turns=True)
    verdict = replace(_verdict(View.unknown("why"), View.not_applicable("why not")), planes=(plane,))
    data = json.loads(json.dumps(verdict.to_json(), allow_nan=False))
    assert data["schema"] == 1
    assert data["kernel"] == {"family": "factor", "digest": "sha256:0"}
    assert (data["graph_laws"]["collapse"], data["all_laws"]["status"]) == ("unknown", "not_applicable")
    assert data["planes"][0]["wavelength"] is None


@pytest.mark.parametrize(("numerator", "denominator"), [(1, 3), (-2, 7), (10**30, 3), (1, 3 * 10**40), (10**6, 7)])
def test_value_and_radius_contain_the_number(numerator, denominator):
    """The rounding to a decimal is part of the radius, which is short and not much larger than need be."""
    x = Fraction(numerator, denominator)
    with flint.ctx.workprec(160):
        num = Num.of_ball(flint.arb(numerator) / denominator)
    off = abs(x - Fraction(num.value))
    assert off <= Fraction(num.radius) <= Fraction(abs(x)) / 10**18
    assert len(num.radius.partition("e")[0]) <= 4


def test_a_decimal_that_is_the_ball_has_no_radius():
    """5/4 is dyadic and short."""
    assert Num.of_ball(flint.arb(5) / 4).radius is None


def test_a_number_of_billions_of_digits_has_a_radius():
    """e^(10^10), whose exponent has ten digits, and its reciprocal: the decimal and the radius contain the ball."""
    for power in (10**10, -(10**10)):
        ball = flint.arb(power).exp()
        num = Num.of_ball(ball)
        assert num is not None
        assert num.ball.contains(ball)
        assert num.ball.rad() < abs(ball) / 10**4


@pytest.mark.parametrize("bits", [4_000, 40_000])
def test_a_radius_may_have_more_digits_than_python_reads(bits):
    """Numerators and denominators of more than 4300 digits are never written out."""
    num = Num.of_ball(flint.arb(1, 2.0**-20) * flint.arb(2) ** -bits)
    assert num is not None
    with flint.ctx.workprec(300):
        assert num.ball.contains(flint.arb(1, 2.0**-20) * flint.arb(2) ** -bits)
