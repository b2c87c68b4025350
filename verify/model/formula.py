"""User formulas: parsed by a whitelist into a small tree, printed in one canonical way.

A formula is never evaluated by Python. ``ast.parse`` only reads its syntax; each node is then looked up in the tables
below or refused with its position. Rational sub-expressions are folded while they are read, under a size limit, so that
``9**9**9**9`` is refused before any power is taken. What a tree means is said by the readings in :mod:`.readings`.
"""

from __future__ import annotations

import ast
import difflib
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from verify.model.errors import InputError

if TYPE_CHECKING:
    import flint
    import numpy as np
    import sympy

__all__ = ["Apply", "Cases", "Comparison", "Const", "Formula", "Name", "Node", "parse_formula"]

MAX_LENGTH = 50_000
MAX_NODES = 10_000
MAX_DEPTH = 150
#: An integer of this size has at most 4,215 decimal digits; Python itself reads and prints no more than 4,300.
MAX_BITS = 14_000
MAX_EXPONENT = 1_000

#: Function name -> number of arguments (None: one or more).
FUNCTIONS: dict[str, int | None] = {
    "sqrt": 1, "exp": 1, "log": 1, "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1,
    "sinh": 1, "cosh": 1, "tanh": 1, "Abs": 1, "sign": 1, "Min": None, "Max": None, "besseli": 2,
}  # fmt: skip
CONSTANTS = ("pi", "E")
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
}
_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "**": 4}


