"""Labels that share contents: the small problem is exact, and its gain is that of the whole."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np

from verify.model.profiles import Profile
from verify.spectral.finite.laws import FiniteInteraction
from verify.spectral.finite.merged import merged_gain, merged_table
from verify.spectral.finite.signed_laplacian import signed_laplacian


def _random(n: int, seed: int) -> tuple[list[Fraction], list[list[Fraction]]]:
    rng = np.random.default_rng(seed)
    half = rng.integers(-5, 6, (n, n))
    weights = rng.integers(1, 5, n).tolist()
    return (
        [Fraction(w, sum(weights)) for w in weights],
        [[Fraction(int(x), 3) for x in row] for row in half + half.T],
    )


def test_the_merged_table_is_the_mean_of_k_over_pairs_of_groups() -> None:
    """Against the double sum, for 7 labels in 3 groups."""
    weights, table = _random(7, 1)
    owners = np.array([0, 1, 2, 0, 1, 2, 0])
    merged, means = merged_table(signed_laplacian(weights, table), owners)
    for a in range(3):
        inside = [i for i in range(7) if owners[i] == a]
        assert merged[a] == sum(weights[i] for i in inside)
        for b in range(3):
            others = [j for j in range(7) if owners[j] == b]
            total = sum(weights[i] * weights[j] * table[i][j] for i in inside for j in others)
            assert means[a][b] == total / (merged[a] * merged[b])


def test_the_gain_of_shared_contents_is_that_of_the_whole_law() -> None:
    """120 labels: the energy summed over all pairs of labels agrees with the one of the groups."""
    weights, table = _random(120, 2)
    laplacian = signed_laplacian(weights, table)
    interaction = FiniteInteraction(tuple(weights), table, Profile.usa(1), 3)
    form = np.array([[float(Fraction(int(x.p), int(x.q))) for x in row] for row in laplacian.form.tolist()])
    v = [Fraction(round(x * 4096), 4096) for x in np.linalg.eigh(form)[1][:, 0].tolist()]
    with flint.ctx.workprec(128):
        gain = merged_gain(interaction, laplacian, laplacian, v)
        assert gain is not None
        whole = interaction.energy(gain.law) - interaction.collapsed_energy()
    assert gain.gain > 0
    assert gain.gain.overlaps(whole)
    assert len(gain.law.labels) == 120


def test_a_constant_direction_gives_nothing() -> None:
    """All values of v equal: no law leaves the collapsed one."""
    weights, table = _random(4, 3)
    laplacian = signed_laplacian(weights, table)
    interaction = FiniteInteraction(tuple(weights), table, Profile.usa(1), 3)
    assert merged_gain(interaction, laplacian, laplacian, [Fraction(1)] * 4) is None
