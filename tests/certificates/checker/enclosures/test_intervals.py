"""Intervals contain the values, at points and on ranges, and are narrow."""

from __future__ import annotations

import ast
import random
from fractions import Fraction

import flint
import pytest

from verify.certificates.checker import Refused
from verify.certificates.checker.enclosures.formulas import exact, formula, num
from verify.certificates.checker.enclosures.intervals import Arithmetic
from verify.certificates.checker.enclosures.values import Real, enclose

FUNCTIONS = ["exp", "log", "sqrt", "sin", "cos", "atan", "asin", "sinh", "cosh", "tanh", "Abs"]


def ball(node, values):
    """Enclose a formula with python-flint, from Python's own syntax tree."""
    match node:
        case ast.Constant(value=value):
            return flint.arb(value)
        case ast.Name(id=name):
            return {"pi": flint.arb.pi(), "E": flint.arb(1).exp()}.get(name) or values[name]
        case ast.UnaryOp(operand=part):
            return -ball(part, values)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = ball(left, values), ball(right, values)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a / b
            return a**b
        case ast.Call(func=ast.Name(id=name), args=args):
            parts = [ball(arg, values) for arg in args]
            if name == "Abs":
                return abs(parts[0])
            return getattr(parts[0], name)()
    raise TypeError(node)


def random_formula(rng, depth):
    """Return a random formula text in t."""
    if depth == 0:
        return rng.choice(["t", "pi", "E", "2", "(1/3)", "7", "(-5/2)", "t"])
    kind = rng.random()
    if kind < 0.5:
        return f"{rng.choice(FUNCTIONS)}({random_formula(rng, depth - 1)})"
    if kind < 0.9:
        left, right = random_formula(rng, depth - 1), random_formula(rng, depth - 1)
        return f"({left}) {rng.choice('+-*/')} ({right})"
    return f"({random_formula(rng, depth - 1)})**{rng.choice(['2', '3', '(-1)', '(1/2)', '(-7/10)', '4'])}"


def rational_text(q):
    """Return a fraction as a formula."""
    return f"({q.numerator}/{q.denominator})"


@pytest.mark.parametrize("bits", [40, 80, 240])
def test_an_interval_contains_the_value_and_is_narrow(bits):
    """Random formulas at rational points, against python-flint at 400 bits."""
    rng, compared = random.Random(bits), 0
    with flint.ctx.workprec(400):
        for _ in range(1000):
            text, t = random_formula(rng, rng.randint(1, 3)), Fraction(rng.randint(-400, 400), rng.randint(1, 60))
            F = Arithmetic(bits)
            try:
                lo, hi, pos = enclose(formula(text, ["t"]), {"t": num(t)}, F)
            except Refused:
                continue
            value = ball(ast.parse(text, mode="eval").body, {"t": flint.arb(t.numerator) / t.denominator})
            if not value.is_finite():
                continue
            compared += 1
            scaled = value * flint.arb(2) ** bits
            assert not scaled < lo, (text, t)
            assert not scaled > hi, (text, t)
            assert not (pos and value < 0), (text, t)
            exactly = exact(formula(text, ["t"]), {"t": num(t)})
            if exactly is not None:
                assert value.overlaps(flint.arb(exactly.numerator) / exactly.denominator), (text, t)
    assert compared > 300


@pytest.mark.slow
def test_an_interval_of_a_range_contains_all_values():
    """Random formulas over random ranges, sampled inside."""
    rng, F, compared = random.Random(5), Arithmetic(80), 0
    for _ in range(2500):
        text = random_formula(rng, rng.randint(1, 3))
        a = Fraction(rng.randint(-80, 80), 10)
        b = a + Fraction(rng.randint(0, 90), rng.choice([10, 20, 200]))
        tree = formula(text, ["t"])
        try:
            lo, hi, pos = enclose(tree, {"t": ("range", num(a), num(b))}, F)
        except Refused:
            continue
        for share in (0, 1, Fraction(1, 2), Fraction(rng.randint(0, 100), 100)):
            t = a + share * (b - a)
            value = ball(ast.parse(text, mode="eval").body, {"t": flint.arb(t.numerator) / t.denominator})
            if value.is_finite():
                compared += 1
                scaled = value * flint.arb(2) ** 80
                assert not scaled < lo, (text, a, b, t)
                assert not scaled > hi, (text, a, b, t)
                assert not (pos and value < 0), (text, a, b, t)
    assert compared > 3000


@pytest.mark.parametrize(
    "text",
    [
        "exp(1)",
        "log(3)",
        "sqrt(2)",
        "sin(1)",
        "cos(100000)",
        "atan(2)",
        "asin(1/2)",
        "tanh(1)",
        "sinh(3)",
        "pi",
        "2**(1/3)",
    ],
)
def test_an_interval_of_a_constant_has_a_few_units(text):
    """Outward rounding costs little: relative to the value, fewer than 2^-60 at 80 bits."""
    lo, hi, _ = enclose(formula(text), {}, Arithmetic(80))
    assert 0 < hi - lo <= max(64, abs(hi) >> 60)


def test_a_tiny_exponential_is_still_positive():
    """exp(-65535) rounds to 0 in 80 bits, and its sign is known."""
    assert enclose(formula("exp(-65535)"), {}, Arithmetic(80)) == (0, 1, True)
    assert Real(formula("exp(-100) - 4/10**44")).sign() == -1
    assert Real(formula("exp(-100) - 372/10**46")).sign() == 1
