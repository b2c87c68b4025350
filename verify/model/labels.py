"""Label laws rho: the frozen distribution of the auxiliary variable that each token carries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.formula import Formula, parse_formula
from verify.model.label_checks import check_count, check_density, check_weights
from verify.model.numbers import Number, ball, float_value, number_text, parse_number, parse_rational

__all__ = ["Atoms", "Blocks", "Circle", "Cyclic", "Interval", "LabelLaw", "Positions", "Torus", "read_labels"]

Array = np.ndarray[Any, Any]
VariableNames = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class LabelLaw(ABC):
    """A law on labels: ``size`` counts labels or blocks, None on a continuum; ``atomic``: it has atoms."""

    @property
    def kind(self) -> str:
        """The name used in kernel files."""
        return type(self).__name__.lower()

    @property
    def size(self) -> int | None:
        """Number of labels or blocks, None on a continuum."""
        return None

    @property
    def atomic(self) -> bool:
        """True if each label has positive mass."""
        return False

    @property
    def variables(self) -> VariableNames:
        """Names of the first and the second label's coordinates in formulas."""
        return ("xi",), ("zeta",)

    def weights(self) -> tuple[Fraction, ...]:
        """Exact weights of a finite law, summing to 1."""
        raise InputError("labels", "be finite here", self.kind)

    def to_json(self) -> dict[str, Any]:
        """Plain data of the normal form."""
        return {"kind": self.kind}

    @abstractmethod
    def quantiles(self, u: Array) -> Array:
        """Return labels at the quantiles u in [0, 1).

        Float64 coordinates on a continuum, integer indices of a finite law; shape (n,) or (n, dim).
        """

    def sample(self, rng: np.random.Generator, size: int) -> Array:
        """Return ``size`` independent labels; shape (size,) or (size, dim)."""
        return self.quantiles(rng.random(size))


@dataclass(frozen=True)
class _Finite(LabelLaw):
    @cached_property
    def _cumulative(self) -> Array:
        return np.cumsum([float(w) for w in self.weights()])

    def quantiles(self, u: Array) -> Array:
        """Return the indices of the labels at the quantiles u."""
        last = len(self._cumulative) - 1
        return np.minimum(np.searchsorted(self._cumulative, u, side="right"), last)


@dataclass(frozen=True)
class Atoms(_Finite):
    """Finitely many labels with exact positive weights, and their values where a formula needs them."""

    masses: tuple[Fraction, ...]
    points: tuple[Number, ...] | None = None

    def __post_init__(self) -> None:
        check_weights(self.masses)
        if self.points is not None and len(self.points) != len(self.masses):
            raise InputError("labels.points", f"have {len(self.masses)} entries, one per weight", len(self.points))

    @property
    def size(self) -> int:
        """Number of atoms."""
        return len(self.masses)

    @property
    def atomic(self) -> bool:
        """Always true."""
        return True

    @classmethod
    def from_quantiles(cls, quantile: Callable[[float], float], n: int = 64) -> Atoms:
        """Return n equal atoms at the midpoints q((i + 1/2)/n) of a quantile function, each its exact binary value.

        The atoms stand for the law of q(U), U uniform on [0, 1]: a verdict on them is one on the atoms.

        Raises
        ------
        InputError
            A value that is not a finite number.

        Examples
        --------
        >>> Atoms.from_quantiles(lambda u: u * u, 2).points
        (Fraction(1, 16), Fraction(9, 16))
        """
        check_count("n", n)
        values = (quantile((i + 0.5) / n) for i in range(n))
        points = tuple(parse_number(value, f"quantile({(i + 0.5) / n:g})") for i, value in enumerate(values))
        return cls((Fraction(1, n),) * n, points)

    def weights(self) -> tuple[Fraction, ...]:
        """Exact weights."""
        return self.masses

    def to_json(self) -> dict[str, Any]:
        """Plain data of the normal form."""
        data: dict[str, Any] = {"kind": "atoms", "weights": [str(w) for w in self.masses]}
        if self.points is not None:
            data["points"] = [number_text(p) for p in self.points]
        return data


