"""Sums of exponentials and a polynomial for Coq: their coefficients, and what Coq accepts of them."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import pytest

from verify import decide, load_kernel
from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.coq.profiles.mixtures import read_mixture

ATOMS = {"kind": "atoms", "weights": ["1/2", "1/3", "1/6"]}
STRICT = [["0", "2", "-1/2"], ["2", "0", "2"], ["-1/2", "2", "0"]]
SPREAD = [["0", "1", "-2"], ["1", "0", "1"], ["-2", "1", "0"]]


def read(text):
    """Return the mixture of a formula in t."""
    return read_mixture(formula(text, ["t"]))


def kernel_certificate(profile, k, d=3):
    """Return the certificate of a kernel on three atoms."""
    return decide(load_kernel({"family": "factor", "d": d, "profile": profile, "labels": ATOMS, "k": k})).certificate


def test_coefficients_are_those_of_the_series():
    """2 e^(3 t) - e^(-t) + t^2: a_p = (2 3^p - (-1)^p) / p!, and 1 more for p = 2."""
    f = read("2*exp(3*t) - exp(-t) + t**2")
    for p in range(1, 9):
        assert f.coefficient(p) == Fraction(2 * 3**p - (-1) ** p, factorial(p)) + (p == 2)
    assert f.full
    assert f.sloped


def test_products_and_powers_of_exponentials_are_sums():
    """cosh^2 - sinh^2 = 1, and (e^t + 1)^2 = e^(2 t) + 2 e^t + 1."""
    one = read("cosh(t)**2 - sinh(t)**2")
    assert (one.waves, one.polynomial) == ((), (1,))
    assert read("(exp(t) + 1)**2") == read("exp(2*t) + 2*exp(t) + 1")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("sinh(t)", "ascending rising sloped"),
        ("cosh(t)", "ascending even sloped"),
        ("exp(t) + t", "ascending rising full sloped"),
        ("cosh(t) + t**3", "ascending sloped"),
        ("exp(2*t) - exp(t)", "ascending rising full sloped"),
        ("exp(t) - t", "ascending sloped"),
        ("2*exp(t) - exp(2*t)", ""),
        ("cosh(t) - 2*cosh(2*t)", "even"),
    ],
)
def test_facts_are_read_off_the_coefficients(text, facts):
    """Signs of all power coefficients, f(-1) = f(1), and the slope at 1."""
    f = read(text)
    assert {name for name in ("ascending", "rising", "full", "even", "sloped") if getattr(f, name)} == set(
        facts.split()
    )
    assert (f.odd_degree is not None) == (f.ascending and not f.even)


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_reads_sums_of_exponentials(coq_judge):
    """sinh, cosh, sums, t^3, a Gegenbauer series, an arcsine; other coefficients are refused."""
    gegenbauer = {"gegenbauer": ["1", "1", "0", "1/3"]}
    good = {
        "sinh": kernel_certificate("sinh(t)", STRICT),
        "cosh": kernel_certificate("cosh(t)", STRICT),
        "sum": kernel_certificate("exp(t)/2 + t", SPREAD),
        "cube": kernel_certificate("t**3", STRICT),
        "gegenbauer": kernel_certificate(gegenbauer, STRICT),
        "arcsine": kernel_certificate("2*asin(t)/pi", STRICT),
    }
    coq_judge.accepts(good)
    changes = {
        "sign": ("sinh", "[(1, 1, (-1))]", "[(1, (-1), 1)]"),
        "even": ("cosh", "[(1, 1, 1)]", "[(1, 2, 1)]"),
        "slope": ("sum", "[(1, 1, 0)]", "[(1, (-1), 0)]"),
        "power": ("cube", "[0; 0; 0; 1]", "[0; 0; 1; 0]"),
    }
    coq_judge.refuses(good, changes)
