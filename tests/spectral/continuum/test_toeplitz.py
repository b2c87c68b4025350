"""The symbol of Toeplitz kernels: closed forms, ties, tails, periodicity; SymPy does not decide alone."""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from verify.model.formula import parse_formula
from verify.model.labels import Circle, Torus
from verify.spectral.continuum import toeplitz
from verify.spectral.continuum.pieces import is_periodic, smooth_pieces
from verify.spectral.continuum.spectrum import negative_definite_on_line, negative_everywhere, nonnegative_spectrum
from verify.spectral.continuum.toeplitz import EnclosedSymbol, decide_symbol

DISTANCE = "Min(Abs(xi - zeta), 2*pi - Abs(xi - zeta))"
TIE = f"{DISTANCE} + (pi + 4/pi)*cos(xi - zeta)"


def symbol(text):
    """Decision for a formula on the circle."""
    return decide_symbol(parse_formula(text, {"xi", "zeta"}), Circle())


def lag(text):
    """Formula in the lag."""
    return parse_formula(text, {"s"})


def test_absolute_value_has_its_known_coefficients():
    """(1/2 pi) ∫ |x| e^{-imx} = ((-1)^m - 1)/(pi m^2), and pi/2 at 0."""
    g = EnclosedSymbol(lag("Min(Abs(s), 2*pi - Abs(s))"))
    assert abs(g.coefficient(0) - flint.arb.pi() / 2) < 1e-14
    for m in range(1, 12):
        assert abs(g.coefficient(m) - ((-1) ** m - 1) / (flint.arb.pi() * m * m)) < 1e-14


def test_minus_distance_is_not_psd_and_distance_is():
    """-|s|: khat(0) < 0 < khat(1); |s|: every other coefficient is at most 0."""
    assert symbol(f"-{DISTANCE}").mode == (1,)
    decision = symbol(DISTANCE)
    assert (decision.psd, decision.ties) == (True, ())


def test_von_mises_coefficients_are_bessel_values():
    """e^{cos s} = sum I_m(1) e^{ims}."""
    g = EnclosedSymbol(lag("exp(cos(s))"))
    for m in range(6):
        assert abs(g.coefficient(m) - flint.arb(1).bessel_i(m)) < 1e-14


@pytest.mark.parametrize(
    ("shift", "psd", "mode"), [("", True, None), ("+ 1/10**12", True, None), ("- 1/10**12", False, (1,))]
)
def test_near_ties_of_polynomials_are_told_apart(shift, psd, mode):
    """khat(0) - khat(1) = 0 and ±10^-12, exactly."""
    decision = symbol(f"1/2 {shift} + cos(xi - zeta)")
    assert (decision.psd, decision.mode, decision.exact) == (psd, mode, True)
    assert decision.ties == (((1,),) if not shift else ())


@pytest.mark.parametrize(
    ("shift", "psd", "ties"),
    [("", True, ((1,),)), (" - cos(xi - zeta)/10**12", True, ()), (" + cos(xi - zeta)/10**12", False, ())],
)
def test_near_ties_of_other_symbols_are_told_apart(shift, psd, ties):
    """|s| + (pi + 4/pi) cos s has khat(1) = khat(0) = pi/2: a symbolic tie, an enclosed gap on either side."""
    decision = symbol(TIE + shift)
    assert (decision.psd, decision.ties, decision.exact) == (psd, ties, False)


def test_a_wrong_symbolic_value_is_not_believed(monkeypatch):
    """A symbolic 0 where the enclosure excludes 0, or no symbolic value at all, decides nothing."""
    monkeypatch.setattr(toeplitz, "_symbolic_gap", lambda *_: sympy.Integer(0))
    assert symbol(f"{TIE} + cos(xi - zeta)/10**12").psd is False
    monkeypatch.setattr(toeplitz, "_symbolic_gap", lambda *_: None)
    assert symbol(TIE).psd is None
    monkeypatch.setattr(toeplitz, "_symbolic_gap", lambda *_: sympy.Rational(1, 10**40))
    assert symbol(TIE).psd is None


