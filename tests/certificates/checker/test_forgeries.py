"""Random re-sealed mutations of certificates are never accepted when brute force refutes their statement."""

from __future__ import annotations

import random

import pytest
from brute_force import contradicts
from forging import SEEDS, forged
from handmade import PAIR, REPULSIVE, SPLIT, factor

from verify.certificates.checker import check


def test_the_brute_force_agrees_with_the_certificates():
    """The oracle of the next test refutes none of the accepted statements, and it refutes false ones."""
    assert len(SEEDS) > 15
    for cert in SEEDS:
        assert not contradicts(cert["problem"], cert["data"]["claim"]), cert["problem"]
    assert contradicts(factor(REPULSIVE), {"all_laws": "all"})
    assert contradicts(factor([[0, -1], [-1, 0]]), {"graph_laws": "some"})
    assert contradicts(factor(SPLIT), {"graph_laws": "all"})
    assert contradicts(factor(PAIR), {"graph_laws": "none"})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_no_mutation_makes_a_false_statement_accepted(seed):
    """750 re-sealed mutations per seed: what is accepted is not refuted by brute force."""
    rng = random.Random(seed)
    accepted = 0
    for _ in range(750):
        cert = forged(rng.choice(SEEDS), rng)
        if rng.random() < 0.3:
            cert = forged(cert, rng)
        if check(cert).accepted:
            accepted += 1
            assert not contradicts(cert["problem"], cert["data"]["claim"]), cert
    assert accepted > 20
