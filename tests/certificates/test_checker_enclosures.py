"""The checker's own arithmetic: intervals contain the values, normal forms are identities, facts of profiles hold."""

from __future__ import annotations

import ast
import math
import random
from fractions import Fraction

import flint
import pytest

from verify.certificates import checker
from verify.certificates.checker import Arithmetic, Refused, Value, enclose, exact, formula, normal, num, read_profile

FUNCTIONS = ["exp", "log", "sqrt", "sin", "cos", "tan", "atan", "asin", "acos", "sinh", "cosh", "tanh", "Abs"]


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
    assert Value(formula("exp(-65535) - exp(-65535)")).exact is None
    assert Value(formula("exp(-100) - 4/10**44")).sign() == -1
    assert Value(formula("exp(-100) - 372/10**46")).sign() == 1


def test_what_may_be_undefined_is_refused():
    """Roots, logarithms, quotients and powers outside their domains; Piecewise without a last branch."""
    whole = {"t": ("range", num(-1), num(1))}
    for text in (
        "sqrt(t)",
        "log(t)",
        "1/t",
        "t**(1/2)",
        "t**(-2)",
        "asin(2*t)",
        "tan(2*t)",
        "Piecewise((1, t < 0))",
        "0*log(t)",
    ):
        with pytest.raises(Refused):
            enclose(formula(text, ["t"]), whole, Arithmetic(80))
    for text in ("1/0", "0**(-1)", "log(0)", "sqrt(-1)", "asin(2)", "(-2)**(1/2)"):
        with pytest.raises(Refused):
            Value(formula(text)).sign()


def test_a_piecewise_is_the_union_of_possible_branches():
    """Conditions that hold for some points only keep both branches; exact ones keep one."""
    tree = formula("Piecewise((2, t < 0), (5, t <= 1), (7, True))", ["t"])
    F = Arithmetic(20)
    assert enclose(tree, {"t": ("range", num(-1), num(1))}, F)[:2] == (2 * F.one, 5 * F.one)
    assert [exact(tree, {"t": num(t)}) for t in (-1, 0, 1, 2)] == [2, 5, 5, 7]
    assert exact(formula("Piecewise((2, 0 < t <= 1), (3, True))", ["t"]), {"t": num(1)}) == 2


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Abs(i - j)", "Abs(j - i)"), ("cos(2*i - 2*j)", "cos(2*(j - i))"), ("(i - j)**2", "(j - i)**2"),
        ("exp(-Abs(i - j)/2)", "exp(-(1/2)*Abs(-i + j))"), ("sin(i - j)*sin(i - j)", "1 - cos(i - j)**2"),
        ("Max(i, j)", "Max(j, i)"), ("sqrt(i**2 + j**2)**2", "j*j + i*i"), ("sin(i - j)", "-sin(j - i)"),
        ("Piecewise((1, Abs(i - j) < 3), (0, True))", "Piecewise((1, Abs(j - i) < 3), (0, True))"),
        ("i/(2*3) + j*0", "i/6"), ("Abs(i - j)**2", "i**2 - 2*i*j + j**2"),
    ],
)  # fmt: skip
def test_normal_forms_show_identities(left, right):
    """Equal functions of the shapes that kernels have."""
    assert normal(formula(left, "ij")) == normal(formula(right, "ij"))


@pytest.mark.parametrize(
    ("left", "right"),
    [("Abs(i - j)", "i - j"), ("cos(i)", "sin(i)"), ("i**3", "j**3"), ("exp(i - j)", "exp(j - i)"), ("sqrt(i**2)", "i"),
     ("Piecewise((1, i < j), (0, True))", "Piecewise((1, j < i), (0, True))"), ("cos(i + j)", "cos(i - j)")],
)  # fmt: skip
def test_normal_forms_keep_different_functions_apart(left, right):
    """Different functions have different normal forms."""
    assert normal(formula(left, "ij")) != normal(formula(right, "ij"))