def test_a_large_high_mode_is_found():
    """The tail bound does not end the search before mode 40."""
    decision = symbol("exp(cos(xi - zeta)) + 3*cos(40*(xi - zeta))")
    assert decision.mode == (40,)


def test_tail_bound_exceeds_every_later_coefficient():
    """Parseval's remainder bounds |khat(m)| for all later m."""
    for text in ("exp(cos(s))", "Max(0, 1 - Min(Abs(s), 2*pi - Abs(s)))", "exp(-Min(Abs(s), 2*pi - Abs(s)))"):
        g = EnclosedSymbol(lag(text))
        tail = toeplitz._tail(g.energy(), [g.coefficient(m) for m in range(6)])
        assert all(abs(g.coefficient(m)) <= tail for m in range(6, 20))


def test_negative_mean_loses_to_the_limit_of_the_coefficients():
    """khat(0) < 0 while khat(m) -> 0; all of them negative: the supremum is not attained."""
    decision = symbol("-exp(cos(xi - zeta))")
    assert (decision.psd, decision.attained, decision.top_exact) == (False, False, 0)


def test_supremum_of_a_polynomial_is_at_least_zero():
    """Modes beyond the degree have khat = 0."""
    decision = symbol("-1 - 2*cos(xi - zeta)")
    assert (decision.mode, decision.top_exact, decision.attained) == ((2,), 0, True)
    assert symbol("-2*cos(xi - zeta)").beyond


def test_torus_symbol_is_exact():
    """cos a cos b + c: the tie at c = 1/4."""
    names = {"xi1", "xi2", "zeta1", "zeta2"}
    product = "cos(xi1 - zeta1)*cos(xi2 - zeta2)"
    for c, psd in (("1/4", True), ("1/4 - 1/10**12", False)):
        assert decide_symbol(parse_formula(f"{c} + {product}", names), Torus(2)).psd is psd


@pytest.mark.parametrize(
    "text", ["Abs(xi - zeta)", "exp(-(xi - zeta)**2)", "cos(xi)*cos(zeta)", "cos((xi - zeta)/2)", "xi*zeta"]
)
def test_what_is_no_convolution_on_the_circle_has_no_symbol(text):
    """Not a function of the lag, or not 2 pi-periodic in it."""
    assert symbol(text) is None


@pytest.mark.parametrize(
    ("text", "periodic"),
    [
        ("Min(Abs(s), 2*pi - Abs(s))", True),
        ("Piecewise((Abs(s), Abs(s) <= pi), (2*pi - Abs(s), True))", True),
        ("acos(cos(s))", True),
        ("Abs(Abs(s) - pi)", True),
        ("Abs(s)*(2*pi - Abs(s))", True),
        ("cos(s/2)**2", True),
        ("Abs(s)", False),
        ("Min(Abs(s), 6283/1000 - Abs(s))", False),
        ("Abs(Abs(s) - 355/113)", False),
        ("exp(-s**2)", False),
        ("cos(s/3)", False),
    ],
)
def test_periodicity_is_shown_exactly_or_not_at_all(text, periodic):
    """355/113 is not pi, 6283/1000 is not 2 pi."""
    assert is_periodic(lag(text)) is periodic


def test_breakpoint_next_to_pi_is_kept():
    """355/113 > pi and 333/106 < pi: one lies outside [0, pi], the other inside."""
    assert len(smooth_pieces(lag("Abs(s - 355/113)"))) == 1
    assert len(smooth_pieces(lag("Abs(s - 333/106)"))) == 2


@pytest.mark.parametrize(
    ("text", "everywhere"),
    [
        ("exp(cos(s))", True),
        ("exp(cos(s) + cos(2*s) - 5)", True),
        ("exp(cos(2*s))", False),
        ("1/(5/4 - cos(s))", True),
        ("(1 + cos(s))*exp(cos(s)/3)", True),
        ("cosh(cos(s))", False),
        ("2 + cos(s)", False),
    ],
)
def test_nonnegative_spectra(text, everywhere):
    """Bochner's rules, with the modes that are certain."""
    assert nonnegative_spectrum(lag(text)).positive_everywhere() is everywhere
    assert negative_everywhere(lag(f"-({text})")) is everywhere
    g = EnclosedSymbol(lag(text))
    assert all(g.coefficient(m) > -1e-15 for m in range(6))
    if everywhere:
        assert all(g.coefficient(m) > 0 for m in range(6))


