"""T5 where powers of both parities take part without end, some missing: Coq reads "all" and refuses "some" of it."""

from __future__ import annotations

import pytest

from verify import decide, load_kernel
from verify.certificates.makers import certificate

FORMULA = "exp(t**2 + t**3)"
# v v^T with v = (1, -2, 1), which is orthogonal to (1, 1, 1) and (0, 1, 2): no indicator but the constants.
ARITHMETIC = [[1, -2, 1], [-2, 4, -2], [1, -2, 1]]
# v = (1, -1, 0): the indicator of the last label is a null vector.
SPLIT = [[1, -1, 0], [-1, 1, 0], [0, 0, 0]]


def kernel(table, extra=1, kind="atoms"):
    """Return three labels whose Laplacian is the table; D_i = extra."""
    k = [[-9 * x for x in row] for row in table]
    for i, row in enumerate(k):
        row[i] += 3 * extra - sum(row)
    rows = [[str(x) for x in row] for row in k]
    labels = {"kind": kind, "weights": ["1/3"] * 3}
    return {"family": "factor", "d": 3, "profile": FORMULA, "labels": labels, "k": rows}


@pytest.mark.slow
def test_all_is_accepted_on_atoms_blocks_and_circles(coq_judge):
    """The null vectors (1, 1, 1) and (0, 1, 2) leave one point; on the circle khat(2) = khat(0)."""
    circle = {"family": "factor", "d": 3, "profile": FORMULA, "labels": {"kind": "circle"}}
    documents = {
        "atoms": kernel(ARITHMETIC),
        "blocks": kernel(ARITHMETIC, kind="blocks"),
        "circle": circle | {"k": "1 + cos(xi - zeta) + 2*cos(2*(xi - zeta))"},
    }
    certificates = {name: decide(load_kernel(document)).certificate for name, document in documents.items()}
    assert {cert["data"]["claim"]["graph_laws"] for cert in certificates.values()} == {"all"}
    coq_judge.accepts(certificates)


@pytest.mark.slow
def test_all_is_refused_where_an_indicator_is_a_null_vector(coq_judge):
    """The file for the arithmetic table, with the integers of the table that splits, is refused."""
    true, split = (decide(load_kernel(kernel(table))).certificate for table in (ARITHMETIC, SPLIT))
    assert split["data"]["claim"] == {"graph_laws": "some", "all_laws": "some"}
    data = {name: value for name, value in split["data"].items() if name != "claim"}
    forged = certificate("T5", split["problem"], split["method"], data, true["data"]["claim"])
    coq_judge.refuses({"forged": forged}, {"claim": ("forged", "Definition n", "Definition n")})
