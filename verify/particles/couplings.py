"""Factors k over the labels of particles: a table over distinct labels, and features where its rank is low.

Overview
--------
k(xi_i, xi_j) = sum_a s_a v_a(i) v_a(j) turns a field with factor k into r plain fields with weights w v_a, stacked
into one matrix product. The rank is found on a skeleton of labels and checked on others: cos(xi - zeta) has rank 2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.model.errors import InputError
from verify.model.factors import Factor, Lags, LagTable, Table
from verify.model.labels import Cyclic, LabelLaw, Positions
from verify.model.numbers import float_value

__all__ = ["Coupling", "coupling_of", "label_classes"]

Array = np.ndarray[Any, Any]

#: Distinct labels beyond which k is evaluated tile by tile.
LARGEST_TABLE = 2048
#: Features beyond which a table is cheaper.
LARGEST_RANK = 8
_SKELETON = 48
_ROUNDING = 1e-13


@dataclass(frozen=True)
class Coupling:
    """k over the labels of n particles.

    Attributes
    ----------
    codes : ndarray of int, shape (n,)
        Distinct label of each particle.
    evaluate : callable
        (codes, codes) -> k as float64 (m, m').
    table : ndarray or None
        k over distinct labels, where there are at most 2,048.
    features : ndarray or None, shape (L, r)
        v_a at distinct labels, r at most 8.
    signs : ndarray, shape (r,)
        s_a, which may be negative and need not be +-1.
    diagonal : ndarray, shape (L,)
        k(xi, xi).
    classes : ndarray of int, shape (L,)
        Equal where rows of k are equal: such labels are one to the flow.
    constant : float or None
        The value of k where it is the same everywhere.
    """

    codes: Array
    evaluate: Callable[[Array, Array], Array]
    table: Array | None
    features: Array | None
    signs: Array
    diagonal: Array
    classes: Array
    constant: float | None

    @property
    def rank(self) -> int | None:
        """Number of features, None where k is used as a table."""
        return None if self.features is None else int(self.features.shape[1])


def label_classes(labels: Array) -> tuple[Array, Array]:
    """Return the distinct labels, in increasing order, and the index of each particle's among them."""
    distinct, codes = np.unique(np.asarray(labels), axis=0, return_inverse=True)
    return distinct, codes.reshape(-1)


def coupling_of(factor: Factor, law: LabelLaw, labels: Array) -> Coupling:
    """Return the coupling of a factor at the labels of particles.

    Parameters
    ----------
    factor : Factor
    law : LabelLaw
        The kernel's.
    labels : ndarray, shape (n,) or (n, dim)
        Indices of a finite law, coordinates of a continuum.

    Raises
    ------
    InputError
        k is not finite at a pair of the labels.
    """
    distinct, codes = label_classes(labels)
    evaluate = _evaluator(factor, law, distinct)
    size = len(distinct)
    every = np.arange(size)
    table = evaluate(every, every) if size <= LARGEST_TABLE else None
    diagonal = np.diag(table).copy() if table is not None else _diagonal(evaluate, size)
    features, signs = _features(evaluate, size, table)
    classes, constant = every, None
    if table is not None:
        if not np.isfinite(table).all():
            raise InputError("k", "be finite at all labels", "infinity or NaN", "", "A mask is k = 0.")
        classes = _equal_rows(table)
        constant = float(table[0, 0]) if (table == table[0, 0]).all() else None
    return Coupling(codes, evaluate, table, features, signs, diagonal, classes, constant)


def _equal_rows(table: Array) -> Array:
    """Return numbers that are equal for equal rows: rows are sorted by one product, and then compared."""
    key = np.sum(table * np.cos(1.0 + np.arange(table.shape[1]) ** 1.5), axis=1)
    first, classes = np.unique(key, return_index=True, return_inverse=True)[1:]
    same = (table == table[first[classes]]).all(axis=1)
    return np.where(same, first[classes], np.arange(len(table)))


def _evaluator(factor: Factor, law: LabelLaw, distinct: Array) -> Callable[[Array, Array], Array]:
    """Return k at codes; lag tables and tables are turned into arrays once."""
    entries = factor.entries
    if isinstance(entries, Lags) and isinstance(law, Cyclic | Positions):
        lags = np.array([float_value(v) for v in entries.values])
        raw = _by_lag(np.exp(lags) if factor.log else lags, distinct)
    elif isinstance(entries, LagTable):
        rows = np.array([[float_value(v) for v in row] for row in entries.rows])
        raw = _by_grid_lag(np.exp(rows) if factor.log else rows, entries.grid, distinct)
    elif isinstance(entries, Table):
        used = [[float_value(entries.entry(int(i), int(j))) for j in distinct] for i in distinct]
        whole = np.exp(used) if factor.log else np.array(used)
        raw = _by_table(whole)
    else:
        raw = _by_formula(factor, law, distinct)
    return raw


def _by_lag(lags: Array, distinct: Array) -> Callable[[Array, Array], Array]:
    return lambda a, b: lags[np.abs(distinct[a][:, None] - distinct[b][None, :])]


def _by_grid_lag(rows: Array, grid: tuple[int, int], distinct: Array) -> Callable[[Array, Array], Array]:
    height, width = grid
    y, x = np.divmod(distinct, width)
    return lambda a, b: rows[y[a][:, None] - y[b][None, :] + height - 1, x[a][:, None] - x[b][None, :] + width - 1]


def _by_table(table: Array) -> Callable[[Array, Array], Array]:
    return lambda a, b: table[np.asarray(a)[:, None], np.asarray(b)[None, :]]


def _by_formula(factor: Factor, law: LabelLaw, distinct: Array) -> Callable[[Array, Array], Array]:
    return lambda a, b: factor.array(law, distinct[a], distinct[b])


def _diagonal(evaluate: Callable[[Array, Array], Array], size: int) -> Array:
    parts = (np.arange(start, min(start + 64, size)) for start in range(0, size, 64))
    return np.concatenate([np.diag(evaluate(part, part)) for part in parts])


def _features(evaluate: Callable[[Array, Array], Array], size: int, table: Array | None) -> tuple[Array | None, Array]:
    """Return v and s with k = v diag(s) v^T to rounding, or None where the rank is above 8.

    Notes
    -----
    With skeleton labels S and k_SS = U diag(lambda) U^T, a kernel of rank r = rank k_SS is
    k = k_{.S} U lambda^{-1} U^T k_{S.}: v = k_{.S} U / |lambda|^{1/2}, s = sign lambda.
    """
    nothing = None, np.empty(0)
    skeleton = np.unique(np.linspace(0, size - 1, min(size, _SKELETON)).astype(int))
    every = np.arange(size)
    columns = evaluate(every, skeleton)
    if not np.isfinite(columns).all():
        return nothing
    eigenvalues, vectors = np.linalg.eigh(columns[skeleton])
    largest = np.abs(eigenvalues).max(initial=0.0)
    kept = np.abs(eigenvalues) > 1e3 * _ROUNDING * largest
    if not 1 <= int(kept.sum()) <= LARGEST_RANK:
        return nothing
    root = np.sqrt(np.abs(eigenvalues[kept]))
    features, signs = columns @ vectors[:, kept] / root, np.sign(eigenvalues[kept])
    if table is None:
        step = max(1, size // 251)
        probes = every[1::step][:256]
        found, exact = (features[probes] * signs) @ features[probes].T, evaluate(probes, probes)
    else:
        found, exact = (features * signs) @ features.T, table
    bound = 100 * _ROUNDING * max(1e-300, float(np.abs(exact).max(initial=0.0)))
    return (features, signs) if float(np.abs(found - exact).max(initial=0.0)) <= bound else nothing
