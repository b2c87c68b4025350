"""What a failure says: theorem, hypotheses, kernel file."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

from verify.encodings.loading import load_kernel
from verify.model.kernels import read_kernel
from verify.testing.failures import KernelFailure, failure_text, kernel_document, kernel_file, theorem_of


def test_the_printed_kernel_file_is_the_kernel(rope):
    """It reads back to the same digest, with the name and what is expected."""
    kernel = read_kernel(rope | {"name": "a rotary kernel"})
    text = kernel_file(kernel_document(kernel, {"all_laws": "none"}))
    again = load_kernel(json.loads(text))
    assert (again.digest, again.name, dict(again.expect)) == (kernel.digest, kernel.name, {"all_laws": "none"})


def test_failed_hypotheses_are_named_before_those_that_hold():
    """Then those that are undecided."""
    hypotheses = [
        {"name": name, "holds": holds, "how": "so"} for name, holds in (("A", True), ("B", None), ("C", False))
    ]
    lines = failure_text("It fails", "T5", {"family": "factor"}, hypotheses=hypotheses).splitlines()
    assert lines[:2] == ["It fails", "theorem: T5 (spectral dichotomy of factor kernels)"]
    assert lines[2:5] == [
        "hypothesis: C fails: so",
        "hypothesis: B is undecided: so",
        "hypothesis: A holds: so",
    ]


def test_a_long_kernel_file_is_written_beside_and_named(rope):
    """Its path takes the place of its text, and the file is the kernel."""
    n = 60
    document = {
        "family": "factor", "d": 2, "profile": "t", "labels": {"kind": "positions", "n": n},
        "k": [[str(i + j) for i in range(n)] for j in range(n)],
    }  # fmt: skip
    last = failure_text("It fails", "T5", document).splitlines()[-1]
    path = Path(last.removeprefix("kernel file: "))
    assert load_kernel(path).digest == read_kernel(document).digest
    path.unlink()
    assert failure_text("It fails", "T4", rope, path="a b.kernel.json").endswith("kernel file: a b.kernel.json")


def test_a_failure_is_an_assertion_that_survives_a_process_boundary(rope):
    """Workers of a pool send it back whole."""
    failure = pickle.loads(pickle.dumps(KernelFailure("text", "T4", rope)))
    assert isinstance(failure, AssertionError)
    assert (str(failure), failure.theorem, failure.document) == ("text", "T4", rope)


def test_the_theorem_is_the_certificates_where_there_is_one():
    """Else that of the family; a model config holds gauges."""
    assert theorem_of({"family": "factor"}, {"theorem": "T6"}) == "T6"
    assert [theorem_of({"family": f}) for f in ("connection", "additive", "expression")] == ["T4d", "absolute", "T3"]
    assert theorem_of({"model_type": "llama"}) == "T4"
