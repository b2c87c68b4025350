"""The normal form of formal sums: linear combinations of products under sums, means and inner products.

An expression is expanded into terms ``c * Sum_{i, j, ...} Avg_{z, ...} (product of atoms)``. Inner products are
expanded bilinearly, orthogonal maps are moved to one side, |x|^2 = 1 is used where x is declared to be a unit vector,
Kronecker deltas are contracted, and the bound variables get canonical names. Two expressions with the same terms are
equal for every n, d, law, profile and kernel; only rules that hold for all of them are used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import Any

import sympy

from verify.model.errors import InputError
from verify.symbolic._expressions import expression_of
from verify.symbolic.functions import Average, KernelGradient, KernelValue, Law, UniformCircle
from verify.symbolic.vectors import Defined, Dot, EvenBase, SymmetricBase, UnitVector, Vector, is_vector

__all__ = [
    "Range",
    "Term",
    "expand_average",
    "expand_terms",
    "fresh_variable",
    "multiply_terms",
    "normal_atom",
    "normal_sum",
    "open_sum",
]

#: Products with more bound variables of one range are not brought into normal form.
MAX_BOUND = 7
MAX_POWER = 24
#: Normal forms that are remembered: the terms of one sum, and the steps of one derivation, share most of their atoms.
REMEMBERED = 8192


@dataclass(frozen=True)
class Range:
    """What a bound variable ranges over: 1..n (``upper``) or a law."""

    variable: sympy.Symbol
    lower: sympy.Expr | None
    upper: sympy.Expr

    def replaced(self, names: Mapping[sympy.Basic, sympy.Basic]) -> Range:
        """Return the range with its variable, and those it depends on, renamed."""
        lower = None if self.lower is None else self.lower.xreplace(names)
        return Range(names.get(self.variable, self.variable), lower, self.upper.xreplace(names))

    @property
    def mass(self) -> sympy.Expr:
        """The sum of 1 over the range."""
        return self.upper.mass if self.lower is None else self.upper - self.lower + 1

    @property
    def kind(self) -> str:
        """Variables of one kind can be exchanged."""
        vector = "v" if is_vector(self.variable) else "s"
        return f"{'law' if self.lower is None else 'sum'}:{vector}"


@dataclass(frozen=True)
class Term:
    """A coefficient-free product under bound variables."""

    ranges: tuple[Range, ...]
    body: sympy.Expr


def normal_sum(expression: sympy.Expr) -> dict[Term, sympy.Expr]:
    """Return the terms of a scalar expression with their coefficients; zero has none.

    Examples
    --------
    >>> i, j = sympy.symbols("i j", integer=True)
    >>> n, a = sympy.Symbol("n"), sympy.IndexedBase("a")
    >>> square = sympy.Sum(a[i], (i, 1, n)) ** 2
    >>> normal_sum(square - sympy.Sum(a[i] * a[j], (i, 1, n), (j, 1, n)))
    {}
    """
    total: dict[Term, sympy.Expr] = {}
    for ranges, body in expand_terms(expression):
        coefficient, rest = _canonical_body(body).as_coeff_Mul()
        for term, factor in _canonical(_contract(ranges, _over_circles(ranges, rest))):
            total[term] = total.get(term, sympy.S.Zero) + coefficient * factor
    expanded = {term: sympy.expand(c) for term, c in total.items() if term.body != 0}
    return {term: c for term, c in expanded.items() if c != 0}


# ---------------------------------------------------------------- expansion


def expand_terms(expression: sympy.Expr) -> Iterator[tuple[tuple[Range, ...], sympy.Expr]]:
    """Yield the terms of an expression: bound variables, renamed apart, and a product of atoms."""
    match expression:
        case sympy.Add():
            for arg in expression.args:
                yield from expand_terms(arg)
        case sympy.Mul():
            yield from multiply_terms([list(expand_terms(arg)) for arg in expression.args])
        case sympy.Pow(base=base, exp=exponent) if exponent.is_Integer and 0 < exponent <= MAX_POWER:
            terms = list(expand_terms(base))
            yield from (
                multiply_terms([terms] * int(exponent))
                if len(terms) != 1 or terms[0][0]
                else iter([((), terms[0][1] ** exponent)])
            )
        case sympy.Sum():
            yield from _bound(expression.args[0], expression.limits)
        case Average():
            yield from expand_average(expression)
        case Dot():
            from verify.symbolic.inner_products import expand_inner

            yield from expand_inner(*expression.args)
        case Defined():
            yield from expand_terms(expression.definition)
        case _ if isinstance(expression, sympy.Derivative | sympy.Subs):
            done = expression.doit()
            if done == expression:
                yield (), expression
            else:
                yield from expand_terms(done)
        case _:
            yield (), normal_atom(expression)


def multiply_terms(lists: list[list[Any]]) -> Iterator[tuple[tuple[Range, ...], sympy.Expr]]:
    """Yield the terms of a product of sums of terms; bound variables are renamed apart."""
    if not lists:
        yield (), sympy.S.One
        return
    for ranges, body in lists[0]:
        for others, rest in multiply_terms(lists[1:]):
            fresh = {r.variable: fresh_variable(r.variable) for r in others}
            renamed = tuple(r.replaced(fresh) for r in others)
            product = body * rest.xreplace(fresh)
            if isinstance(product, sympy.Add):  # SymPy distributes a number over a sum
                yield from ((ranges + renamed, arg) for arg in product.args)
            else:
                yield ranges + renamed, product


def fresh_variable(variable: sympy.Symbol) -> sympy.Symbol:
    """Return a variable of the same kind that occurs nowhere else."""
    if isinstance(variable, Vector):
        kind = UnitVector if isinstance(variable, UnitVector) else Vector
        return kind(f"{variable.name.split('@')[0]}@{sympy.Dummy().dummy_index}")
    return sympy.Dummy(variable.name, **variable.assumptions0)


def _bound(body: sympy.Expr, limits: tuple[Any, ...]) -> Iterator[tuple[tuple[Range, ...], sympy.Expr]]:
    outer, renamed = open_sum(body, limits)
    for ranges, inner in expand_terms(renamed):
        yield outer + ranges, inner


def open_sum(body: sympy.Expr, limits: tuple[Any, ...]) -> tuple[tuple[Range, ...], sympy.Expr]:
    """Return the ranges of a sum and its summand, with fresh variables."""
    fresh = {limit[0]: fresh_variable(limit[0]) for limit in limits}
    ranges = tuple(
        Range(fresh[limit[0]], expression_of(limit[1]).xreplace(fresh), expression_of(limit[2]).xreplace(fresh))
        for limit in limits
    )
    return ranges, body.xreplace(fresh)


def expand_average(mean: Average) -> Iterator[tuple[tuple[Range, ...], sympy.Expr]]:
    """Yield the terms of a mean, linear in its law."""
    body, variable, law = mean.args
    for part in sympy.Add.make_args(sympy.expand(law)):
        laws = [factor for factor in sympy.Mul.make_args(part) if isinstance(factor, Law)]
        if len(laws) != 1:
            raise InputError("Average", "have a linear combination of laws", law)
        scalar = part / laws[0]
        fresh = fresh_variable(variable)
        outer = Range(fresh, None, laws[0])
        for ranges, inner in expand_terms(body.xreplace({variable: fresh})):
            for more, factor in expand_terms(scalar):
                yield (outer, *ranges, *more), inner * factor


# ---------------------------------------------------------------- atoms


def normal_atom(expression: sympy.Expr) -> sympy.Expr:
    """Return an atom with its arguments in normal form and its symmetries used."""
    if isinstance(expression, KernelValue):
        name, a, b, x, y = expression.args
        x, y = _vector_normal(x), _vector_normal(y)
        if sympy.default_sort_key((a, x)) > sympy.default_sort_key((b, y)):
            a, b, x, y = b, a, y, x
        return KernelValue(name, a, b, x, y)
    if isinstance(expression, KernelGradient):
        name, a, b, x, y = expression.args
        return KernelGradient(name, a, b, _vector_normal(x), _vector_normal(y))
    if isinstance(expression, sympy.Indexed):
        if isinstance(expression.base, SymmetricBase):
            return expression.base[tuple(sorted(expression.indices, key=sympy.default_sort_key))]
        if isinstance(expression.base, EvenBase):
            return expression.base[tuple(abs_index(index) for index in expression.indices)]
        return expression
    if not expression.args or is_vector(expression) or isinstance(expression, Law):
        return expression
    if isinstance(expression, sympy.Integral | sympy.Derivative | sympy.Subs | sympy.Piecewise):
        return expression
    return expression.func(*(_normal_argument(arg) for arg in expression.args))


def abs_index(index: sympy.Expr) -> sympy.Expr:
    """Return the index or its negative, whichever is spelt without a minus sign."""
    return -index if index.could_extract_minus_sign() else index


@lru_cache(maxsize=REMEMBERED)
def _normal_argument(arg: sympy.Basic) -> sympy.Basic:
    if not isinstance(arg, sympy.Expr):
        return arg
    return _rebuild(normal_sum(arg))


def _vector_normal(v: sympy.Expr) -> sympy.Expr:
    from verify.symbolic.inner_products import vector_terms

    parts = list(vector_terms(v))
    if any(ranges for ranges, _, _ in parts):
        return v
    return sympy.Add(*(factor * atom for _, factor, atom in parts))


def _rebuild(terms: Mapping[Term, sympy.Expr]) -> sympy.Expr:
    total = sympy.S.Zero
    for term, coefficient in terms.items():
        body = term.body
        for r in reversed(term.ranges):
            body = (
                Average(body, r.variable, r.upper)
                if r.lower is None
                else sympy.Sum(body, (r.variable, r.lower, r.upper))
            )
        total += coefficient * body
    return total


@lru_cache(maxsize=REMEMBERED)
def _canonical_body(body: sympy.Expr) -> sympy.Expr:
    """Return a product whose atoms are rebuilt, after a renaming has changed what their symmetries choose.

    Exponents over one base are added: SymPy leaves exp(a) exp(b) as it is.
    """
    exponents: dict[sympy.Expr, sympy.Expr] = {}
    for factor in sympy.Mul.make_args(body):
        base, exponent = _canonical_factor(factor).as_base_exp()
        exponents[base] = exponents.get(base, sympy.S.Zero) + exponent
    return sympy.Mul(*(base ** sympy.expand(exponent) for base, exponent in exponents.items()))


def _canonical_factor(factor: sympy.Expr) -> sympy.Expr:
    base, exponent = factor.as_base_exp()
    if isinstance(factor, sympy.exp):
        return normal_atom(factor)
    if isinstance(base, Dot):
        pairs = list(expand_terms(base))
        base = pairs[0][1] if len(pairs) == 1 and not pairs[0][0] else base
    elif isinstance(base, sympy.Add):
        base = _rebuild(normal_sum(base))
    elif not isinstance(base, sympy.Pow | sympy.Mul):
        base = normal_atom(base)
    return base**exponent


# ---------------------------------------------------------------- bound variables


def _contract(ranges: tuple[Range, ...], body: sympy.Expr) -> tuple[tuple[Range, ...], sympy.Expr, sympy.Expr]:
    """Use Kronecker deltas, and sum over variables that do not occur; return ranges, body and factor."""
    for delta in body.atoms(sympy.KroneckerDelta):
        for r in ranges:
            other = _forced(delta, r, ranges)
            if other is None:
                continue
            factors = sympy.Mul.make_args(body)
            rest = sympy.Mul(*(factor for factor in factors if factor.as_base_exp()[0] != delta))
            names = {r.variable: other}
            kept = tuple(q.replaced(names) for q in ranges if q is not r)
            return _contract(kept, _canonical_body(rest.xreplace(names)))
    factor = sympy.S.One
    used: list[Range] = []
    for r in reversed(ranges):
        if body.has(r.variable) or any(q.upper.has(r.variable) for q in used):
            used.insert(0, r)
        else:
            factor *= r.mass
    return tuple(used), body, factor


def _forced(delta: sympy.KroneckerDelta, r: Range, ranges: tuple[Range, ...]) -> sympy.Expr | None:
    """Return the value of a summation variable where a delta is not zero; None if it may lie out of its range.

    A free index is taken to lie in the range.
    """
    gap = sympy.expand(delta.args[0] - delta.args[1])
    slope = gap.coeff(r.variable)
    if r.lower is None or slope not in (1, -1):
        return None
    other = -(gap - slope * r.variable) / slope
    symmetric = r.lower == -r.upper
    if not (other.is_Symbol or (symmetric and (other == 0 or (-other).is_Symbol))):
        return None
    same = next((q for q in ranges if q.variable in (other, -other)), None)
    return None if same is not None and (same.lower, same.upper) != (r.lower, r.upper) else other


def _over_circles(ranges: tuple[Range, ...], body: sympy.Expr) -> sympy.Expr:
    """Integrate exponentials over uniform labels: the mean of e^{i c xi}, c an integer, is 1 if c = 0 and else 0."""
    for r in ranges:
        if not isinstance(r.upper, UniformCircle):
            continue
        factors = sympy.Mul.make_args(body)
        powers = [factor for factor in factors if factor.has(r.variable)]
        if len(powers) != 1 or not isinstance(powers[0], sympy.exp):
            continue
        exponent = sympy.expand(powers[0].args[0])
        frequency = sympy.expand(exponent.coeff(r.variable) / sympy.I)
        constant = sympy.expand(exponent - sympy.I * frequency * r.variable)
        if not frequency.is_integer or constant.has(r.variable):
            continue
        others = (factor for factor in factors if factor is not powers[0])
        body = sympy.Mul(sympy.KroneckerDelta(frequency, 0), sympy.exp(constant), *others)
    return body


def _canonical(contracted: tuple[tuple[Range, ...], sympy.Expr, sympy.Expr]) -> Iterator[tuple[Term, sympy.Expr]]:
    """Yield the terms with canonical names: the spelling that comes first among all exchanges of bound variables."""
    ranges, body, factor = contracted
    for outer, scalar in expand_terms(sympy.expand(factor)):
        if outer:
            raise InputError("range", "have limits without sums", factor)
        coefficient, rest = scalar.as_coeff_Mul()
        yield _named(ranges, body * rest), coefficient


def _named(ranges: tuple[Range, ...], body: sympy.Expr) -> Term:
    if len(ranges) > MAX_BOUND:
        raise InputError("sum", f"have at most {MAX_BOUND} bound variables in one product", body)
    depth = 1 + max((_depth(symbol) for symbol in body.atoms(sympy.Symbol)), default=0)
    best: tuple[str, Term] | None = None
    for order, signs in product(_orders(ranges), product(*map(_signs, ranges))):
        symbols = {r.variable: _name(r, depth, position) for position, r in enumerate(order)}
        names = {r.variable: sign * symbols[r.variable] for r, sign in zip(ranges, signs, strict=True)}
        renamed = tuple(r.replaced(symbols) for r in order)
        term = Term(renamed, _canonical_body(body.xreplace(names)))
        text = f"{[(r.kind, str(r.lower), str(r.upper)) for r in renamed]}{sympy.srepr(term.body)}"
        if best is None or text < best[0]:
            best = text, term
    assert best is not None
    return best[1]


def _orders(ranges: tuple[Range, ...]) -> Iterator[tuple[Range, ...]]:
    """Yield the orders in which like ranges may stand; unlike ones stand by kind and limits, outer ones first."""
    groups: dict[str, list[Range]] = {}
    for r in ranges:
        # a limit that depends on another bound variable names it differently each time: such ranges stay together
        free = r.upper.free_symbols & {q.variable for q in ranges}
        groups.setdefault(f"{r.kind} {'' if free else (r.lower, r.upper)}", []).append(r)
    for chosen in product(*(permutations(groups[key]) for key in sorted(groups))):
        yield tuple(r for group in chosen for r in group)


def _signs(r: Range) -> tuple[int, ...]:
    """A variable of a symmetric range -M..M may be replaced by its negative."""
    return (1, -1) if r.lower is not None and r.lower == -r.upper else (1,)


def _name(r: Range, depth: int, position: int) -> sympy.Symbol:
    name = f"_{depth}_{position}"
    if is_vector(r.variable):
        return type(r.variable)(name)
    known = {key: value for key, value in r.variable.assumptions0.items() if value is not None}
    return sympy.Symbol(name, **known)


def _depth(symbol: sympy.Symbol) -> int:
    parts = symbol.name.split("_")
    return int(parts[1]) if len(parts) == 3 and not parts[0] and parts[1].isdigit() else 0
