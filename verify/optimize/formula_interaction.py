"""Expression kernels for the optimiser: h and its derivatives compiled once, all pairs at a time.

Overview
--------
grad_i E = sum_j w_i w_j h_x((x_i, i), (x_j, j)), by the symmetry of h, and

    H_ij = w_i w_j h_xy + [i = j] sum_l w_i w_l h_xx((x_i, i), (x_l, l)).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from verify.model.errors import InputError
from verify.model.factors import label_coordinates
from verify.model.kernels import ExpressionKernel
from verify.optimize.interaction import Interaction, Jet
from verify.optimize.profile_jets import smooth_derivative
from verify.symbolic.compile import Compiled, compile_expression

__all__ = ["FormulaInteraction", "formula_interaction"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class FormulaInteraction(Interaction):
    """h as programs in (x, xi) and (y, zeta).

    Parameters
    ----------
    coordinates : ndarray, shape (n, dim)
        Of the label nodes, as the formula sees them.
    value, gradients, curvatures, mixed : Compiled
        h, h_x, h_xx and h_xy.
    """

    coordinates: Array
    value: Compiled
    gradients: Compiled
    curvatures: Compiled
    mixed: Compiled

    def _arguments(self, x: Array, i: Array, y: Array, j: Array) -> list[Array]:
        """Return x, y, xi, zeta as arrays that broadcast; x, y (..., d), labels i, j (...)."""
        a, b = self.coordinates[i], self.coordinates[j]
        return [*np.moveaxis(x, -1, 0), *np.moveaxis(y, -1, 0), *np.moveaxis(a, -1, 0), *np.moveaxis(b, -1, 0)]

    def _against(self, i: int, x: Array, labels: Array, contents: Array) -> list[Array]:
        """Return the arguments of x (b, m, d) at label i against tokens (b, N, d)."""
        return self._arguments(x[:, :, None], np.array(i), contents[:, None], labels)

    def potential(self, i: int, x: Array, labels: Array, contents: Array, masses: Array) -> Array:
        """sum_a m_a h."""
        return np.asarray(self.value(*self._against(i, x, labels, contents)) @ masses)

    def potential_jet(self, i: int, x: Array, labels: Array, contents: Array, masses: Array) -> Jet:
        """Sums of h, h_x and h_xx."""
        arguments = self._against(i, x, labels, contents)
        return Jet(
            self.value(*arguments) @ masses,
            np.moveaxis(self.gradients(*arguments) @ masses, 0, -1),
            np.moveaxis(self.curvatures(*arguments) @ masses, (0, 1), (-2, -1)),
        )

    def own_jet(self, i: int, x: Array) -> Jet:
        """h on the diagonal: gradient 2 h_x, Hessian 2 (h_xx + (h_xy + h_xy^T)/2)."""
        arguments = self._arguments(x, np.array(i), x, np.array(i))
        mixed = np.moveaxis(self.mixed(*arguments), (0, 1), (-2, -1))
        curved = np.moveaxis(self.curvatures(*arguments), (0, 1), (-2, -1))
        gradient = np.moveaxis(self.gradients(*arguments), 0, -1)
        return Jet(self.value(*arguments), 2 * gradient, 2 * curved + mixed + np.swapaxes(mixed, -1, -2))

    def _all_pairs(self, contents: Array) -> list[Array]:
        every = np.arange(self.n)
        return self._arguments(contents[:, None], every[:, None], contents[None], every[None])

    def energies(self, contents: Array) -> Array:
        """1/2 sum_ij w_i w_j h_ij."""
        return np.array([0.5 * float(self.weights @ self.value(*self._all_pairs(x)) @ self.weights) for x in contents])

    def gradient(self, contents: Array) -> tuple[float, Array]:
        """E and its ambient gradient."""
        arguments = self._all_pairs(contents)
        energy = 0.5 * float(self.weights @ self.value(*arguments) @ self.weights)
        return energy, np.moveaxis(self.gradients(*arguments) @ self.weights, 0, -1) * self.weights[:, None]

    def hessian(self, contents: Array) -> Array:
        """The blocks of the overview."""
        arguments = self._all_pairs(contents)
        w = self.weights
        result = np.einsum("deij,i,j->idje", self.mixed(*arguments), w, w)
        diagonal = np.einsum("deij,i,j->ide", self.curvatures(*arguments), w, w)
        every = np.arange(self.n)
        for a in range(self.d):
            for b in range(self.d):
                result[every, a, every, b] += diagonal[:, a, b]
        return np.asarray(result)

    def matrix(self, labels: Array, contents: Array) -> Array:
        """h between all pairs of tokens."""
        return np.asarray(
            self.value(*self._arguments(contents[:, None], labels[:, None], contents[None], labels[None]))
        )


def formula_interaction(kernel: ExpressionKernel, labels: Array, weights: Array) -> FormulaInteraction:
    """Return the interaction of an expression kernel at label nodes.

    Raises
    ------
    InputError
        A formula whose derivatives cannot be written down.
    """
    first, second = kernel.labels.variables
    names = [f"{letter}{c + 1}" for letter in "xy" for c in range(kernel.d)]
    symbols = [sympy.Symbol(name, real=True) for name in (*names, *first, *second)]
    x, y = symbols[: kernel.d], symbols[kernel.d : 2 * kernel.d]
    h = kernel.h.expr
    slopes = [smooth_derivative(h, s) for s in x]
    curved = [[smooth_derivative(slope, s) for s in x] for slope in slopes]
    mixed = [[smooth_derivative(slope, s) for s in y] for slope in slopes]
    flat = [*slopes, *(e for row in (*curved, *mixed) for e in row)]
    if any(part.has(sympy.Derivative) for part in flat):
        raise InputError("h", "have two derivatives in x and y that can be written down", kernel.h.text)
    d, size = kernel.d, kernel.d**2
    return FormulaInteraction(
        d,
        weights,
        0.0,
        label_coordinates(kernel.labels, labels),
        compile_expression(h, symbols),
        compile_expression(flat[:d], symbols),
        compile_expression(flat[d : d + size], symbols, (d, d)),
        compile_expression(flat[d + size :], symbols, (d, d)),
    )
