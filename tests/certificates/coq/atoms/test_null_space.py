"""Null spaces for Coq: common pivots, and shares that are indicators at strict labels."""

from __future__ import annotations

import dataclasses

import pytest

from verify import decide, load_kernel
from verify.certificates.coq.atoms.null_space import LARGEST_NULLITY, find_shares, unit_pivots
from verify.certificates.coq.check import check_with_coq, compile_file
from verify.certificates.coq.emit import emit_coq
from verify.certificates.coq.text import NotInCoqError

# D = (0, 0, > 0, > 0) and two null vectors, no share among them
FREE = [
    ["-369/64", "603/128", "135/64", "-369/32"],
    ["603/128", "-761/256", "-189/128", "603/64"],
    ["135/64", "-189/128", "-17/64", "135/32"],
    ["-369/32", "603/64", "135/32", "-353/16"],
]
TWO = {"kernel": [["1", "0", "2/3"], ["0", "5", "5/3"]], "pivots": [0, 1]}


def test_unit_pivots_are_equal_and_the_vectors_keep_their_directions():
    """(1, 0, 2/3) and (0, 5, 5/3) become (3, 0, 2) and (0, 3, 1)."""
    assert unit_pivots(TWO) == ([[3, 0, 2], [0, 3, 1]], 3)


def test_null_spaces_without_pivots_or_with_many_vectors_are_refused():
    """One pivot for each vector, and not more vectors than Coq can try all sums of."""
    with pytest.raises(NotInCoqError, match="one pivot"):
        unit_pivots({"kernel": [["1", "1"]], "pivots": []})
    r = LARGEST_NULLITY + 1
    with pytest.raises(NotInCoqError, match="dimensions"):
        unit_pivots({"kernel": [["1"] * r] * r, "pivots": list(range(r))})


def test_shares_are_binary_where_slices_are_points():
    """The vector (1, 0, 2/3) has a share between 0 and 1 at the third label: only if that one is free."""
    assert find_shares(TWO, [True, True, True], None) is None
    assert find_shares(TWO, [True, True, False], None) == ([0, 3, 1], 3)


def test_given_shares_are_tried_first_and_not_believed():
    """Shares outside [0, 1] are passed over."""
    assert find_shares(TWO, [True, True, False], ["1", "0", "2/3"]) == ([3, 0, 2], 3)
    assert find_shares(TWO, [True, True, False], ["2", "0", "4/3"]) == ([0, 3, 1], 3)


def free_certificate(profile):
    """Return the certificate of four atoms, some of degree 0, with a larger null space."""
    labels = {"kind": "atoms", "weights": ["2/9", "4/9", "2/9", "1/9"]}
    spec = {"family": "factor", "d": 3, "profile": profile, "labels": labels, "k": FREE}
    return decide(load_kernel(spec)).certificate


def test_labels_of_degree_zero_are_tied_by_the_others():
    """Profiles in which all powers take part: no share of a point is a null vector."""
    assert "all_laws_all_shares" in emit_coq(free_certificate({"usa": "2"})).text
    assert "all_laws_all_shares" in emit_coq(free_certificate("exp(t) + t")).text


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_ties_labels_of_degree_zero(coq_libraries):
    """The null space with pivots at strict labels is accepted; other labels, another vector, another scale refused."""
    cert = free_certificate({"usa": "2"})
    report = check_with_coq(cert, coq_libraries)
    assert report.accepted, report.reason
    file = emit_coq(cert)
    (places,) = [line for line in file.text.splitlines() if line.startswith("Definition places")]
    numbers = places.split("[")[1].split("]")[0].split("; ")
    U = file.text.index("Definition U : list (list Z) := [[") + len("Definition U : list (list Z) := [[")
    for name, text in {
        "labels": file.text.replace(places, places.replace("; ".join(numbers), "; ".join(reversed(numbers)))),
        "vector": f"{file.text[:U]}7; {file.text[U:]}",
        "law": file.text.replace("AllLawsAll n w", "AllLawsSome n w"),
    }.items():
        assert text != file.text
        assert "Coq refuses it" in compile_file(dataclasses.replace(file, text=text), coq_libraries).reason, name