@dataclass(frozen=True)
class Blocks(_Finite):
    """A nonatomic law on finitely many blocks of given mass, on each of which the kernel is constant."""

    masses: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        check_weights(self.masses)

    @property
    def size(self) -> int:
        """Number of blocks."""
        return len(self.masses)

    def weights(self) -> tuple[Fraction, ...]:
        """Exact masses of the blocks."""
        return self.masses

    def to_json(self) -> dict[str, Any]:
        """Plain data of the normal form."""
        return {"kind": "blocks", "weights": [str(w) for w in self.masses]}


@dataclass(frozen=True)
class _UniformAtoms(_Finite):
    """Equally weighted integer labels."""

    @property
    def atomic(self) -> bool:
        """Always true."""
        return True

    @property
    def variables(self) -> VariableNames:
        """``i`` and ``j``."""
        return ("i",), ("j",)

    def weights(self) -> tuple[Fraction, ...]:
        """Equal weights 1/n."""
        assert self.size is not None
        return (Fraction(1, self.size),) * self.size


@dataclass(frozen=True)
class Cyclic(_UniformAtoms):
    """Uniform on the cyclic group Z_n."""

    n: int

    def __post_init__(self) -> None:
        check_count("labels.n", self.n)

    @property
    def size(self) -> int:
        """Order of the group."""
        return self.n

    def to_json(self) -> dict[str, Any]:
        """Plain data of the normal form."""
        return {"kind": "cyclic", "n": self.n}


@dataclass(frozen=True)
class Positions(_UniformAtoms):
    """Uniform on integer positions 0..n-1, or on a grid; row-major order on a grid."""

    shape: tuple[int, ...]

    def __post_init__(self) -> None:
        for n in self.shape:
            check_count("labels.n" if len(self.shape) == 1 else "labels.shape", n)
        check_count("labels.shape", prod(self.shape))

    @property
    def size(self) -> int:
        """Number of positions."""
        return prod(self.shape)

    @property
    def variables(self) -> VariableNames:
        """``i`` and ``j``, or ``i1, i2, ...`` and ``j1, j2, ...`` on a grid."""
        rank = len(self.shape)
        if rank == 1:
            return ("i",), ("j",)
        return tuple(f"i{a + 1}" for a in range(rank)), tuple(f"j{a + 1}" for a in range(rank))

    def to_json(self) -> dict[str, Any]:
        """Plain data of the normal form."""
        if len(self.shape) == 1:
            return {"kind": "positions", "n": self.shape[0]}
        return {"kind": "positions", "shape": list(self.shape)}


@dataclass(frozen=True)
class Circle(LabelLaw):
    """Uniform on [0, 2 pi)."""

    def quantiles(self, u: Array) -> Array:
        """Angles 2 pi u."""
        return 2 * np.pi * np.asarray(u, dtype=float)


@dataclass(frozen=True)
class Torus(LabelLaw):
    """Uniform on [0, 2 pi)^dim."""

    dim: int

    def __post_init__(self) -> None:
        if not isinstance(self.dim, int) or isinstance(self.dim, bool) or not 1 <= self.dim <= 8:
            raise InputError("labels.dim", "be an integer between 1 and 8", self.dim)

    @property
    def variables(self) -> VariableNames:
        """``xi1, xi2, ...`` and ``zeta1, zeta2, ...``."""
        return tuple(f"xi{a + 1}" for a in range(self.dim)), tuple(f"zeta{a + 1}" for a in range(self.dim))

    def to_json(self) -> dict[str, Any]:
        """Plain data of the normal form."""
        return {"kind": "torus", "dim": self.dim}

    def quantiles(self, u: Array) -> Array:
        """Angles 2 pi u for u of shape (n, dim)."""
        return 2 * np.pi * np.asarray(u, dtype=float)

    def sample(self, rng: np.random.Generator, size: int) -> Array:
        """Independent uniform angles, shape (size, dim)."""
        return self.quantiles(rng.random((size, self.dim)))