@pytest.mark.parametrize(
    "text", ["exp(-cos(s))", "1 - cos(s)", "1/(1 - cos(s))", "exp(1 - cos(s))", "cos(s/2)", "exp(cos(s)) - 1"]
)
def test_spectra_that_are_not_seen_to_be_nonnegative(text):
    """Alternating, singular or half-integer ones."""
    assert nonnegative_spectrum(lag(text)) is None


@pytest.mark.parametrize(
    ("text", "definite"),
    [
        ("-exp(-s**2)", True),
        ("-3*exp(-Abs(s)/2)/7", True),
        ("-2/(1 + s**2)", True),
        ("-(exp(-s**2) + cos(s))", True),
        ("-exp(-s**2)*cos(3*s)", True),
        ("-cos(s)", False),
        ("exp(-s**2)", False),
        ("-exp(s**2)", False),
        ("-exp(-s**4)", False),
        ("-1", False),
        ("-exp(-s**2) + 1/5", False),
    ],
)
def test_definiteness_on_the_line(text, definite):
    """Gaussians, exponentials and Lorentzians are strictly positive definite on bounded sets."""
    assert negative_definite_on_line(lag(text)) is definite


@given(st.lists(st.fractions(min_value=-2, max_value=2, max_denominator=9), min_size=1, max_size=7))
def test_random_polynomials_are_decided_by_their_coefficients(coefficients):
    """PSD iff khat(0) is at least every khat(m); a mode that is returned exceeds it; the supremum is right."""
    text = " + ".join(f"({c})*cos({m}*(xi - zeta))" for m, c in enumerate(coefficients))
    khat = {m: c / (2 if m else 1) for m, c in enumerate(coefficients)} | {len(coefficients): Fraction(0)}
    decision = symbol(text)
    assert decision.psd is all(khat[0] >= c for c in khat.values())
    if decision.mode is not None:
        assert khat.get(decision.mode[0], Fraction(0)) > khat[0]
    elif not decision.beyond:
        assert {m for (m,) in decision.ties} | {0} >= {
            m for m, c in khat.items() if c == khat[0] and m < len(coefficients)
        }
    assert decision.top_exact == max(khat.values())


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=5), st.integers(1, 3))
def test_enclosed_symbol_agrees_with_a_float_transform(coefficients, rate):
    """exp(-rate |s|) + sum c_m cos ms: the decision agrees with a fine discrete transform away from ties."""
    waves = " + ".join(f"({c}/4)*cos({m}*(xi - zeta))" for m, c in enumerate(coefficients))
    decision = symbol(f"exp(-{rate}*{DISTANCE}) + {waves}")
    s = 2 * np.pi * np.arange(4096) / 4096
    g = np.exp(-rate * np.minimum(s, 2 * np.pi - s)) + sum(c / 4 * np.cos(m * s) for m, c in enumerate(coefficients))
    khat = np.fft.rfft(g).real / 4096
    gap = khat[0] - khat[1:200].max()
    if abs(gap) > 1e-3:
        assert decision.psd is bool(gap > 0)


@pytest.mark.parametrize(("shift", "psd"), [("10**-30", True), ("-10**-30", False)])
def test_a_near_tie_of_a_symbol_without_closed_form_is_settled_by_a_finer_enclosure(shift, psd):
    """e^{cos s} + c with c = I_1(1) - I_0(1) ± 10^-30: khat(0) - khat(1) is the shift."""
    with mpmath.workdps(60):
        c = mpmath.nstr(mpmath.besseli(1, 1) - mpmath.besseli(0, 1), 50)
    decision = symbol(f"exp(cos(xi - zeta)) + ({c}) + ({shift})")
    assert decision.psd is psd
    assert decision.ties == ()
    assert decision.mode == (None if psd else (1,))
