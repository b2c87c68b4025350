"""Claims that Coq's kernel settles: theorems of its library, certificates of kernels decided here, and mutants.

A claim is ``proved`` only where coqc compiled its statement in this run, or in one whose result is kept under the
digest of this engine's code, the library's sources and Coq's version.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from verify.certificates.checker import check
from verify.certificates.coq.check import CoqOutcome, CoqReport, check_with_coq, compile_file
from verify.certificates.coq.compiler import coq_version, library_key
from verify.certificates.coq.emit import CoqFile, emit_coq, emit_coq_bound
from verify.certificates.coq.inequalities import INEQUALITIES
from verify.certificates.coq.libraries import INTEGER_AXIOMS, INTERVAL, LIBRARIES, REALS, CoqLibrary
from verify.certificates.coq.theorems import LIBRARY, LibraryTheorem, stating
from verify.encodings.loading import load_kernel
from verify.evidence.claims import Evidence, judge
from verify.evidence.coq_kernels import AXIS, DEGREES, LEGENDRE, PENTAGON, TURN, triangle
from verify.evidence.expectations import Outcome
from verify.evidence.store import key_of
from verify.evidence.theorem_runner import Line
from verify.model.canonical import digest
from verify.model.kernels import Kernel
from verify.model.verdict import Status
from verify.spectral.decide import decide

__all__ = ["CoqClaim", "CoqMode", "CoqTask", "coq_claims", "coq_tasks", "run_coq_claim"]

#: Seconds for coqc on one file, and for the task, in which the library may have to be compiled first.
FILE_LIMIT = 120.0
TASK_LIMIT = 600.0
#: Seconds for the inequalities, whose assumptions take Coq ten seconds to collect on an idle machine.
NUMBERS_LIMIT = 240.0

#: In Coq's message where its own computation with the integers of a certificate gives false.
_COMPUTED = 'The term "eq_refl" has type "true = true" while it is expected'


class CoqMode(StrEnum):
    """Whether a run asks Coq: where it is installed, in any case, or not at all."""

    AUTO = "auto"
    REQUIRE = "require"
    OFF = "off"


@dataclass(frozen=True)
class CoqClaim:
    """A statement for Coq.

    Attributes
    ----------
    theorem, item : str
        The theorem whose core it is, and its name there.
    statement : str
        In words.
    prove : callable
        Takes the folder of compiled libraries; ``prove(cache) -> CoqReport``.
    expected : Status
        ``proved``; ``refuted`` for a mutant, which Coq has to refuse.
    library : CoqLibrary
        By which library.
    """

    theorem: str
    item: str
    statement: str
    prove: Callable[[Path], CoqReport]
    expected: Status = Status.PROVED
    library: CoqLibrary = REALS


@dataclass(frozen=True)
class CoqTask:
    """A claim to run.

    Attributes
    ----------
    id, item, statement : str
        As in its claim.
    expected : Status
        ``unknown`` where Coq is not installed and not required.
    parameters : mapping
        ``coq`` (which claim), ``library`` (hash of its sources and of Coq's version), ``cache`` (where it is compiled);
        ``missing`` where it cannot be run; or ``fault``.
    """

    id: str
    item: str
    statement: str
    expected: Status
    parameters: Mapping[str, Any]
    limit: float = TASK_LIMIT

    @property
    def name(self) -> str:
        """``T5/coq-dichotomy``."""
        return f"{self.id}/{self.item}"

    @property
    def key(self) -> str:
        """The key of its result in a store: code of the engine, sources of the library, version of Coq."""
        return key_of({name: value for name, value in self.parameters.items() if name != "cache"})

    def lines(self, result: Mapping[str, Any], *, strict: bool = False) -> tuple[Line, ...]:
        """Return what a result says, in one line."""
        if "evidence" in result:
            found = Evidence.of(result["evidence"])
            outcome = judge(self.expected, found.status, strict=strict)
        elif "timeout" in result:
            found = Evidence(Status.UNKNOWN, f"time-out after {result['timeout']:g} s")
            outcome = Outcome.UNDECIDED
        else:
            found, outcome = Evidence(Status.ERROR, str(result.get("error", "no result"))), Outcome.ERROR
        return (
            Line(
                self.id,
                "",
                self.item,
                "mutant" if self.expected is Status.REFUTED else "claim",
                self.statement,
                str(self.expected),
                str(found.status),
                found.how,
                None,
                float(result.get("seconds", 0.0)),
                outcome,
                found.details,
            ),
        )


# ------------------------------------------------------------------------------------------------- what is proved


def _stated(theorem: LibraryTheorem) -> CoqClaim:
    """Return the claim that a theorem of the library has the statement that is pinned here."""
    return CoqClaim(
        theorem.theorem,
        theorem.item,
        theorem.words,
        lambda cache: compile_file(theorem.file(), cache, FILE_LIMIT),
    )


def _certified(document: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Return the certificate of a kernel decided here and now, accepted by the checker, and the kernel's digest."""
    kernel = load_kernel(document)
    assert isinstance(kernel, Kernel)
    certificate = json.loads(json.dumps(decide(kernel).to_json()["certificate"]))
    report = check(certificate)
    if not report.accepted:
        raise ValueError(f"the checker rejects the certificate: {report.reason}")
    return certificate, kernel.digest


def _decided(
    document: Mapping[str, Any], emit: Callable[[Mapping[str, Any]], CoqFile] = emit_coq
) -> Callable[[Path], CoqReport]:
    """Return what has Coq prove the certificate of a kernel."""

    def prove(cache: Path) -> CoqReport:
        certificate, kernel = _certified(document)
        return check_with_coq(certificate, cache, FILE_LIMIT, kernel, emit=emit)

    return prove


def _flipped(cache: Path) -> CoqReport:
    """Change one sign of the factor L in a certificate."""
    certificate, _ = _certified(triangle("-49/100"))
    changed = copy.deepcopy(certificate)
    row = changed["data"]["psd"]["L"][1]
    row[0] = str(-int(row[0]))
    return check_with_coq(changed, cache, FILE_LIMIT)


def _exchanged(cache: Path) -> CoqReport:
    """Put the problem just below the threshold under the data of one above it, with the digest that belongs to it."""
    certificate, _ = _certified(triangle("-49/100"))
    problem = load_kernel(triangle("-1/2 - 1/10**12"))
    assert isinstance(problem, Kernel)
    normal = problem.normal_form()
    return check_with_coq({**certificate, "problem": normal, "digest": digest(normal)}, cache, FILE_LIMIT)


def _with(old: str, new: str) -> Callable[[Mapping[str, Any]], CoqFile]:
    """Return what emits a certificate's file with other integers."""

    def emit(certificate: Mapping[str, Any]) -> CoqFile:
        file = emit_coq(certificate)
        assert old in file.text
        return replace(file, text=file.text.replace(old, new, 1))

    return emit


_KERNELS = (
    CoqClaim(
        "T5",
        "coq-threshold",
        "Triangle at its threshold, k_13 = -1/2: no configuration beats the collapsed ones, for all d and beta >= 0.",
        _decided(triangle("-1/2"), emit_coq_bound),
    ),
    CoqClaim(
        "T5",
        "coq-direction",
        "Triangle with k_13 = -1/2 - 1/10^12: no maximiser is collapsed, for all d >= 2 and every exponential profile.",
        _decided(triangle("-1/2 - 1/10**12")),
    ),
    CoqClaim(
        "T5",
        "coq-negative-degree",
        "Two atoms with D_1 < 0: among graph laws all maximisers are collapsed, among all laws none is.",
        _decided(DEGREES),
    ),
    CoqClaim(
        "T5",
        "coq-legendre",
        "Triangle with k_13 = -49/100 and f = P_3 in R^3: all maximisers are collapsed, in both views.",
        _decided(LEGENDRE),
    ),
    CoqClaim(
        "T5",
        "coq-legendre-changed",
        "The polynomial (5 t^3 - 4 t)/2 is what Coq accepts as P_3 in the same file.",
        _decided(LEGENDRE, _with("[0; (-3); 0; 5]", "[0; (-4); 0; 5]")),
        Status.REFUTED,
    ),
    CoqClaim(
        "T5",
        "coq-pentagon",
        "f = (2/pi) asin on five labels that repel in two groups, every cut positive: all maximisers are collapsed.",
        _decided(PENTAGON),
    ),
    CoqClaim(
        "T5",
        "coq-pentagon-changed",
        "The same with two entries of k halved, by which a cut is negative, is what Coq accepts.",
        _decided(PENTAGON, _with("[[0; (-99); (-99); 101; 101]", "[[0; (-99); (-99); 51; 51]")),
        Status.REFUTED,
    ),
    CoqClaim(
        "T4",
        "coq-turn",
        "Two atoms, Q_2 a rational rotation: no maximiser is collapsed, in both views.",
        _decided(TURN),
    ),
    CoqClaim(
        "T4",
        "coq-common-axis",
        "Turns about one axis (d = 3), not flat: all maximisers are collapsed, in both views, for every beta > 0.",
        _decided(AXIS),
    ),
    CoqClaim(
        "T4",
        "coq-mirrored",
        "The same turns, one sign of a matrix flipped, are a connection that Coq accepts.",
        _decided(AXIS, _with("[39; (-52); 0]", "[39; 52; 0]")),
        Status.REFUTED,
    ),
    CoqClaim(
        "T5",
        "coq-flipped-sign",
        "A certificate of the triangle with k_13 = -49/100, one sign of its factor flipped, is accepted by Coq.",
        _flipped,
        Status.REFUTED,
    ),
    CoqClaim(
        "T5",
        "coq-exchanged-problem",
        "The same data prove that collapse below the threshold, k_13 = -1/2 - 1/10^12, is what Coq accepts.",
        _exchanged,
        Status.REFUTED,
    ),
)

_NUMBERS = CoqClaim(
    "T6",
    "coq-inequalities",
    "Cosine kernel: where the length bound holds, both local thresholds between decimals of 12 digits and the sign on "
    "all the range below, where two and three arcs pass the great circle, latitude circles beyond it (interval tier).",
    lambda cache: compile_file(stating(INEQUALITIES), cache, NUMBERS_LIMIT),
    library=INTERVAL,
)


def coq_claims() -> tuple[CoqClaim, ...]:
    """Return the short list: the cores of T1, T4 and T5, inequalities of T6, kernels decided here, mutants."""
    claims = (*map(_stated, LIBRARY), _NUMBERS, *_KERNELS)
    return tuple(sorted(claims, key=lambda c: (c.theorem, c.expected is Status.REFUTED)))


# ---------------------------------------------------------------------------------------------------- how it is run


def coq_tasks(mode: CoqMode, cache: Path) -> list[CoqTask]:
    """Return the tasks of all claims.

    Parameters
    ----------
    mode : CoqMode
        ``auto`` without Coq: the claims are not run, and expected to be unknown. ``require`` without Coq: each is an
        error that says what is missing. ``off``: no tasks.
    cache : Path
        Folder of compiled libraries.
    """
    if mode is CoqMode.OFF:
        return []
    state = {library.name: _state(library) for library in LIBRARIES}
    tasks = []
    for claim in coq_claims():
        name, expected = f"{claim.theorem}/{claim.item}", claim.expected
        missing, key = state[claim.library.name]
        parameters: dict[str, Any] = {"coq": name, "library": key, "cache": str(cache.resolve())}
        if missing and mode is CoqMode.REQUIRE:
            parameters = {"fault": missing}
        elif missing:
            parameters, expected = {"coq": name, "missing": missing}, Status.UNKNOWN
        tasks.append(CoqTask(claim.theorem, claim.item, claim.statement, expected, parameters))
    return tasks


def _state(library: CoqLibrary) -> tuple[str, str]:
    """Return what a library misses, and the key under which it is compiled."""
    missing = library.missing() or ("" if coq_version() else f"coqc does not answer ({library.install})")
    if missing:
        return missing, ""
    try:
        return "", library_key(library)
    except OSError as error:
        return str(error), ""


def run_coq_claim(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Run a claim: plain data in, plain data out.

    Raises
    ------
    RuntimeError
        Coq does not accept it (which refutes nothing), or refuses a mutant for another reason than its computation.
    """
    if "missing" in parameters:
        return {"evidence": Evidence(Status.UNKNOWN, f"Not run: {parameters['missing']}.").to_json()}
    claim = next(c for c in coq_claims() if f"{c.theorem}/{c.item}" == parameters["coq"])
    report = claim.prove(Path(parameters["cache"]))
    if report.outcome is CoqOutcome.TIME_OUT:
        return {"timeout": report.seconds}
    if report.accepted:
        return {"evidence": Evidence(Status.PROVED, _words(report), {"coq": _details(report, claim.library)}).to_json()}
    if claim.expected is Status.REFUTED and _COMPUTED in report.reason:
        return {"evidence": Evidence(Status.REFUTED, f"{report.reason}.").to_json()}
    raise RuntimeError(report.reason)


def _words(report: CoqReport) -> str:
    """Return who accepts it and on what it rests; the machine integers' many axioms by their number."""
    names = ", ".join(theorem.name.rpartition(".")[2] for theorem in report.theorems)
    integers = [axiom for axiom in report.axioms if axiom in INTEGER_AXIOMS]
    axioms = [axiom for axiom in report.axioms if axiom not in INTEGER_AXIOMS]
    if integers:
        axioms.append(f"and the {len(integers)} axioms of 63-bit machine integers (interval tier)")
    return f"Coq's kernel accepts {names}; assumptions: {', '.join(axioms) or 'none'}."


def _details(report: CoqReport, library: CoqLibrary) -> dict[str, Any]:
    """Return what was proved, for the report: by what, about which problem, resting on what."""
    return {
        "version": coq_version(),
        "library": library_key(library),
        "problem": report.digest or None,
        "theorems": [{"name": theorem.name, "statement": theorem.statement} for theorem in report.theorems],
        "assumptions": list(report.axioms),
    }
