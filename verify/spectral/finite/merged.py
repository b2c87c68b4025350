"""Laws of many labels with few contents: labels with like values of a negative direction share one content.

A law with the content x_a on the labels of group a has the energy 1/2 sum_ab K_ab f(<x_a, x_b>), where K_ab is the sum
of w_i w_j k_ij over i in a and j in b: the groups are the labels of a small problem, whose table is exact at any size.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint
import numpy as np
from numpy.typing import NDArray

from verify.spectral.finite.laws import FiniteInteraction, FiniteLaw, Gain, law_from_direction, search_law
from verify.spectral.finite.signed_laplacian import SignedLaplacian

__all__ = ["merged_gain", "merged_table"]

_GROUPS = (8, 16, 32)


def merged_table(
    laplacian: SignedLaplacian, owners: NDArray[np.int64]
) -> tuple[tuple[Fraction, ...], list[list[Fraction]]]:
    """Return the weights of groups of labels and the mean of k over pairs of groups, exactly.

    Parameters
    ----------
    laplacian : SignedLaplacian
        Of the whole table.
    owners : int array, shape (n,)
        The group of every label, 0..m-1, none empty.

    Examples
    --------
    >>> from verify.spectral.finite.signed_laplacian import signed_laplacian
    >>> third = Fraction(1, 3)
    >>> whole = signed_laplacian([third] * 3, [[0, 2, -1], [2, 0, 2], [-1, 2, 0]])
    >>> weights, table = merged_table(whole, np.array([0, 0, 1]))
    >>> weights == (2 * third, third), [[str(k) for k in row] for row in table]
    (True, [['1', '1/2'], ['1/2', '0']])
    """
    groups = int(owners.max()) + 1
    integers, denominator = laplacian.form.numer_denom()
    membership = flint.fmpz_mat([[int(owner == a) for a in range(groups)] for owner in owners.tolist()])
    reduced = (membership.transpose() * integers * membership).tolist()
    weights, total_degrees = [Fraction(0)] * groups, [Fraction(0)] * groups
    for owner, w, degree in zip(owners.tolist(), laplacian.weights, laplacian.degrees, strict=True):
        weights[owner] += w
        total_degrees[owner] += w * degree
    table = [[-Fraction(int(x), int(denominator)) for x in row] for row in reduced]
    for a in range(groups):
        table[a][a] += total_degrees[a]
    return tuple(weights), [[table[a][b] / (weights[a] * weights[b]) for b in range(groups)] for a in range(groups)]


def merged_gain(
    interaction: FiniteInteraction,
    lower: SignedLaplacian,
    upper: SignedLaplacian,
    v: Sequence[Fraction],
) -> Gain | None:
    """Return a law with few contents that certainly beats the collapsed ones, led by a direction with <v, Lv> < 0.

    Parameters
    ----------
    interaction : FiniteInteraction
        Of all labels; its profile has f <= f(1), so that the gain falls where k rises.
    lower, upper : SignedLaplacian
        Of rational bounds of the table; the same where it is rational.
    v : n Fraction
        The direction.
    """
    values = np.array([float(x) for x in v])
    low, high = values.min(), values.max()
    if not high > low:
        return None
    for groups in _GROUPS:
        raw = np.minimum((values - low) / (high - low) * groups, groups - 1).astype(int)
        levels, owners = np.unique(raw, return_inverse=True)
        weights, table = merged_table(upper, owners)
        small = FiniteInteraction(weights, table, interaction.profile, interaction.d, interaction.nonatomic)
        found = search_law(small, starts=2) or law_from_direction(small, [Fraction(int(x)) for x in levels])
        if found is None:
            continue
        gain = found.gain
        if lower is not upper:
            rough = FiniteInteraction(weights, merged_table(lower, owners)[1], small.profile, small.d, small.nonatomic)
            gain = gain.union(rough.energy(found.law) - rough.collapsed_energy())
        points = tuple(found.law.points[a] for a in owners.tolist())
        law = FiniteLaw(tuple(range(len(points))), points, (Fraction(1),) * len(points), graph=True)
        return interaction.gain_of(law, gain)
    return None
