"""What decisions on finite labels share: rational bounds that keep signs, degrees of k from either side."""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest

from verify.model.errors import InputError
from verify.model.kernels import FactorKernel, read_kernel
from verify.model.numbers import ball, parse_number
from verify.model.profiles import analyse_profile
from verify.spectral.finite.problem import FiniteProblem, rational_bound


def _problem(k: list[list[str]], kind: str = "atoms") -> FiniteProblem:
    labels = {"kind": kind, "weights": ["1/2", "1/2"]}
    kernel = read_kernel({"family": "factor", "d": 3, "profile": "t", "labels": labels, "k": k})
    assert isinstance(kernel, FactorKernel)
    return FiniteProblem(kernel, analyse_profile(kernel.profile, 3), kernel.k.rows(kernel.labels))


@pytest.mark.parametrize("text", ["sqrt(2)", "-sqrt(2)", "sqrt(2)/10**40", "-pi*10**50", "exp(-500)", "pi - 22/7"])
def test_bounds_enclose_a_number_within_a_relative_distance(text: str) -> None:
    """lower < x < upper, both of its sign, 2^-90 apart."""
    x = parse_number(text)
    lower, upper = rational_bound(x, upper=False), rational_bound(x, upper=True)
    with flint.ctx.workprec(400):
        assert ball(lower) < ball(x) < ball(upper)
    assert lower * upper > 0
    assert (upper - lower) * 2**90 < abs(upper)


def test_a_rational_number_is_its_own_bound() -> None:
    """Also one that no float holds."""
    assert rational_bound(Fraction(1, 10**400), upper=True) == Fraction(1, 10**400)


def test_a_number_beyond_all_scales_is_bounded_outward() -> None:
    """e^(-10^9) lies between 0 and a power of 2; e^(10^9) is refused."""
    tiny = parse_number("exp(-10**9)")
    assert rational_bound(tiny, upper=False) == 0
    assert 0 < rational_bound(tiny, upper=True) < Fraction(1, 2**900_000)
    with pytest.raises(InputError, match="below 2"):
        rational_bound(parse_number("exp(10**9)"), upper=True)


def test_an_entry_that_may_be_zero_leaves_the_support_open() -> None:
    """e^(-10^9) > 0 joins the labels, but its lower bound 0 does not say so."""
    assert not _problem([["1", "exp(-10**9)"], ["exp(-10**9)", "1"]]).known_zeros
    assert _problem([["1", "0"], ["0", "sqrt(2)"]]).known_zeros


def test_degrees_are_negative_or_nonnegative_for_certain_or_neither() -> None:
    """D = (1 - sqrt 2)/2 < 0 at label 1; D = 0 in disguise is neither."""
    problem = _problem([["1", "1"], ["1", "-sqrt(2)"]])
    assert (problem.negative_degree, problem.nonnegative_degrees) == (1, False)
    disguised = _problem([["1", "sqrt(2)"], ["sqrt(2)", "-sqrt(2)"]])
    assert disguised.negative_degree is None
    assert not disguised.nonnegative_degrees


def test_the_collapsed_energy_of_cancelling_entries_is_exact() -> None:
    """f = t, k = [[-10^400, 1], [1, 10^400]]: 1/2 * 1/4 * 2."""
    collapsed = _problem([["-10**400", "1"], ["1", "10**400"]]).collapsed
    assert collapsed is not None
    assert collapsed.exact == "1/4"
