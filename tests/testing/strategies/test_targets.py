"""Target laws of every kind are drawn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import find, given, settings

from verify.testing.strategies.targets import line_targets, orbit_targets, sphere_targets
from verify.testing.targets import AtomicLaw, CantorLaw, MixtureLaw, PowerLaw

QUIET = settings(database=None, derandomize=True, max_examples=200)


@given(line_targets())
def test_targets_stay_between_their_ends(line):
    """All quantiles do."""
    a, b = line.ends
    points = line.quantiles(64)
    assert a <= points.min()
    assert points.max() <= b


@pytest.mark.parametrize("kind", [AtomicLaw, PowerLaw, CantorLaw, MixtureLaw])
def test_every_kind_is_drawn(kind):
    """Atomic, with a density, singular, mixed."""
    assert isinstance(find(line_targets(), lambda line: isinstance(line, kind), settings=QUIET), kind)


def test_atoms_shrink_to_one_at_the_origin():
    """Of weight 1."""
    assert find(line_targets(), lambda line: isinstance(line, AtomicLaw), settings=QUIET) == AtomicLaw((0.0,), (1,))


@given(orbit_targets(4), sphere_targets(3))
def test_targets_of_contents_lie_on_the_sphere(orbit, blend):
    """Orbits in two planes; means of circles and the uniform law."""
    for target in (orbit, blend):
        assert np.abs(np.linalg.norm(target.points(32), axis=1) - 1).max() < 1e-15
