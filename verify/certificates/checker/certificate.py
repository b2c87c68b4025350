"""A certificate: schema, theorem, statement, problem, digest, method, data with the claim, seal; the command line.

Nothing of ``data`` is believed but what a method verifies, and of ``problem`` only that it is the problem; its digest
has to be that of the user's own kernel. The seal tells accidental damage and is no evidence. A collapsed law is a
graph law, so "none" for graph laws implies "none" for all laws, and "all" for all laws implies "all" for graph laws.
With a single atom every graph law is collapsed. A nonatomic block on which the kernel is constant carries any law of
contents as a graph; so for ``blocks`` both views are the view "all laws" of atoms with the same weights.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from .contents import by_absolute, by_cuts, by_enumeration
from .dichotomy import Views, by_direction, by_laplacian, by_negative_degree, by_sign
from .gauges import by_connection, by_gauge
from .multipliers import bound_statement, by_multipliers
from .problem import Problem, read_labels
from .reading import Data, Refused, beyond, canonical, digest, fields, integer, plain, require, spent

MAX_FILE = 1 << 28
THEOREMS: dict[str, tuple[str, str, set[str], set[str]]] = {  # title, family, its required and optional fields
    "T5": ("spectral dichotomy of a factor kernel", "factor", {"profile"}, {"k", "bias"}),
    "T6": ("upper bound of the energy", "factor", {"profile"}, {"k", "bias"}),
    "T4": ("gauge kernel", "gauge", {"profile"}, {"Q", "frequencies", "k", "bias"}),
    "T4d": ("connection kernel", "connection", {"profile", "O"}, set()),
    "absolute": ("absolute encoding", "additive", {"profile", "p"}, set()),
    "matrix": ("kernel on finitely many contents", "matrix", {"h", "contents"}, set()),
}
METHODS: dict[tuple[str, str], Callable[[Problem, Data], Views]] = {
    ("T5", "sign"): by_sign,
    ("T5", "laplacian"): by_laplacian,
    ("T5", "direction"): by_direction,
    ("T5", "negative_degree"): by_negative_degree,
    ("T5", "cuts"): by_cuts,
    ("T5", "fourier"): lambda problem, data: beyond().by_fourier(problem, data),
    ("T5", "winding"): lambda problem, data: beyond().by_winding(problem, data),
    ("T5", "law"): lambda problem, data: beyond().by_law(problem, data),
    ("T4", "gauge"): by_gauge,
    ("T4d", "connection"): by_connection,
    ("absolute", "absolute"): by_absolute,
    ("matrix", "matrix"): by_enumeration,
}
BOUNDS = {("T6", "multipliers"): by_multipliers}
CLAIMS = {
    "all": "maximisers of the energy exist and every one of them is collapsed",
    "some": "some maximisers of the energy are collapsed and some are not",
    "none": "no maximiser of the energy is collapsed",
}
NAMES = {"graph_laws": "among graph laws", "all_laws": "among all laws with the given label law"}
MALFORMED = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, MemoryError, RecursionError)


@dataclass(frozen=True)
class Report:
    """The answer: accepted, with the statement that is proved; or rejected, with the reason."""

    accepted: bool
    statement: str
    reason: str


def statement_of(theorem: str, claim: Mapping[str, str]) -> str:
    """Return the statement that a certificate of a theorem makes about its problem."""
    require(theorem in THEOREMS, "an unknown theorem")
    if theorem == "T6":
        return bound_statement(claim)[0]
    require(claim and set(claim) <= set(NAMES), "a claim speaks of graph_laws, of all_laws, or of both")
    known = all(isinstance(view, str) and view in CLAIMS for view in claim.values())
    require(known, "a view is all, some or none")
    parts = [f"{words}, {CLAIMS[claim[name]]}" for name, words in NAMES.items() if name in claim]
    return f"{theorem} ({THEOREMS[theorem][0]}): {'; '.join(parts)}."


def _proved(cert: Any, problem_digest: str | None) -> str:
    """Return the statement that a certificate proves, or refuse."""
    plain(cert)
    fields(cert, {"schema", "theorem", "statement", "problem", "digest", "method", "data", "seal"})
    require(integer(cert["schema"], 0, 1000) == 1, "an unknown schema")
    texts = {key: canonical(value) for key, value in sorted(cert.items()) if key != "seal"}
    unsealed = ",".join(f'"{key}":{text}' for key, text in texts.items())  # the canonical JSON of all other fields
    require(cert["seal"] == digest(f"{{{unsealed}}}"), "the seal is broken: the file was changed")
    require(cert["digest"] == digest(texts["problem"]), "the digest is not that of the problem")
    require(problem_digest in {None, cert["digest"]}, "the certificate is about another problem")
    theorem, data, spec = cert["theorem"], cert["data"], cert["problem"]
    require((theorem, cert["method"]) in METHODS | BOUNDS, "an unknown theorem or method")
    _, family, required, optional = THEOREMS[theorem]
    require(isinstance(data, dict) and isinstance(data.get("claim"), dict), "the claim is missing")
    claim = data["claim"]
    statement = statement_of(theorem, claim)
    require(cert["statement"] == statement, "the statement is not that of the claim")
    spec = beyond().as_factor(spec, data) if family == "factor" and "h" in spec else spec  # an expression k f
    require(isinstance(spec, dict) and spec.get("family") == family, f"this method is about the family {family}")
    fields(spec, {"family", "d", "labels"} | required, optional | {"symmetrize"})
    require(spec.get("symmetrize", True) is True, "symmetrize is true or left out")
    problem = Problem(integer(spec["d"], 2, 1 << 20), read_labels(spec["labels"]), spec)
    if (theorem, cert["method"]) in BOUNDS:
        BOUNDS[theorem, cert["method"]](problem, data)
        return statement
    graph, every = METHODS[theorem, cert["method"]](problem, data)
    if problem.labels.n == 1 and problem.labels.atomic:
        graph = "all"
    elif not problem.labels.atomic and family == "factor" and problem.labels.n is not None:
        graph = every  # blocks
    every = "none" if graph == "none" else every
    graph = "all" if every == "all" else graph
    for view, proved in (("graph_laws", graph), ("all_laws", every)):
        words = "nothing" if proved is None else repr(proved)
        require(claim.get(view, proved) == proved, f"{view}: {claim.get(view)!r} is claimed, but {words} is proved")
    return statement


def check(cert: dict[str, Any], problem_digest: str | None = None) -> Report:
    """Check a certificate as plain data; with ``problem_digest``, reject one about another problem."""
    spent[0] = 0
    try:
        return Report(accepted=True, statement=_proved(cert, problem_digest), reason="")
    except Refused as refusal:
        reason = str(refusal)
    except MALFORMED as error:
        reason = f"malformed: {type(error).__name__}: {str(error)[:100]}"
    return Report(accepted=False, statement="", reason=reason)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key is repeated")
    return dict(pairs)


def check_text(text: str, problem_digest: str | None = None) -> Report:
    """Check a certificate as text; ValueError: truncated or no JSON, a repeated key, NaN, Infinity, no object."""
    try:
        cert = json.loads(text, object_pairs_hook=_unique, parse_constant=Fraction)  # no Fraction is NaN
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(cert, dict):
        raise ValueError("not an object")  # noqa: TRY004 - the text is at fault
    return check(cert, problem_digest)


def main(arguments: Sequence[str]) -> int:
    """Check the file that the arguments name, print the answer, and return the exit code."""
    paths = list(arguments)
    expected = paths.pop() if len(paths) == 3 and paths.pop(1) == "--problem-digest" else None
    if len(paths) != 1:
        print("usage: checker CERTIFICATE [--problem-digest sha256:...]", file=sys.stderr)
        return 2
    try:
        with Path(paths[0]).open("rb") as file:
            content = file.read(MAX_FILE + 1)
        report = check_text(content.decode() if len(content) <= MAX_FILE else "too long", expected)
    except (OSError, ValueError, MemoryError) as error:
        print(f"unreadable: {error}", file=sys.stderr)
        return 2
    print(f"accepted: {report.statement}" if report.accepted else f"rejected: {report.reason}")
    return 0 if report.accepted else 1
