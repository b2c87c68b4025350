"""Formulas h in contents and labels that are k(labels) f(<x, y>): both sides as products, compared factor by factor.

A product is a number, powers of trees, and powers of their inverses, which are kept apart. exp(c u + ..) is a product
of powers of exp(u), with exponents c: of terms that are the same product up to their numbers the numbers add up.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..problem import read_labels
from ..reading import MAX_BITS, ONE, ZERO, Data, fields, integer, require, spend
from .continua import names
from .formulas import T, Tree, formula, is_constant, replaced

Powers = dict[Any, Fraction]  # of trees that are no products, and of exponentials


def as_factor(spec: Data, data: Data) -> dict[str, Any]:
    """Return the factor kernel k f that an expression kernel is; data name k and f, h = k f is checked."""
    require(fields(spec, {"family", "d", "labels", "h"})["family"] == "expression", "h belongs to expression kernels")
    d, labels = integer(spec["d"], 2, 1000), read_labels(spec["labels"])
    given, (first, second) = fields(data.get("factor"), {"k", "profile"}), names(labels)
    h = formula(spec["h"], [*(f"{side}{c + 1}" for side in "xy" for c in range(d)), *first, *second])
    inner = [_inner("x", "y", d), _inner("y", "x", d)]
    k, f = formula(given["k"], [*first, *second]), formula(given["profile"], ["t"])
    same = _product(replaced(h, lambda part: T if part in inner else None)) == _product(("*", k, f))
    require(same, "h is not seen to be k(labels) f(<x, y>)")
    everywhere = is_constant(k) and labels.kind == "atoms" and labels.points is None  # labels without coordinates
    table = [[given["k"]] * labels.size()] * labels.size() if everywhere else given["k"]
    return {"family": "factor", "d": d, "labels": spec["labels"], "profile": given["profile"], "k": table}


def _inner(x: str, y: str, d: int) -> Tree:
    """Return x1 y1 + x2 y2 + .. as it is read."""
    terms: list[Tree] = [("*", ("var", f"{x}{c + 1}"), ("var", f"{y}{c + 1}")) for c in range(d)]
    total = terms[0]
    for term in terms[1:]:
        total = ("+", total, term)
    return total


def _product(tree: Tree) -> tuple[Fraction, Powers]:
    """Return the number and the powers of a product."""
    spend(5)
    head = tree[0]
    if head == "num":
        return tree[1], {}
    if head == "neg":
        c, powers = _product(tree[1])
        return -c, powers
    if head == "*":
        (a, p), (b, q) = _product(tree[1]), _product(tree[2])
        return a * b, _added(p, q)
    if head == "/":
        (a, p), (b, q) = _product(tree[1]), _product(tree[2])
        require(b, "a division by zero")
        return a / b, _added(p, {("/", u): e for u, e in q.items()})
    if head == "**" and tree[2][0] == "num" and tree[2][1] in range(1, 100):
        n, (c, powers) = int(tree[2][1]), _product(tree[1])
        require(n * (c.numerator.bit_length() + c.denominator.bit_length()) <= MAX_BITS, "a number is too long")
        return c**n, {u: e * n for u, e in powers.items()}
    return ONE, _exponents(tree[1], ONE) if head == "exp" else {tree: ONE}


def _added(p: Powers, q: Powers) -> Powers:
    """Add exponents; those that cancel stay as 0, so that nothing undefined is lost."""
    return {u: p.get(u, ZERO) + q.get(u, ZERO) for u in {**p, **q}}


def _exponents(tree: Tree, scale: Fraction) -> Powers:
    """Return exp of scale times a sum as powers of exponentials."""
    head, *parts = tree
    if head in {"+", "-"}:
        return _added(_exponents(parts[0], scale), _exponents(parts[1], scale if head == "+" else -scale))
    if head == "neg":
        return _exponents(parts[0], -scale)
    if head in {"*", "/"} and parts[1][0] == "num" and (head == "*" or parts[1][1]):
        return _exponents(parts[0], scale * parts[1][1] if head == "*" else scale / parts[1][1])
    if head == "*" and parts[0][0] == "num":
        return _exponents(parts[1], scale * parts[0][1])
    c, powers = _product(tree)
    return {("exp", frozenset(powers.items())): scale * c}
