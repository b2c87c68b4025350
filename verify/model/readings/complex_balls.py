"""The reading of a formula in complex balls, for rigorous integration.

Off the real line each operation is continued analytically where that is certain; elsewhere the ball is not finite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce

import flint

from verify.model.readings.balls import OPERATIONS, holds, small_integer, to_ball
from verify.model.trees import Apply, Cases, Comparison, Const, Name, Node

__all__ = ["to_complex_ball"]


def _analytic_call(op: str, args: list[flint.acb], analytic: bool) -> flint.acb:
    match op:
        case "sqrt" | "log":
            return getattr(args[0], op)(analytic=analytic)
        case "Abs":
            return args[0].real_abs(analytic=analytic)
        case "sign":
            return args[0].real_sgn(analytic=analytic)
        case "Min" | "Max":
            pairwise = flint.acb.real_min if op == "Min" else flint.acb.real_max
            return reduce(lambda a, b: pairwise(a, b, analytic=analytic), args)
        case "besseli":
            return _complex_bessel(args[0], args[1], analytic)
        case "asin" | "acos" | "atan":
            return _inverse(op, args[0], analytic)
        case _:
            return getattr(args[0], op)()


def _complex_bessel(order: flint.acb, z: flint.acb, analytic: bool) -> flint.acb:
    """I_n is entire for an integer n; other orders have the cut (-oo, 0]."""
    off_cut = bool(z.real > 0) or bool(z.imag != 0)
    entire = order.imag == 0 and small_integer(order.real) is not None
    return z.bessel_i(order) if entire or off_cut or not analytic else flint.acb("nan")


def _inverse(op: str, z: flint.acb, analytic: bool) -> flint.acb:
    """Enclose asin, acos (analytic for |Re z| < 1) or atan (for |Im z| < 1); beyond nothing is claimed."""
    off_cut = bool(abs(z.imag) < 1) if op == "atan" else bool(abs(z.real) < 1)
    if analytic and not off_cut:
        return flint.acb("nan")
    return getattr(z, op)()


def to_complex_ball(node: Node, values: Mapping[str, flint.acb], analytic: bool) -> flint.acb:
    """Enclose a tree over complex balls; not finite where ``analytic`` is asked for and not certain."""

    def read(part: Node) -> flint.acb:
        return to_complex_ball(part, values, analytic)

    match node:
        case Const(value):
            return flint.acb(flint.arb(flint.fmpq(value.numerator, value.denominator)))
        case Name("pi" | "E"):
            return flint.acb(to_ball(node, {}))
        case Name(name):
            return values[name]
        case Apply("**", (base, exponent)):
            power = read(exponent)
            whole = small_integer(power.real) if power.imag == 0 else None
            return read(base) ** whole if whole is not None else read(base).pow(power, analytic=analytic)
        case Apply(("+" | "-" | "*" | "/" | "neg") as op, args):
            arithmetic: Callable[..., flint.acb] = OPERATIONS[op]
            return arithmetic(*(read(arg) for arg in args))
        case Apply(op, args):
            return _analytic_call(op, [read(arg) for arg in args], analytic)
        case Cases(branches):
            return _complex_cases(branches, read, analytic)
    raise TypeError(node)


def _complex_cases(
    branches: tuple[tuple[Node, Comparison], ...], read: Callable[[Node], flint.acb], analytic: bool
) -> flint.acb:
    """Continue each branch to the points whose real part satisfies its comparison; none is analytic between."""
    possible: list[flint.acb] = []
    for value, comparison in branches:
        truth = holds(comparison, lambda part: read(part).real)
        if truth is None and analytic:
            return flint.acb("nan")
        if truth is not False:
            possible.append(read(value))
        if truth:
            break
    else:
        return flint.acb("nan")
    return reduce(flint.acb.union, possible)
