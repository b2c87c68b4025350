"""The second-order end of an ascent."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import iv

from verify.model.sphere import sample_uniform
from verify.optimize import finish as module
from verify.optimize.finish import Seen, finish, riemannian_hessian, tangent_bases
from verify.optimize.interactions import interaction_of
from verify.optimize.nodes import nodes_of
from verify.optimize.starts import winding


def test_tangent_bases_are_orthonormal_and_tangent():
    """At random points and at both poles."""
    x = np.concatenate([sample_uniform(5, 4, np.random.default_rng(0)), np.eye(4)[:1], -np.eye(4)[:1]])
    bases = tangent_bases(x)
    assert np.allclose(np.einsum("idp,id->ip", bases, x), 0, atol=1e-15)
    assert np.allclose(np.einsum("idp,idq->ipq", bases, bases), np.eye(3), atol=1e-14)


def test_the_riemannian_hessian_is_the_second_derivative_along_geodesics(family):
    """In every family."""
    interaction = interaction_of(family, nodes_of(family, 5))
    rng = np.random.default_rng(1)
    x = sample_uniform(interaction.n, family.d, rng)
    matrix, slope, bases = riemannian_hessian(interaction, x)
    v = rng.standard_normal(matrix.shape[0])
    v /= np.linalg.norm(v)
    step = np.einsum("idp,ip->id", bases, v.reshape(interaction.n, -1)) / np.sqrt(interaction.weights)[:, None]
    length = np.linalg.norm(step, axis=1, keepdims=True)

    def energy(s):
        return interaction.gradient(np.cos(s * length) * x + np.sin(s * length) * step / length)[0]

    h = 1e-4
    assert abs((energy(h) - energy(-h)) / (2 * h) - slope @ v) < 1e-6
    assert abs((energy(h) - 2 * energy(0) + energy(-h)) / h**2 - v @ matrix @ v) < 1e-5


@pytest.mark.parametrize(("beta", "stable"), [(1.7, True), (1.85, False)])
def test_the_great_circle_is_left_beyond_its_local_threshold(beta, stable, cosine, interaction):
    """d = 2: a local maximum iff beta <= 1.78662667721674 (9 I_3 = I_1)."""
    kernel = cosine(beta)
    found = interaction(kernel, 48)
    law = finish(found, winding(nodes_of(kernel, 48).phases, 2, 1), np.random.default_rng(0))
    circle = iv(1, beta) / (2 * beta) * np.exp(-beta)
    assert law.maximum
    assert (law.saddles == 0) is stable
    assert abs(law.energy - circle) < 1e-13 if stable else law.energy > circle * (1 + 1e-4)


def test_the_latitude_circle_is_entered_beyond_its_threshold(cosine, interaction):
    """d = 3: the great circle is a maximum iff beta <= 1.54512725799254; then mode 0 lifts it off its plane."""
    for beta, saddles in ((1.53, 0), (1.57, 1)):
        kernel = cosine(beta, 3)
        law = finish(interaction(kernel, 32), winding(nodes_of(kernel, 32).phases, 3, 1), np.random.default_rng(0))
        assert law.saddles >= saddles
        height = float(np.linalg.norm(law.contents.mean(axis=0)))
        assert height > 1e-2 if saddles else height < 1e-12


def test_a_maximum_has_a_small_residual_and_the_flat_directions_of_its_symmetry(cosine, interaction):
    """d = 3: only the identity fixes a law off a line, so that its orbit has the three dimensions of SO(3)."""
    kernel = cosine(2, 3)
    found = interaction(kernel, 32)
    law = finish(found, sample_uniform(32, 3, np.random.default_rng(2)), np.random.default_rng(0))
    assert law.residual < 1e-12
    assert np.linalg.matrix_rank(law.contents, tol=1e-6) >= 2
    assert law.flat == 3
    assert law.maximum


def test_a_law_of_an_energy_that_was_seen_is_not_finished_again(cosine, interaction):
    """Another start ends as the first did, also one that comes to a saddle which the first left."""
    kernel = cosine(1.85)
    found, circle = interaction(kernel, 32), winding(nodes_of(kernel, 32).phases, 2, 1)
    seen, rng = Seen(), np.random.default_rng(0)
    first = finish(found, circle, rng, seen=seen)
    assert first.saddles > 0
    again = circle[:, ::-1] * [1.0, -1.0]  # the same law in another frame
    assert finish(found, again, rng, seen=seen) is first
    assert finish(found, first.contents[:, ::-1], rng, seen=seen) is first
    assert finish(found, again, rng).energy == pytest.approx(first.energy, rel=1e-10)
    assert seen.end(first.energy * (1 + 1e-9)) is None


def test_large_hessians_are_judged_by_their_largest_eigenvalue(cosine, interaction, monkeypatch):
    """Lanczos on differences of gradients tells the saddle and the maximum apart as the matrix does."""
    monkeypatch.setattr(module, "LARGEST_HESSIAN", 1)
    for beta, saddle in ((1.7, False), (1.9, True)):
        kernel = cosine(beta)
        found = interaction(kernel, 32)
        law = finish(found, winding(nodes_of(kernel, 32).phases, 2, 1), np.random.default_rng(0))
        assert (law.saddles > 0) is saddle
        assert law.flat is None
