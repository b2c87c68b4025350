"""Formulas: trees of tuples, read by whitelist; their exact values, and polynomials in them.

("num", q), ("var", name), ("pi",), ("E",), (operator or function, arguments..) and ("Piecewise", ((value, condition),
..)), a condition being a tuple of (relation, left, right) that must all hold. ("range", a, b) stands for all numbers
from a to b. Python evaluates nothing: ast.parse only reads the syntax. Exact are +, -, *, /, integer powers, rational
roots, functions at 0, and cos(q pi), sin(q pi) for 6 q an integer where they are rational (Niven's theorem).
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import chain, product
from operator import add
from typing import Any

from ..reading import MAX_BITS, ONE, ZERO, Refused, rational, require, spend

Tree = tuple[Any, ...]
Env = Mapping[str, Tree]
Terms = dict[tuple[int, ...], Fraction]  # exponents of the symbols -> coefficient
MAX_TEXT, MAX_DEPTH = 50_000, 150
BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
UNARY = {"sqrt", "exp", "log", "sin", "cos", "asin", "atan", "sinh", "cosh", "tanh", "Abs", "sign"}
RELATION = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
SIGNS = {"<": {-1}, "<=": {-1, 0}, ">": {1}, ">=": {0, 1}, "==": {0}, "!=": {-1, 1}}  # of left - right
COSINES = {0: ONE, 2: Fraction(1, 2), 3: ZERO, 4: Fraction(-1, 2), 6: -ONE}  # cos(k pi/6), k = 0..6, where rational
T = ("var", "t")


def num(value: int | Fraction) -> Tree:
    """Return the tree of a rational."""
    return ("num", Fraction(value))


def formula(text: object, names: Iterable[str] = ()) -> Tree:
    """Read a formula by whitelist; ``names`` are the variables that may occur."""
    if isinstance(text, str) and re.fullmatch(r"[-+.0-9/]+", text):
        return num(rational(text))
    if not isinstance(text, str) or not text.isascii() or not 0 < len(text) <= MAX_TEXT:
        raise Refused(f"not a number or a formula: {str(text)[:60]!r}")
    spend(20 * len(text))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            body = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError, Warning):
        raise Refused(f"not a formula: {text[:60]}") from None
    return _convert(body, frozenset(names), 0)


def _convert(node: ast.AST, names: frozenset[str], depth: int) -> Tree:
    require(depth < MAX_DEPTH, "a formula is nested too deeply")

    def again(part: ast.AST) -> Tree:
        return _convert(part, names, depth + 1)

    match node:
        case ast.Constant(value=value) if type(value) is int:
            return num(value)
        case ast.Name(id="pi" | "E" as name):
            return (name,)
        case ast.Name(id=name) if name in names:
            return ("var", name)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return ("neg", again(part))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
            return (BINARY[type(op)], again(left), again(right))
        case ast.Call(func=ast.Name(id="Piecewise"), args=[_, *_] as args, keywords=[]):
            return ("Piecewise", tuple(_branch(arg, again) for arg in args))
        case ast.Call(func=ast.Name(id="Min" | "Max" as name), args=[_, *_] as args, keywords=[]):
            return (name, *map(again, args))
        case ast.Call(func=ast.Name(id=name), args=[arg], keywords=[]) if name in UNARY:
            return (name, again(arg))
    raise Refused(f"a formula contains what is not read here: {ast.unparse(node)[:60]}")


def _branch(node: ast.AST, again: Callable[[ast.AST], Tree]) -> tuple[Tree, Tree]:
    match node:
        case ast.Tuple(elts=[value, ast.Constant(value=True)]):
            return again(value), ()
        case ast.Tuple(elts=[value, ast.Compare(left=left, ops=ops, comparators=rest)]):
            terms = [again(left), *map(again, rest)]
            if all(type(op) in RELATION for op in ops):
                triples = zip(ops, terms, terms[1:], strict=False)
                return again(value), tuple((RELATION[type(op)], a, b) for op, a, b in triples)
    raise Refused("a branch of Piecewise is not (value, comparison)")


def is_constant(tree: Tree) -> bool:
    """Say whether no variable occurs."""
    return tree[:1] != ("var",) and all(is_constant(part) for part in tree if isinstance(part, tuple))


def replaced(tree: Tree, swap: Callable[[Tree], Tree | None]) -> Tree:
    """Return a tree whose parts are replaced from the top where ``swap`` gives something else."""
    spend(1)
    other = swap(tree)
    if other is not None:
        return other
    return tuple(replaced(part, swap) if isinstance(part, tuple) else part for part in tree)


def placed(tree: Tree, env: Env) -> Tree:
    """Return a tree with the values of its variables in their places."""
    return replaced(tree, lambda part: env.get(part[1]) if part[:1] == ("var",) else None) if env else tree


def exact(tree: Tree, env: Env) -> Fraction | None:
    """Return the exact value, or None where it is not seen to be rational (or is undefined)."""
    spend(1)
    head = tree[0]
    if head == "num":
        value: Fraction = tree[1]
        return value
    if head == "var":
        require(tree[1] in env, f"the variable {tree[1]} has no value here")
        return exact(env[tree[1]], {})
    if head == "Piecewise":
        for part, condition in tree[1]:
            truths = [_relation(relation, exact(a, env), exact(b, env)) for relation, a, b in condition]
            if False not in truths:
                return exact(part, env) if all(truths) else None
    if head in {"pi", "E", "range", "Piecewise"}:
        return None
    args = [a for a in (exact(part, env) for part in tree[1:]) if a is not None]
    if len(args) < len(tree) - 1:
        return _cosine(multiple_of_pi(tree[1], env), 0 if head == "cos" else 3) if head in {"cos", "sin"} else None
    result = _value(head, args)
    return result if result is not None and _bits(result) <= MAX_BITS else None


def _relation(relation: str, a: Fraction | None, b: Fraction | None) -> bool | None:
    return None if a is None or b is None else (a > b) - (a < b) in SIGNS[relation]


def _cosine(turns: Fraction | None, shift: int) -> Fraction | None:
    """Return cos(turns pi - shift pi/6) if it is known to be rational."""
    if turns is None or (6 * turns).denominator != 1:
        return None
    k = (int(6 * turns) - shift) % 12
    return COSINES.get(min(k, 12 - k))


def _bits(q: Fraction) -> int:
    return max(q.numerator.bit_length(), q.denominator.bit_length())


def _value(head: str, args: list[Fraction]) -> Fraction | None:
    a, b = args[0], args[-1]
    if head in {"**", "sqrt"}:
        return _power(a, b if head == "**" else Fraction(1, 2))
    if head == "/":
        return a / b if b else None
    sign = Fraction((a > 0) - (a < 0))
    values = {"+": a + b, "-": a - b, "*": a * b, "neg": -a, "Abs": abs(a), "sign": sign}
    if head in {*values, "Min", "Max"}:
        return values[head] if head in values else min(args) if head == "Min" else max(args)
    if a == (head == "log"):
        return ONE if head in {"exp", "cos", "cosh"} else ZERO
    return None


def _power(a: Fraction, b: Fraction) -> Fraction | None:
    if b.denominator > 2 or _bits(a) * abs(b.numerator) > MAX_BITS or (a == 0 and b < 0):
        return None
    if b.denominator == 2:
        root = Fraction(math.isqrt(abs(a.numerator)), math.isqrt(a.denominator))
        if root * root != a:
            return None
        a = root
    return a**b.numerator


def expand(tree: Tree, leaf: Callable[[Tree], Terms | None]) -> Terms | None:
    """Expand sums, products, quotients by rationals and powers up to 200 of what ``leaf`` expands, else None."""
    spend(5)
    found = leaf(tree)
    if found is not None or tree[0] not in {"+", "-", "neg", "*", "/", "**"}:
        return found
    args = [expand(part, leaf) for part in tree[1:]]
    p, q = args[0], args[-1]
    if p is None or q is None:
        return None
    if tree[0] in {"+", "-", "neg"}:
        sign = 1 if tree[0] == "+" else -1
        return added((p if len(args) > 1 else {}).items(), ((m, sign * c) for m, c in q.items()))
    if tree[0] == "*":
        return multiplied(p, q)
    n = exact(tree[2], {}) if is_constant(tree[2]) else None
    if n is None:
        return None
    if tree[0] == "/":
        return {m: c / n for m, c in p.items()} if n else None
    one = leaf(num(1)) or {}
    return reduce(multiplied, [p] * int(n), one) if n in range(201) else None


def added(*parts: Iterable[tuple[tuple[int, ...], Fraction]]) -> Terms:
    """Return a sum of polynomials, each given by its terms."""
    result: Terms = {}
    for m, c in chain(*parts):
        result[m] = total = result.get(m, ZERO) + c
        require(_bits(total) <= MAX_BITS, "a coefficient is too long")
    return {m: c for m, c in result.items() if c}


def multiplied(p: Terms, q: Terms) -> Terms:
    """Return a product of polynomials."""
    spend(5 * len(p) * len(q))
    require(len(p) * len(q) < 20_000, "a formula has too many terms")
    return added((tuple(map(add, m, n)), c * e) for (m, c), (n, e) in product(p.items(), q.items()))


def linear(*symbols: Tree) -> Callable[[Tree], Terms | None]:
    """Return the leaves of polynomials in up to three symbols, their constants rational."""

    def leaf(tree: Tree) -> Terms | None:
        if tree in symbols:
            return {tuple(int(tree == symbol) for symbol in (*symbols, None, None)[:3]): ONE}
        c = exact(tree, {}) if is_constant(tree) else None
        return None if c is None else {(0, 0, 0): c} if c else {}

    return leaf


def multiple_of_pi(tree: Tree, env: Env) -> Fraction | None:
    """Return c if the value is seen to be c pi with a rational c."""
    found = expand(placed(tree, env), linear(("pi",)))
    return None if found is None or not found.keys() <= {(1, 0, 0)} else found.get((1, 0, 0), ZERO)


def polynomial(tree: Tree) -> list[Fraction] | None:
    """Return the coefficients of a polynomial in t of degree <= 200."""
    found = expand(tree, linear(T))
    degree = max((m for m, _, _ in found), default=0) if found is not None else 201
    return [found.get((m, 0, 0), ZERO) for m in range(degree + 1)] if found is not None and degree <= 200 else None
