"""The maximum over directions: enclosures of known maxima, isolated, on whole circles, and where nothing is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flint
import numpy as np
import pytest

from verify.spectral.top_direction import LARGEST_DIMENSION, enclose_top


@dataclass(frozen=True)
class Quadratic:
    """E = <u, A u> + <b, u>."""

    a: tuple[tuple[int, ...], ...]
    b: tuple[int, ...]
    blur: float = 0.0

    @property
    def d(self) -> int:
        """Dimension."""
        return len(self.b)

    def energy(self, u: Sequence[flint.arb]) -> flint.arb:
        """E, with its blur."""
        form = sum((u[i] * x * u[j] for i, row in enumerate(self.a) for j, x in enumerate(row)), flint.arb(0))
        return form + sum((x * y for x, y in zip(u, self.b, strict=True)), flint.arb(0, self.blur))

    def slope(self, u: Sequence[flint.arb]) -> list[flint.arb]:
        """The gradient."""
        rows = [sum((2 * x * y for x, y in zip(row, u, strict=True)), flint.arb(0)) for row in self.a]
        return [g + y for g, y in zip(rows, self.b, strict=True)]


@dataclass(frozen=True)
class WithoutSlope(Quadratic):
    """The same, its gradient unknown."""

    def slope(self, u: Sequence[flint.arb]) -> list[flint.arb]:
        """The gradient."""
        return [flint.arb("nan")] * len(u)


@pytest.mark.parametrize("a", [((3, 1), (1, -2)), ((2, 1, 0), (1, 1, 1), (0, 1, -1))])
def test_the_top_of_a_form_is_its_largest_eigenvalue(a: tuple[tuple[int, ...], ...]) -> None:
    """E = <u, A u>, on half of the sphere."""
    top = enclose_top(Quadratic(a, (0,) * len(a)), 800, even=True)
    assert top is not None
    largest = float(np.linalg.eigvalsh(np.array(a, dtype=float))[-1])
    assert top.overlaps(flint.arb(largest, 1e-12))
    assert top.rad() < 1e-3


def test_the_top_of_a_linear_form_is_its_length() -> None:
    """E = <b, u> on S^1 and S^2; it is not even."""
    for b in ((3, -4), (1, 2, -2)):
        top = enclose_top(Quadratic(tuple((0,) * len(b) for _ in b), b), 1_000)
        assert top is not None
        assert top.contains(flint.arb(round(float(np.linalg.norm(b)))))
        assert top.rad() < 1e-4


def test_a_circle_of_maximisers_is_enclosed() -> None:
    """E = 1 - u_3^2 is largest on the equator."""
    top = enclose_top(Quadratic(((1, 0, 0), (0, 1, 0), (0, 0, 0)), (0, 0, 0)), 2_000, even=True)
    assert top is not None
    assert top.contains(flint.arb(1))


def test_without_a_gradient_the_boxes_alone_bound_the_maximum() -> None:
    """First order, and still an enclosure."""
    top = enclose_top(WithoutSlope(((1, 0), (0, 0)), (0, 1)), 3_000)
    assert top is not None
    assert top.contains(flint.arb(5) / 4)


def test_no_rough_enclosure_is_given() -> None:
    """Few boxes, an energy that is itself a wide ball, or d beyond boxes."""
    assert enclose_top(Quadratic(((1, 0), (0, 0)), (0, 1)), 4) is None
    assert enclose_top(Quadratic(((1, 0), (0, 0)), (0, 1), blur=0.2), 3_000) is None
    d = LARGEST_DIMENSION + 1
    assert enclose_top(Quadratic(((0,) * d,) * d, (1,) * d), 3_000) is None