@dataclass(frozen=True)
class Interval(LabelLaw):
    """On [a, b]: uniform, or with a density formula in xi that integrates to 1."""

    a: Number
    b: Number
    density: Formula | None = None

    def __post_init__(self) -> None:
        if not ball(self.a) < ball(self.b):
            raise InputError("labels", "have a < b", f"a = {number_text(self.a)}, b = {number_text(self.b)}")
        if self.density is not None:
            check_density(self.density, ball(self.a), ball(self.b))

    def to_json(self) -> dict[str, Any]:
        """Plain data of the normal form."""
        data: dict[str, Any] = {"kind": "interval", "a": number_text(self.a), "b": number_text(self.b)}
        return data if self.density is None else data | {"density": self.density.text}

    def quantiles(self, u: Array) -> Array:
        """Labels at the quantiles u; with a density by inverting its distribution function on 4,096 cells."""
        a, b = float_value(self.a), float_value(self.b)
        if self.density is None:
            return a + (b - a) * np.asarray(u, dtype=float)
        grid = np.linspace(a, b, 4097)
        rho = self.density.array({"xi": grid})
        cdf = np.concatenate([[0.0], np.cumsum((rho[1:] + rho[:-1]) / 2)])
        return np.interp(u, cdf / cdf[-1], grid)


_FIELDS = {
    "atoms": {"weights", "points"}, "blocks": {"weights"}, "circle": set(), "interval": {"a", "b", "density"},
    "torus": {"dim"}, "cyclic": {"n"}, "positions": {"n", "shape"},
}  # fmt: skip


def read_labels(value: object, where: str = "labels") -> LabelLaw:
    """Read a label law as kernel files write it; in Python also a quantile function, read as 64 equal atoms.

    Raises
    ------
    InputError
        Unknown kind or field, weights that are not positive or miss 1, a density that is not a density.

    Examples
    --------
    >>> read_labels({"kind": "atoms", "weights": ["1/3", "2/3"]}).weights()
    (Fraction(1, 3), Fraction(2, 3))
    """
    if isinstance(value, LabelLaw):
        return value
    if callable(value):
        return Atoms.from_quantiles(value)
    if not isinstance(value, Mapping) or value.get("kind") not in _FIELDS:
        kinds = ", ".join(sorted(_FIELDS))
        raise InputError(
            where,
            "be an object with a known kind",
            value,
            f"Kinds: {kinds}.",
            'For example {"kind": "circle"}.',
        )
    kind = value["kind"]
    for field in value.keys() - _FIELDS[kind] - {"kind"}:
        allowed = ", ".join(sorted(_FIELDS[kind])) or "none"
        raise InputError(f"{where}.{field}", f"be a field of kind {kind}", field, f"Fields: {allowed}.", "Remove it.")
    match kind:
        case "circle":
            return Circle()
        case "torus":
            return Torus(value.get("dim", 2))
        case "cyclic":
            return Cyclic(_required(value, "n", where))
        case "positions":
            return Positions(_shape(value, where))
        case "interval":
            density = value.get("density")
            return Interval(
                parse_number(_required(value, "a", where), f"{where}.a"),
                parse_number(_required(value, "b", where), f"{where}.b"),
                None if density is None else parse_formula(density, {"xi"}, f"{where}.density"),
            )
    weights = _numbers(_required(value, "weights", where), f"{where}.weights")
    masses = tuple(parse_rational(w, f"{where}.weights[{index}]") for index, w in enumerate(weights))
    if kind == "blocks":
        return Blocks(masses)
    points = value.get("points")
    if points is None:
        return Atoms(masses)
    points = _numbers(points, f"{where}.points")
    return Atoms(masses, tuple(parse_number(p, f"{where}.points[{index}]") for index, p in enumerate(points)))


def _required(value: Mapping[str, Any], field: str, where: str) -> Any:
    if field not in value:
        raise InputError(where, f"have the field {field!r}", dict(value))
    return value[field]


def _numbers(value: object, where: str) -> list[Any]:
    if isinstance(value, np.ndarray) and value.ndim == 1:
        return value.tolist()
    if not isinstance(value, list | tuple):
        raise InputError(where, "be a list of numbers", value)
    return list(value)


def _shape(value: Mapping[str, Any], where: str) -> tuple[int, ...]:
    if ("n" in value) == ("shape" in value):
        raise InputError(where, 'have exactly one of "n" and "shape"', dict(value))
    if "n" in value:
        return (value["n"],)
    shape = value["shape"]
    if not isinstance(shape, list | tuple) or not shape:
        raise InputError(f"{where}.shape", "be a nonempty list of integers", shape)
    return tuple(shape)
