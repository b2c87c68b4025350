"""Expressions as NumPy programs: common subexpressions once, guarded Piecewise, exponentials that do not overflow.

A program is a list of instructions on arrays, made without any text that is run as code. Products, quotients, powers
and logarithms of exponentials are kept as mantissa * exp(shift), where the shift of a sum is its largest exponent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from verify.model.errors import InputError
from verify.symbolic._expressions import expression_of
from verify.symbolic._numpy_functions import FUNCTIONS, RELATIONS

__all__ = ["Compiled", "CompiledEnergy", "compile_energy", "compile_expression"]

Array = np.ndarray[Any, Any]
#: A register is an index into the list of values; an instruction appends one value.
Instruction = tuple[Callable[..., Any], tuple[int, ...]]


@dataclass(frozen=True)
class Compiled:
    """A program for several outputs.

    Attributes
    ----------
    variables : tuple of str
        Names of the arguments, in order.
    size : int
        Number of instructions.
    """

    variables: tuple[str, ...]
    _instructions: tuple[Instruction, ...]
    _outputs: tuple[int, ...]
    _shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of instructions."""
        return len(self._instructions)

    def __call__(self, *arguments: Any) -> Array:
        """Return the values at float64 arrays that broadcast; outputs along the leading axes.

        Raises
        ------
        InputError
            Another number of arguments.
        """
        if len(arguments) != len(self.variables):
            raise InputError("arguments", f"be one for each of {', '.join(self.variables)}", len(arguments))
        arrays = np.broadcast_arrays(*(np.asarray(a, dtype=float) for a in arguments)) if arguments else []
        values: list[Any] = list(arrays)
        for function, registers in self._instructions:
            values.append(function(*(values[r] for r in registers)))
        shape = arrays[0].shape if arrays else ()
        stacked = [np.broadcast_to(np.asarray(values[r], dtype=float), shape) for r in self._outputs]
        return np.array(stacked).reshape(self._shape + shape)


def compile_expression(
    expressions: sympy.Expr | Sequence[Any], variables: Sequence[sympy.Symbol], shape: tuple[int, ...] | None = None
) -> Compiled:
    """Compile one expression, or a list of them with common subexpressions evaluated once.

    Parameters
    ----------
    expressions : Expr or sequence of Expr
        Of the variables alone.
    variables : sequence of Symbol
        The arguments in order.
    shape : tuple of int, optional
        Shape of the outputs; () for one expression, (len,) for a list.

    Raises
    ------
    InputError
        A free symbol that is no variable, or a function without a reading in NumPy.

    Examples
    --------
    >>> t = sympy.Symbol("t")
    >>> f = compile_expression(sympy.exp(1000 * t) / (1 + sympy.exp(1000 * t)), [t])
    >>> f(np.array([-2.0, 0.0, 2.0])).tolist()
    [0.0, 0.5, 1.0]
    """
    single = not isinstance(expressions, list | tuple)
    listed = [expression_of(e) for e in ([expressions] if single else expressions)]
    free = {symbol for e in listed for symbol in e.free_symbols} - set(variables)
    if free:
        raise InputError("expression", "contain the variables alone", sorted(map(str, free)))
    builder = _Builder(variables)
    outputs = builder.outputs(listed)
    return Compiled(
        tuple(v.name for v in variables),
        tuple(builder.instructions),
        tuple(outputs),
        (() if single else (len(listed),)) if shape is None else shape,
    )


@dataclass(frozen=True)
class CompiledEnergy:
    """A scalar function with its gradient and Hessian, each one program."""

    value: Compiled
    gradient: Compiled
    hessian: Compiled


def compile_energy(expression: sympy.Expr, variables: Sequence[sympy.Symbol]) -> CompiledEnergy:
    """Compile a scalar expression, its gradient and its Hessian.

    Examples
    --------
    >>> x, y = sympy.symbols("x y")
    >>> energy = compile_energy(x**2 * y, [x, y])
    >>> energy.gradient(1.0, 2.0).tolist(), energy.hessian(1.0, 2.0).tolist()
    ([4.0, 1.0], [[4.0, 2.0], [2.0, 0.0]])
    """
    n = len(variables)
    slopes = [expression.diff(v) for v in variables]
    curvatures = [slopes[max(i, j)].diff(variables[min(i, j)]) for i in range(n) for j in range(n)]
    return CompiledEnergy(
        compile_expression(expression, variables),
        compile_expression(slopes, variables),
        compile_expression(curvatures, variables, (n, n)),
    )