@dataclass(frozen=True)
class Const:
    """An exact rational constant."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """A variable, or one of the constants ``pi`` and ``E``."""

    id: str


@dataclass(frozen=True)
class Apply:
    """An operator (``+ - * / ** neg``) or a function of :data:`FUNCTIONS` with its arguments."""

    op: str
    args: tuple[Node, ...]


@dataclass(frozen=True)
class Comparison:
    """A chain ``a r1 b r2 c`` of comparisons, all of which must hold; an empty chain is true."""

    terms: tuple[Node, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True)
class Cases:
    """``Piecewise``: the value of the first branch whose comparison holds, undefined if none does."""

    branches: tuple[tuple[Node, Comparison], ...]


Node = Const | Name | Apply | Cases


@dataclass(frozen=True)
class Formula:
    """A whitelisted formula; equal formulas have equal canonical texts.

    Attributes
    ----------
    text : str
        Canonical text: rationals folded to lowest terms, one spelling of operators and spaces.
    tree : Node
        The tree that every reading interprets.
    variables : frozenset of str
        The free variables that occur.

    Examples
    --------
    >>> f = parse_formula("exp(-0.5*Abs(i-j))", {"i", "j"})
    >>> f.text
    'exp(-1/2*Abs(i - j))'
    >>> f.expr
    exp(-Abs(i - j)/2)
    """

    text: str
    tree: Node
    variables: frozenset[str]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    @cached_property
    def expr(self) -> sympy.Expr:
        """The SymPy expression, its variables real symbols of the same names."""
        from verify.model import readings

        return readings.to_sympy(self.tree)

    def enclose(self, values: Mapping[str, flint.arb]) -> flint.arb:
        """Return a ball that contains every value on the given balls; not finite where one may be undefined."""
        from verify.model import readings

        return readings.to_ball(self.tree, values)

    def enclose_complex(self, values: Mapping[str, flint.acb], analytic: bool) -> flint.acb:
        """Return a complex enclosure for integration; not finite where ``analytic`` is asked for and not certain."""
        from verify.model import readings

        return readings.to_complex_ball(self.tree, values, analytic)

    def rational(self, values: Mapping[str, Fraction] | None = None) -> Fraction | None:
        """Return the exact rational value, or None where a step is not known to be rational."""
        from verify.model import readings

        return readings.to_rational(self.tree, values or {})

    def array(self, values: Mapping[str, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
        """Return float64 values; each ``Piecewise`` branch is evaluated only where it applies, nan where undefined."""
        from verify.model import readings

        return readings.to_array(self.tree, values)

    def substitute(self, replacements: Mapping[str, Formula | Fraction | int]) -> Formula:
        """Return the formula with variables replaced by formulas or rationals."""
        parts: dict[Node, Node] = {
            Name(name): value.tree if isinstance(value, Formula) else Const(Fraction(value))
            for name, value in replacements.items()
        }
        return formula_of(replace_parts(self.tree, parts, fold=True))


def formula_of(tree: Node) -> Formula:
    """Return the formula of a tree that is already whitelisted."""
    return Formula(show(tree), tree, free_names(tree))


def parse_formula(
    text: object,
    variables: Iterable[str] = (),
    where: str = "formula",
    vectors: Mapping[str, int] | None = None,
) -> Formula:
    """Parse a user's formula by whitelist.

    Parameters
    ----------
    text : str
        At most 50,000 characters of ``+ - * / **``, rationals and decimals (read exactly), ``pi``, ``E``, the functions
        of :data:`FUNCTIONS`, and ``Piecewise((value, comparison), ...)``.
    variables : iterable of str
        The names that may occur.
    where : str
        The argument's name for error messages.
    vectors : mapping of str to int, optional
        Vectors and their dimensions: ``{"x": 3}`` allows ``x1``, ``x2``, ``x3`` and ``dot(x, x)``, expanded.

    Raises
    ------
    InputError
        Anything else: the message names the position and what is allowed.
    """
    if not isinstance(text, str):
        raise InputError(where, "be a formula (a string)", text, remedy='Write it in quotes, as "exp(2*t)".')
    if not text.strip():
        raise InputError(where, "be a formula", repr(text), "It is empty.")
    if not text.isascii():
        odd = next(c for c in text if not c.isascii())
        raise InputError(
            where,
            "be written in plain ASCII",
            text,
            f"It contains {odd!a}.",
            "Spell Greek letters out, as xi.",
        )
    if len(text) > MAX_LENGTH:
        raise InputError(where, f"have at most {MAX_LENGTH} characters", f"{len(text)} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # "1or 2" and the like: Python warns, we refuse
            body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        place = f" near column {error.offset}" if isinstance(error, SyntaxError) and error.offset else ""
        raise InputError(
            where, "be a formula", text, f"It does not parse{place}.", "Write powers as **, products as *."
        ) from None
    tree = _Reader(text.strip(), frozenset(variables), where, vectors or {}).read(body, 0)
    return formula_of(tree)


def inner_product(first: str, second: str, size: int) -> Node:
    """Return the tree of ``first1*second1 + ... `` over ``size`` coordinates."""
    products = [Apply("*", (Name(f"{first}{c}"), Name(f"{second}{c}"))) for c in range(1, size + 1)]
    total: Node = products[0]
    for product in products[1:]:
        total = Apply("+", (total, product))
    return total


class _Reader:
    """Turns Python syntax into a whitelisted tree, folding rationals on the way."""

    def __init__(self, text: str, variables: frozenset[str], where: str, vectors: Mapping[str, int]) -> None:
        coordinates = {f"{name}{c + 1}" for name, size in vectors.items() for c in range(size)}
        self.text, self.variables, self.where, self.vectors = text, variables | coordinates, where, vectors
        self.nodes = 0

    def refuse(self, node: ast.AST, condition: str, why: str = "", remedy: str = "") -> InputError:
        piece = ast.get_source_segment(self.text, node) or self.text
        column = getattr(node, "col_offset", 0) + 1
        return InputError(f"{self.where} (column {column})", condition, piece, why, remedy)

    def read(self, node: ast.expr, depth: int) -> Node:
        self.nodes += 1
        if self.nodes > MAX_NODES or depth > MAX_DEPTH:
            raise InputError(self.where, f"have at most {MAX_NODES} parts nested {MAX_DEPTH} deep", self.text)
        match node:
            case ast.Constant():
                return self.constant(node)
            case ast.Name():
                return self.name(node)
            case ast.UnaryOp(op=ast.UAdd()):
                return self.read(node.operand, depth + 1)
            case ast.UnaryOp(op=ast.USub()):
                return self.fold(node, "neg", (self.read(node.operand, depth + 1),))
            case ast.BinOp() if type(node.op) in _OPERATORS:
                args = (self.read(node.left, depth + 1), self.read(node.right, depth + 1))
                return self.fold(node, _OPERATORS[type(node.op)], args)
            case ast.BinOp(op=ast.BitXor()):
                raise self.refuse(node, "use ** for powers", "^ is not an operator here.")
            case ast.Call():
                return self.call(node, depth)
        raise self.refuse(node, "use arithmetic, the listed functions and Piecewise only", "Nothing else is read.")

    def constant(self, node: ast.Constant) -> Const:
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            raise self.refuse(node, "contain numbers only")
        piece = (ast.get_source_segment(self.text, node) or "").replace("_", "")
        if isinstance(node.value, int):
            return Const(Fraction(node.value))
        mantissa, _, exponent = piece.lower().partition("e")
        if len(mantissa) > MAX_EXPONENT or abs(int(exponent or 0)) > MAX_EXPONENT:
            raise self.refuse(node, f"have decimal exponents within {MAX_EXPONENT}")
        return Const(Fraction(piece))

    def name(self, node: ast.Name) -> Name:
        if node.id in self.variables or node.id in CONSTANTS:
            return Name(node.id)
        allowed = sorted(self.variables) + list(CONSTANTS)
        raise self.refuse(
            node, "use known names only", f"Known here: {', '.join(allowed)}.", _suggest(node.id, allowed)
        )

    def call(self, node: ast.Call, depth: int) -> Node:
        if not isinstance(node.func, ast.Name) or node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            raise self.refuse(node, "call the listed functions only, with plain arguments")
        function = node.func.id
        if function == "Piecewise":
            if not node.args:
                raise self.refuse(node, "give Piecewise at least one pair (value, comparison)")
            return Cases(tuple(self.branch(arg, depth + 1) for arg in node.args))
        if function == "dot" and self.vectors:
            return self.dot(node)
        if function not in FUNCTIONS:
            known = [*FUNCTIONS, "Piecewise"]
            raise self.refuse(
                node, "call known functions only", f"Known: {', '.join(known)}.", _suggest(function, known)
            )
        arity = FUNCTIONS[function]
        if not node.args or (arity is not None and len(node.args) != arity):
            raise self.refuse(node, f"give {function} {arity or 'one or more'} argument(s)")
        return Apply(function, tuple(self.read(arg, depth + 1) for arg in node.args))

    def dot(self, node: ast.Call) -> Node:
        names = [arg.id for arg in node.args if isinstance(arg, ast.Name) and arg.id in self.vectors]
        if len(names) != 2 or len(node.args) != 2:
            raise self.refuse(node, f"give dot two of the vectors {', '.join(self.vectors)}")
        self.nodes += 3 * self.vectors[names[0]]
        return inner_product(names[0], names[1], self.vectors[names[0]])

    def branch(self, node: ast.expr, depth: int) -> tuple[Node, Comparison]:
        if not isinstance(node, ast.Tuple) or len(node.elts) != 2:
            raise self.refuse(node, "give Piecewise pairs (value, comparison)")
        value, condition = node.elts
        if isinstance(condition, ast.Constant) and condition.value is True:
            return self.read(value, depth), Comparison((), ())
        if not isinstance(condition, ast.Compare) or any(type(op) not in _RELATIONS for op in condition.ops):
            raise self.refuse(condition, "be a comparison such as xi < 1, or True, as a Piecewise condition")
        terms = tuple(self.read(term, depth) for term in (condition.left, *condition.comparators))
        return self.read(value, depth), Comparison(terms, tuple(_RELATIONS[type(op)] for op in condition.ops))

    def fold(self, node: ast.expr, op: str, args: tuple[Node, ...]) -> Node:
        """Fold an operation on rationals; refuse sizes beyond the limits before computing anything."""
        if op == "**":
            self.check_power(node, args)
        if not all(isinstance(arg, Const) for arg in args):
            return Apply(op, args)
        values = [arg.value for arg in args if isinstance(arg, Const)]
        if op == "neg":
            return Const(-values[0])
        left, right = values
        if op == "**":
            return Const(left**right.numerator) if right.denominator == 1 else Apply(op, args)
        if op == "/" and right == 0:
            raise self.refuse(node, "not divide by zero")
        result = {"+": left.__add__, "-": left.__sub__, "*": left.__mul__, "/": left.__truediv__}[op](right)
        if max(result.numerator.bit_length(), result.denominator.bit_length()) > MAX_BITS:
            raise self.refuse(node, f"keep exact numbers under {MAX_BITS} bits")
        return Const(result)

    def check_power(self, node: ast.expr, args: tuple[Node, ...]) -> None:
        base, exponent = args
        if not isinstance(exponent, Const):
            return
        size = abs(exponent.value)
        if isinstance(base, Const):
            if base.value == 0 and exponent.value < 0:
                raise self.refuse(node, "not divide by zero")
            bits = max(base.value.numerator.bit_length(), base.value.denominator.bit_length())
            if bits * size > MAX_BITS and abs(base.value) != 1:
                raise self.refuse(
                    node, f"keep exact numbers under {MAX_BITS} bits", "The power is too large to write out."
                )
        elif size > MAX_EXPONENT:
            raise self.refuse(node, f"have exponents within {MAX_EXPONENT}")


def _suggest(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name.lower(), {k.lower(): k for k in known}, n=1, cutoff=0.6)
    return f"Did you mean {next(k for k in known if k.lower() == close[0])}?" if close else ""


def show(node: Node, outer: int = 0) -> str:
    """Return the canonical text of a tree, with the parentheses that precedence needs and no others."""
    match node:
        case Const(value):
            text = str(value)
            level = 2 if value.denominator != 1 else 5
            level = min(level, 3 if value < 0 else 5)
            # a leading minus binds weaker than a product on its left only for fractions, so "-1/2*x" is read back alike
            return f"({text})" if level < outer else text
        case Name(name):
            return name
        case Cases(branches):
            return "Piecewise(" + ", ".join(f"({show(v)}, {_show_comparison(c)})" for v, c in branches) + ")"
        case Apply("neg", (arg,)):
            text = f"-{show(arg, 3)}"
            return f"({text})" if outer > 3 else text
        case Apply(op, (left, right)) if op in _PRECEDENCE:
            level = _PRECEDENCE[op]
            # + and * associate to the left; ** to the right
            sides = (show(left, level + (op == "**")), show(right, level + (op != "**")))
            text = f" {op} ".join(sides) if level == 1 else op.join(sides)
            return f"({text})" if level < outer else text
        case Apply(function, args):
            return f"{function}({', '.join(show(arg) for arg in args)})"


def _show_comparison(comparison: Comparison) -> str:
    if not comparison.terms:
        return "True"
    pieces = [show(comparison.terms[0])]
    for relation, term in zip(comparison.relations, comparison.terms[1:], strict=True):
        pieces += [relation, show(term)]
    return " ".join(pieces)


def children(node: Node) -> tuple[Node, ...]:
    """Return the direct parts of a node, comparisons' terms included."""
    match node:
        case Apply(_, args):
            return args
        case Cases(branches):
            return tuple(part for value, comparison in branches for part in (value, *comparison.terms))
        case _:
            return ()


