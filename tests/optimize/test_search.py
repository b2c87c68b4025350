"""The search over graph laws."""

from __future__ import annotations

import math

import numpy as np

from verify.optimize.ascent import Clock
from verify.optimize.interactions import interaction_of
from verify.optimize.nodes import nodes_of
from verify.optimize.search import in_unit, search_graph_laws
from verify.optimize.starts import structured


def search(kernel, n, **options):
    """Return the last yield of a search from structured starts."""
    nodes = nodes_of(kernel, n)
    rng = np.random.default_rng(0)
    found = interaction_of(kernel, nodes)
    starts = structured(nodes, kernel.d, getattr(found, "k", None), rng)
    return list(search_graph_laws(found, nodes, starts, rng, **options))


def test_laws_are_distinct_and_ordered(cosine):
    """Best first; the great circle and the horseshoe are both maxima at beta = 1.7, d = 2."""
    laws = search(cosine(1.7), 32)[-1]
    energies = [law.energy for law in laws]
    assert energies == sorted(energies, reverse=True)
    assert {"horseshoe", "great circle"} <= {law.shape.name for law in laws}
    assert all(law.residual < 1e-7 for law in laws)
    assert laws[0].slice_gap < 1e-12


def test_a_search_without_time_yields_what_it_has(cosine):
    """At least one law."""
    yields = search(cosine(2), 16, clock=Clock(1e-9))
    assert len(yields) == 1
    assert len(yields[0]) == 1


def test_progress_is_told(cosine):
    """Up to the end."""
    told = []
    search(cosine(1), 12, tell=told.append)
    assert told[-1].done == told[-1].total
    assert told[0].stage == "graph laws"


def test_energies_beyond_floats_have_logarithms(cosine):
    """e^{1000}/1000: the value is infinite, its logarithm is not."""
    found = interaction_of(cosine(1000), nodes_of(cosine(1000), 4))
    value, log_value = in_unit(found, 0.25)
    assert math.isinf(value)
    assert abs(log_value - (1000 + math.log(0.25))) < 1e-9
    assert in_unit(found, 0.0) == (0.0, -math.inf)
    assert in_unit(found, -0.25)[0] == -math.inf
