"""Label laws of every kind are read as they are written."""

from __future__ import annotations

import numpy as np
from hypothesis import find, given, settings

from verify.model.labels import read_labels
from verify.testing.strategies.labels import atoms, continua, finite_label_laws, label_laws

QUIET = settings(database=None, derandomize=True, max_examples=200)


@given(label_laws())
def test_every_law_is_read_and_sampled(document):
    """Its normal form reads back to itself."""
    law = read_labels(document)
    assert read_labels(law.to_json()) == law
    assert len(law.sample(np.random.default_rng(0), 3)) == 3


@given(finite_label_laws(4))
def test_finite_laws_have_weights_with_the_sum_one(document):
    """Exactly."""
    assert sum(read_labels(document).weights()) == 1


@given(continua())
def test_continua_have_no_atoms(document):
    """And no size."""
    law = read_labels(document)
    assert (law.atomic, law.size) == (False, None)


@given(atoms(3, points=True))
def test_atoms_have_distinct_points(document):
    """One for each weight."""
    law = read_labels(document)
    assert len(set(law.points)) == law.size == 3


def test_laws_shrink_to_equal_atoms():
    """The smallest law with three labels, and every kind is drawn."""
    shrunk = find(finite_label_laws(), lambda law: len(law.get("weights", ())) == 3, settings=QUIET)
    assert shrunk == {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}
    for kind in ("atoms", "blocks", "cyclic", "positions", "circle", "torus", "interval"):
        assert find(label_laws(), lambda law, kind=kind: law["kind"] == kind, settings=QUIET)["kind"] == kind
