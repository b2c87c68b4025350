"""Characters of label laws: enclosures against direct sums and closed forms, aliasing decided exactly."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.labels import Circle, Cyclic, Positions, read_labels
from verify.model.numbers import parse_number
from verify.spectral.gauges.characters import (
    decide_aliasing,
    difference_generators,
    enclose_character,
    enclose_modulus,
    modulus_and_spread,
    phase,
)

RATIONALS = st.fractions(min_value=-20, max_value=20, max_denominator=60)
SINGLE_TURN = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["0", "2*pi"]}
INTERVAL = {"kind": "interval", "a": "0", "b": "1"}


def _numbers(*texts):
    return [parse_number(text) for text in texts]


def _direct(omega, points, weights):
    """Return the sum of w e^{i omega x}, term by term at 200 bits."""
    with flint.ctx.workprec(200):
        total = flint.acb(0)
        for x, w in zip(points, weights, strict=True):
            angle = flint.arb(flint.fmpq(omega.numerator, omega.denominator)) * x
            total += flint.acb(angle.cos(), angle.sin()) * flint.arb(flint.fmpq(w.numerator, w.denominator))
        return total


@given(omega=RATIONALS, n=st.integers(1, 40))
def test_dirichlet_kernel_contains_the_direct_sum(omega, n):
    """On positions the closed form and the sum over positions overlap, and both are narrow."""
    value = enclose_character([omega], Positions((n,)))
    assert value.overlaps(_direct(omega, range(n), [Fraction(1, n)] * n))
    assert value.real.rad() < 1e-12
    assert value.imag.rad() < 1e-12


@given(omega=RATIONALS, n=st.integers(1, 40))
def test_modulus_is_that_of_the_character(omega, n):
    """The real amplitude and the complex value agree; cyclic labels carry the same law."""
    modulus = enclose_modulus([omega], Positions((n,)))
    assert modulus.overlaps(abs(enclose_character([omega], Cyclic(n))))
    assert not modulus > 1


def test_dirichlet_kernel_is_sharp_for_ten_million_positions():
    """At n = 10^7 and omega = 10^-9 it agrees with its series 1 - (n^2 - 1) omega^2/24 + ... to 28 digits."""
    with flint.ctx.workprec(128):
        modulus = enclose_modulus([Fraction(1, 10**9)], Positions((10**7,)))
        x = flint.arb(10**7) / (2 * flint.arb(10) ** 9)
        # sinc(n omega/2)/sinc(omega/2), the denominator being 1 - 4e-20
        numerator = 1 - x**2 / 6 + x**4 / 120 - x**6 / 5040 + x**8 / 362880
        assert abs(modulus - numerator * (1 + flint.arb(10) ** -18 / 24)) < 1e-28
        assert modulus.rad() < 1e-35


def test_dirichlet_kernel_is_periodic():
    """On integer positions omega and omega + 2 pi have the same modulus, at any distance."""
    positions = Positions((12,))
    near = enclose_modulus(_numbers("1/3"), positions)
    for turns in (1, 7, 10**12):
        far = enclose_modulus(_numbers(f"1/3 + {2 * turns}*pi"), positions)
        assert far.overlaps(near)
        assert far.rad() < 1e-13


@pytest.mark.parametrize(
    ("labels", "omega", "expected"),
    [
        ({"kind": "circle"}, "1", "0"),
        ({"kind": "circle"}, "1/2", "2/pi"),
        (INTERVAL, "3", "2*sin(3/2)/3"),
        ({"kind": "interval", "a": "-2", "b": "5"}, "1", "-2*sin(7/2)/7"),
        ({**INTERVAL, "density": "2*xi"}, "3", "sqrt((2*(3*sin(3) + cos(3) - 1)/9)**2 + (2*(sin(3) - 3*cos(3))/9)**2)"),
        ({"kind": "atoms", "weights": ["1/3", "2/3"], "points": ["0", "1"]}, "pi", "1/3"),
        ({"kind": "positions", "n": 2}, "1", "cos(1/2)"),
        (SINGLE_TURN, "1", "1"),
    ],
)  # fmt: skip
def test_modulus_matches_the_closed_form(labels, omega, expected):
    """Circle, intervals with and without density, atoms and two positions: each modulus in closed form."""
    modulus = enclose_modulus(_numbers(omega), read_labels(labels))
    value = parse_number(expected)
    value = (
        flint.arb(flint.fmpq(value.numerator, value.denominator)) if isinstance(value, Fraction) else value.enclose({})
    )
    assert abs(modulus - value) < 1e-13


def test_products_factor_over_coordinates():
    """On grids and on the torus the character is the product of those of the coordinates."""
    omega = _numbers("1/3", "5/7")
    grid = enclose_character(omega, Positions((4, 6)))
    rows, columns = (enclose_character([w], Positions((n,))) for w, n in zip(omega, (4, 6), strict=True))
    assert grid.overlaps(rows * columns)
    torus = enclose_character(omega, read_labels({"kind": "torus", "dim": 2}))
    assert torus.overlaps(enclose_character(omega[:1], Circle()) * enclose_character(omega[1:], Circle()))


@pytest.mark.parametrize(
    ("labels", "omega", "constant", "exact"),
    [
        ({"kind": "positions", "n": 8}, "2*pi", True, True),
        ({"kind": "positions", "n": 8}, "0", True, True),
        ({"kind": "positions", "n": 8}, "1/1000000000000000", False, True),
        ({"kind": "positions", "n": 8}, "pi", False, True),
        ({"kind": "positions", "n": 8}, "pi + pi*pi - pi**2", False, True),
        ({"kind": "positions", "n": 8}, "2*pi + pi*pi - pi**2", True, True),
        ({"kind": "positions", "n": 8}, "8*atan(1)", True, True),
        ({"kind": "positions", "n": 8}, "sqrt(2)", False, True),
        ({"kind": "positions", "n": 8}, "2*pi + sqrt(2)/10**20", False, True),
        ({"kind": "positions", "n": 8}, "exp(2)", False, False),
        ({"kind": "positions", "n": 1}, "sqrt(3)", True, True),
        ({"kind": "cyclic", "n": 6}, "pi/3", False, True),
        ({"kind": "circle"}, "1", False, True),
        ({"kind": "circle"}, "sqrt(2)*sqrt(3) - sqrt(6)", True, True),
        ({"kind": "circle"}, "1/10**30", False, True),
        (INTERVAL, "2*pi", False, True),
        (SINGLE_TURN, "1", True, True),
        (SINGLE_TURN, "1/2", False, True),
        ({"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["1", "3"]}, "pi", True, True),
        ({"kind": "atoms", "weights": ["1/4", "1/4", "1/2"], "points": ["0", "1/3", "1/2"]}, "6*pi", False, True),
        ({"kind": "atoms", "weights": ["1/4", "1/4", "1/2"], "points": ["0", "1/3", "1/2"]}, "12*pi", True, True),
    ],
)  # fmt: skip
def test_aliasing_is_decided_on_exact_numbers(labels, omega, constant, exact):
    """Rationals, rational multiples of pi and algebraic numbers exactly, other constants by balls."""
    found = decide_aliasing(_numbers(omega), read_labels(labels))
    assert (found.constant, found.exact) == (constant, exact)


@pytest.mark.parametrize(
    ("omega", "near"),
    [
        ("2*pi + 1/10**12", True),
        ("2*pi + 2/10**12", False),
        ("1/10**13", True),
        ("4*pi - 1/10**15", True),
        ("1", False),
    ],
)  # fmt: skip
def test_near_aliasing_is_flagged_within_a_trillionth(omega, near):
    """A frequency that misses by at most 1e-12 is not constant, and is said to be near."""
    found = decide_aliasing(_numbers(omega), Positions((8,)))
    assert (found.constant, found.near) == (False, near)


def test_a_constant_too_close_to_a_full_turn_is_not_decided():
    """What 4096 bits and algebra do not tell apart stays open, and is no guess."""
    omega = "2*pi + exp(-exp(9))"
    found = decide_aliasing(_numbers(omega), Positions((8,)))
    assert found.constant is None
    assert "too close" in found.how


@given(members=st.sets(st.integers(0, 59), min_size=2, max_size=8))
def test_difference_generators_generate_the_differences(members):
    """On positions the step divides all differences and is one of their integer combinations; grids by lattices."""
    chosen = sorted(members)
    ((step,),) = difference_generators(Positions((60,)), chosen)
    assert step == np.gcd.reduce([x - chosen[0] for x in chosen])
    basis = difference_generators(Positions((6, 10)), chosen)
    lattice = flint.fmpz_mat([[int(x) for x in row] for row in basis])
    for index in chosen:
        delta = np.subtract(divmod(index, 10), divmod(chosen[0], 10)).tolist()
        extended = flint.fmpz_mat([*([int(x) for x in row] for row in basis), delta]).hnf().tolist()
        assert [row for row in extended if any(row)] == [row for row in lattice.hnf().tolist() if any(row)]


def test_spread_keeps_its_digits_next_to_aliasing():
    """For two positions 1 - cos^2(delta/2) at delta = 10^-12 is enclosed to 15 digits."""
    omega = _numbers("2*pi + 1/10**12")
    positions = Positions((2,))
    sigma, spread = modulus_and_spread(omega, positions, decide_aliasing(omega, positions))
    assert float(sigma.value) == pytest.approx(1.0)
    assert float(spread.value) == pytest.approx(0.25e-24, rel=1e-15)
    assert float(spread.radius) < 1e-40


def test_exact_moduli_are_stated_exactly():
    """sigma = 1 where the phase is constant, 0 where positions cover whole turns evenly."""
    eight = Positions((8,))
    for text, sigma in (("4*pi", "1"), ("pi/4", "0"), ("pi", "0"), ("1", None)):
        omega = _numbers(text)
        found, _ = modulus_and_spread(omega, eight, decide_aliasing(omega, eight))
        assert found.exact == sigma


def test_phases_fold_to_rationals():
    """<omega, xi> is rational where its irrational parts cancel or meet a zero."""
    assert phase(_numbers("1/2", "sqrt(2)"), _numbers("4", "0")) == Fraction(2)
    assert phase(_numbers("sqrt(2)"), _numbers("-sqrt(2)")).enclose({}).overlaps(flint.arb(-2))