# (profile, d) -> nonnegative, slope, peaked, full, first, linear
FACTS = {
    ("exp(2*t)", 3): (True, True, True, True, True, False),
    ("exp(2*(t - 1))/2", 3): (True, True, True, True, True, False),
    ("cosh(t)", 3): (True, True, False, False, False, False),
    ("sinh(t)", 3): (True, True, True, False, True, False),
    ("exp(t**2)", 3): (True, True, False, False, False, False),
    ("exp(t**3)", 3): (True, True, True, True, True, False),
    ("cosh(t + 1)", 2): (True, True, True, True, True, False),
    ("t*cosh(t) + t**2", 3): (True, True, True, False, True, False),
    ("asin(t)", 3): (True, False, True, False, True, False),
    ("asin(t/2) + t**2 - 7", 3): (True, True, True, False, True, False),
    ("exp(asin(t))", 3): (True, False, True, True, True, False),
    ("t", 2): (True, True, True, False, True, True),
    ("3 + t/7", 5): (True, True, True, False, True, True),
    ("t**2", 2): (True, True, False, False, False, False),
    ("t**2", 3): (True, True, False, False, False, False),
    ("t**3", 3): (True, True, True, False, True, False),
    ("4*t**3 - 3*t", 2): (True, True, False, False, False, False),
    ("t**2 - t/2", 3): (False, True, None, False, False, False),
    ("t - t**2/10", 3): (False, True, True, False, False, False),
    ("(1 + exp(t))**3", 3): (True, True, True, True, True, False),
    ("(1 + t)**64", 3): (True, True, True, False, True, False),
    ("t**200", 3): (True, True, False, False, False, False),
    ("5", 3): (True, False, False, False, False, False),
    ("exp(50*tanh(t/50))", 3): (False, True, True, False, False, False),
    ("exp(-t)", 3): (False, False, None, False, False, False),
    ("-exp(-2*t)", 3): (False, True, True, False, False, False),
    ("Abs(t)", 3): (False, False, None, False, False, False),
    ("log(2 + t)", 3): (False, True, True, False, False, False),
}


@pytest.mark.parametrize(("text", "d"), FACTS)
def test_the_facts_of_a_profile_are_those_of_theory(text, d):
    """Nonnegative, slope, peaked, all degrees, first degree, linear."""
    f = read_profile(text, d)
    assert (f.nonnegative, f.slope, f.peaked, f.full, f.first, f.linear) == FACTS[text, d]


def test_series_in_degrees_two_and_three_tell_the_circle_from_the_sphere():
    """a_2, a_3 > 0: gcd 1 on the circle, an odd degree on the sphere; a_3 alone is peaked on the sphere only."""
    assert read_profile({"gegenbauer": ["0", "0", "1", "1"]}, 2).peaked
    assert read_profile({"gegenbauer": ["0", "0", "0", "1"]}, 2).peaked is False
    assert read_profile({"gegenbauer": ["0", "0", "0", "1"]}, 3).peaked
    assert read_profile({"gegenbauer": ["-5", "0", "1"]}, 3).peaked is False


@pytest.mark.parametrize("d", [2, 3, 5, 8])
def test_the_zonal_basis_is_orthogonal(d):
    """Moments of the weight (1-t^2)^((d-3)/2): P_n is orthogonal to lower degrees, and the change of basis inverts."""
    moments = [Fraction(1)]  # E t^(2m) = (2m-1)/(2m+d-2) E t^(2m-2)
    for m in range(1, 12):
        moments.append(moments[-1] * Fraction(2 * m - 1, 2 * m + d - 2))
    for n in range(1, 8):
        p = checker._from_zonal([Fraction(int(m == n)) for m in range(n + 1)], d)
        assert sum(p) == 1
        for power in range(n):
            assert sum(c * (moments[(m + power) // 2] if (m + power) % 2 == 0 else 0) for m, c in enumerate(p)) == 0
        assert checker._to_zonal(p, d)[: n + 1] == [Fraction(int(m == n)) for m in range(n + 1)]


def test_full_turns_are_told_from_near_turns():
    """Rational multiples of pi exactly, everything else by enclosure."""
    turns = checker.full_turns
    assert turns(formula("0"))
    assert turns(formula("4*pi - 2*pi"))
    assert turns(formula("6*(pi/3)"))
    for text in ("3*pi", "1", "44/7", "2*pi + 1/10**12", "sqrt(2)", "6283185307179586476925/10**21", "pi*sqrt(2)"):
        assert not turns(formula(text)), text


def test_ranks_and_small_psd_tests_are_exact():
    """Elimination over the rationals."""
    q = [[Fraction(x) for x in row] for row in [[1, 2, 3], [2, 4, 6], [1, 0, 1]]]
    assert checker.rank(q, 3) == 2
    assert checker.psd_rank([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(1, 2)]]) == 1
    assert checker.psd_rank([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(5)]]) is None
    assert checker.psd_rank([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(3)]]) is None
    basis = checker.read_off([[Fraction(1), Fraction(1), Fraction(1)], [Fraction(0), Fraction(1), Fraction(2)]], [2, 0])
    assert basis == [[0, Fraction(1, 2), 1], [1, Fraction(1, 2), 0]]
    assert math.isclose(float(Value(formula("exp(1)")).enclose(Arithmetic(80))[0]) / 2**80, math.e)