@dataclass(frozen=True)
class _Scaled:
    """mantissa * exp(shift); registers."""

    mantissa: int
    shift: int | None


class _Builder:
    """Appends instructions; equal expressions share a register."""

    def __init__(self, variables: Sequence[sympy.Symbol]) -> None:
        self.variables = tuple(variables)
        self.instructions: list[Instruction] = []
        self.known: dict[Any, int] = {v: i for i, v in enumerate(self.variables)}
        self.scaled_known: dict[sympy.Expr, _Scaled] = {}
        self.shared: dict[sympy.Symbol, sympy.Expr] = {}

    def emit(self, function: Callable[..., Any], *registers: int) -> int:
        self.instructions.append((function, registers))
        return len(self.variables) + len(self.instructions) - 1

    def outputs(self, expressions: list[sympy.Expr]) -> list[int]:
        # a branch of Piecewise is evaluated only where it applies, so nothing is taken out of it
        guards: dict[sympy.Basic, sympy.Symbol] = {}
        for expression in expressions:
            for piece in expression.atoms(sympy.Piecewise):
                guards.setdefault(piece, sympy.Dummy("piece"))
        outer = {p: s for p, s in guards.items() if not any(p != q and q.has(p) for q in guards)}
        bare = [e.xreplace(outer) for e in expressions]
        for piece, symbol in outer.items():
            self.known[symbol] = self.piecewise(piece)
        replacements, reduced = sympy.cse(bare)
        for symbol, value in replacements:
            if value.has(sympy.exp) or self.hides_exp(value):
                self.shared[symbol] = value  # evaluated where it is used, scaled or not
            else:
                self.known[symbol] = self.register(value)
        return [self.register(e) for e in reduced]

    def constant(self, value: float) -> int:
        key = ("constant", value)
        if key not in self.known:
            self.known[key] = self.emit(lambda: np.float64(value))
        return self.known[key]

    def register(self, e: sympy.Expr) -> int:
        """Return the register that holds an expression."""
        if e not in self.known:
            self.known[e] = self.evaluate(self.shared.get(e, e))
        return self.known[e]

    def evaluate(self, e: sympy.Expr) -> int:
        if e.is_number:
            return self.constant(float(e))
        if isinstance(e, sympy.Piecewise):
            return self.piecewise(e)
        if isinstance(e, sympy.Add | sympy.Mul | sympy.Pow | sympy.log) and (e.has(sympy.exp) or self.hides_exp(e)):
            return self.unscaled(e)
        if isinstance(e, sympy.Add):
            return self.fold(np.add, [self.register(arg) for arg in e.args])
        if isinstance(e, sympy.Mul):
            return self.fold(np.multiply, [self.register(arg) for arg in e.args])
        if isinstance(e, sympy.Pow):
            return self.power(self.register(e.base), e.exp)
        function = FUNCTIONS.get(type(e))
        if function is None:
            raise InputError("expression", "use functions that NumPy has", type(e).__name__)
        return self.emit(function, *(self.register(arg) for arg in e.args))

    def hides_exp(self, e: sympy.Expr) -> bool:
        return any(symbol in self.shared for symbol in e.free_symbols)

    def fold(self, function: Callable[..., Any], registers: list[int]) -> int:
        total = registers[0]
        for other in registers[1:]:
            total = self.emit(function, total, other)
        return total

    def power(self, base: int, exponent: sympy.Expr) -> int:
        if exponent == sympy.S.Half:
            return self.emit(np.sqrt, base)
        if exponent == -1:
            return self.emit(np.reciprocal, base)
        if exponent == 2:
            return self.emit(np.square, base)
        if exponent.is_Integer:
            whole = int(exponent)
            return self.emit(lambda x: np.power(x, whole) if whole > 0 else 1.0 / np.power(x, -whole), base)
        return self.emit(np.power, base, self.register(exponent))

    # ------------------------------------------------------------ exponentials

    def unscaled(self, e: sympy.Expr) -> int:
        if isinstance(e, sympy.log):
            inner = self.scaled(e.args[0])
            logarithm = self.emit(np.log, inner.mantissa)
            return logarithm if inner.shift is None else self.emit(np.add, logarithm, inner.shift)
        value = self.scaled(e)
        if value.shift is None:
            return value.mantissa
        return self.emit(_times_exp, value.mantissa, value.shift)

    def scaled(self, e: sympy.Expr) -> _Scaled:
        """Return an expression as mantissa and shift."""
        if e not in self.scaled_known:
            self.scaled_known[e] = self.split(self.shared.get(e, e))
        return self.scaled_known[e]

    def split(self, e: sympy.Expr) -> _Scaled:
        if isinstance(e, sympy.exp):
            return _Scaled(self.constant(1.0), self.register(e.args[0]))
        if not (e.has(sympy.exp) or self.hides_exp(e)):
            return _Scaled(self.register(e), None)
        if isinstance(e, sympy.Mul):
            parts = [self.scaled(arg) for arg in e.args]
            shifts = [p.shift for p in parts if p.shift is not None]
            shift = self.fold(np.add, shifts) if shifts else None
            return _Scaled(self.fold(np.multiply, [p.mantissa for p in parts]), shift)
        if isinstance(e, sympy.Pow) and e.exp.is_number:
            base = self.scaled(e.base)
            shift = None if base.shift is None else self.emit(np.multiply, base.shift, self.constant(float(e.exp)))
            return _Scaled(self.power(base.mantissa, e.exp), shift)
        if isinstance(e, sympy.Add) and len(e.args) == 2 and e.args[0] == -1 and isinstance(e.args[1], sympy.exp):
            x = self.register(e.args[1].args[0])
            return _Scaled(self.emit(_scaled_expm1, x), self.emit(lambda t: np.maximum(t, 0.0), x))
        if isinstance(e, sympy.Add):
            return self.sum_of_exponentials([self.scaled(arg) for arg in e.args])
        return _Scaled(self.register(e), None)

    def sum_of_exponentials(self, parts: list[_Scaled]) -> _Scaled:
        shifts = [p.shift for p in parts if p.shift is not None]
        if not shifts:
            return _Scaled(self.fold(np.add, [p.mantissa for p in parts]), None)
        if len(shifts) < len(parts):
            shifts.append(self.constant(0.0))
        largest = self.fold(np.maximum, shifts)
        zero = self.constant(0.0)
        terms = [
            self.emit(_times_exp, p.mantissa, self.emit(np.subtract, zero if p.shift is None else p.shift, largest))
            for p in parts
        ]
        return _Scaled(self.fold(np.add, terms), largest)

    # ------------------------------------------------------------ Piecewise

    def piecewise(self, e: sympy.Piecewise) -> int:
        """Emit one instruction that evaluates each branch only where it is the first whose condition holds."""
        branches = []
        for value, condition in e.args:
            branches.append((compile_expression(value, self.variables), self.condition(condition)))

        def choose(*arrays: Array) -> Array:
            shape = np.broadcast_shapes(*(np.shape(a) for a in arrays))
            flat = [np.broadcast_to(a, shape).reshape(-1) for a in arrays]
            result = np.full(flat[0].shape if flat else (1,), np.nan)
            left = np.ones(result.shape, dtype=bool)
            for program, test in branches:
                chosen = np.flatnonzero(left)
                chosen = chosen[np.asarray(test(*(a[chosen] for a in flat)), dtype=bool)]
                result[chosen] = program(*(a[chosen] for a in flat))
                left[chosen] = False
            return result.reshape(shape)

        return self.emit(choose, *range(len(self.variables)))

    def condition(self, condition: Any) -> Callable[..., Any]:
        if condition in (sympy.true, sympy.false):
            holds = condition is sympy.true
            return lambda *arrays: np.full(arrays[0].shape, holds)
        if isinstance(condition, sympy.And | sympy.Or):
            tests = [self.condition(arg) for arg in condition.args]
            fold = np.logical_and if isinstance(condition, sympy.And) else np.logical_or
            return lambda *arrays: fold.reduce([test(*arrays) for test in tests])
        sides = compile_expression([condition.lhs, condition.rhs], self.variables)
        relation = RELATIONS[condition.rel_op]
        return lambda *arrays: relation(*sides(*arrays))


def _times_exp(mantissa: Any, shift: Any) -> Any:
    """Return mantissa * exp(shift); a mantissa of zero wins over an overflow."""
    with np.errstate(over="ignore", invalid="ignore"):
        value = mantissa * np.exp(shift)
    return np.where(np.equal(mantissa, 0.0), 0.0, value)


def _scaled_expm1(x: Any) -> Any:
    """Return (exp(x) - 1) exp(-max(x, 0)) without loss near zero."""
    return np.where(x > 0, -np.expm1(-np.abs(x)), np.expm1(-np.abs(x)))
