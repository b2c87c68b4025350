"""The whitelist parser of formulas: Python syntax to a tree, node by node, or an error with its position.

``ast.parse`` reads the syntax only; each node is looked up in the tables below or refused. Rational sub-expressions are
folded while they are read, under a size limit, so that ``9**9**9**9`` is refused before any power is taken.
"""

from __future__ import annotations

import ast
import difflib
import warnings
from collections.abc import Iterable, Mapping
from fractions import Fraction

from verify.model.errors import InputError
from verify.model.trees import CONSTANTS, FUNCTIONS, Apply, Cases, Comparison, Const, Name, Node, inner_product

__all__ = ["read_tree"]

MAX_LENGTH = 50_000
MAX_NODES = 10_000
MAX_DEPTH = 150
#: An integer of this size has at most 4,215 decimal digits; Python itself reads and prints no more than 4,300.
MAX_BITS = 14_000
MAX_EXPONENT = 1_000

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


def read_tree(text: object, variables: Iterable[str], where: str, vectors: Mapping[str, int]) -> Node:
    """Return the whitelisted tree of a formula's text; see :func:`verify.model.formula.parse_formula`."""
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
    return _Reader(text.strip(), frozenset(variables), where, vectors).read(body, 0)


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
