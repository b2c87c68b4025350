"""The kernels that every run decides and has Coq prove: what they are examples of."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from verify import decide, load_kernel
from verify.evidence.coq_kernels import AXIS, DEGREES, LEGENDRE, PENTAGON, TURN, triangle


def views(document):
    """Return both answers of a verdict, exact ones."""
    verdict = decide(load_kernel(document))
    assert str(verdict.graph_laws.status) == str(verdict.all_laws.status) == "exact"
    return str(verdict.graph_laws.collapse), str(verdict.all_laws.collapse)


def test_the_kernels_have_the_verdicts_that_coq_is_asked_for():
    """Above, on and below the threshold of the triangle; one exact answer each."""
    assert views(triangle("-49/100")) == ("all", "all")
    assert views(triangle("-1/2 - 1/10**12")) == ("none", "none")
    assert [views(document) for document in (LEGENDRE, PENTAGON, AXIS)] == [("all", "all")] * 3
    assert views(TURN) == ("none", "none")
    assert views(DEGREES) == ("all", "none")


def test_the_pentagon_has_positive_cuts_and_a_laplacian_that_is_not_psd():
    """The lightest of its 15 cuts is positive, the least eigenvalue of L is not: only angles can decide."""
    k = np.array([[float(quotient(x)) for x in row] for row in PENTAGON["k"]])
    cuts = [k[np.ix_(list(S), sorted(set(range(5)) - set(S)))].sum() for r in (1, 2) for S in combinations(range(5), r)]
    assert min(cuts) > 0
    assert np.linalg.eigvalsh(np.diag(k.sum(axis=1)) - k)[0] < -0.1


def quotient(text):
    """Return p/q."""
    p, _, q = text.partition("/")
    return int(p) / int(q or 1)