def free_names(node: Node) -> frozenset[str]:
    """Return the variables that occur in a tree."""
    found: frozenset[str] | None = node.__dict__.get("_names")
    if found is None:
        if isinstance(node, Name):
            found = frozenset({node.id}) - set(CONSTANTS)
        else:
            found = frozenset().union(*(free_names(part) for part in children(node)))
        node.__dict__["_names"] = found  # kept beside the fields: trees are walked often and never change
    return found


def replace_parts(node: Node, parts: Mapping[Node, Node], *, fold: bool = False) -> Node:
    """Return the tree with every occurrence of the given sub-trees replaced, outermost first.

    With ``fold``, operations whose arguments have become rational are replaced by their value where that is rational.
    """
    if node in parts:
        return parts[node]

    def again(part: Node) -> Node:
        return replace_parts(part, parts, fold=fold)

    match node:
        case Apply(op, args):
            changed = Apply(op, tuple(again(arg) for arg in args))
            return _folded(changed) if fold and all(isinstance(arg, Const) for arg in changed.args) else changed
        case Cases(branches):
            return Cases(
                tuple((again(v), Comparison(tuple(again(t) for t in c.terms), c.relations)) for v, c in branches)
            )
        case _:
            return node


def _folded(node: Node) -> Node:
    from verify.model import readings

    value = readings.to_rational(node, {})
    return node if value is None else Const(value)
