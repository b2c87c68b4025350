"""The suite: examples decided, certificates rechecked, theorems run; in parallel and resumable."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from contextlib import nullcontext
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from verify.certificates.checker import check
from verify.encodings.loading import load_kernel
from verify.evidence.answers import answer, part_title
from verify.evidence.coq_claims import CoqTask, run_coq_claim
from verify.evidence.examples import Example
from verify.evidence.expectations import VIEWS, Finding, Outcome, claims_of, expected_of
from verify.evidence.limits import Failed, Finished, TimedOut, run_limited
from verify.evidence.processes import processes
from verify.evidence.store import Store, key_of
from verify.evidence.theorem_runner import Line, TheoremTask, run_part
from verify.model.documents import read_document
from verify.model.errors import InputError

__all__ = ["Report", "SuiteResult", "Task", "decide_example", "run_suite", "summarise"]

Report = Callable[[int, int, str], None]

#: Seconds for an example where no other limit is given.
LIMIT = 120.0

#: Characters of JSON beyond which a run keeps of a certificate its heads alone, and of a kernel no such field.
LARGEST = 200_000


@dataclass(frozen=True)
class Task:
    """One example to decide: plain-data parameters, of which its result is a pure function.

    Attributes
    ----------
    name : str
        The example's name.
    parameters : mapping
        ``document`` (the file's content without "expect"), ``folder`` (of files named in it) and ``files``
        (their digests); or ``fault`` alone, where the file cannot be read.
    expected : tuple of mapping
        What the file expects.
    limit : float
        Seconds.
    """

    name: str
    parameters: Mapping[str, Any]
    expected: tuple[Mapping[str, str], ...]
    limit: float = LIMIT

    @classmethod
    def of(cls, example: Example) -> Task:
        """Return the task of an example; that of a file at fault fails for itself alone when it is run."""
        folder = example.path.parent
        try:
            document = read_document(example.path)
            expected = expected_of(document, example.name)
            document.pop("expect", None)
            files = {name: sha256((folder / name).read_bytes()).hexdigest() for name in sorted(_named_files(document))}
        except (InputError, OSError) as error:
            return cls(example.name, {"fault": str(error)}, ({},))
        return cls(
            example.name,
            {"document": document, "folder": str(folder) if files else "", "files": files},
            expected,
        )

    @property
    def key(self) -> str:
        """The key of its result in a store: code, document and named files; not where they lie."""
        return key_of({name: value for name, value in self.parameters.items() if name != "folder"})


def _named_files(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get("file"), str):
            yield value["file"]
        for inner in value.values():
            yield from _named_files(inner)


@dataclass(frozen=True)
class SuiteResult:
    """What a run of the suite found.

    Attributes
    ----------
    claims : tuple of Finding
        Of the examples, in the order of the tasks; those of tasks that did not finish are missing.
    seconds : mapping of str to float
        Time of each task, as it was measured when it was run.
    resumed : frozenset of str
        Tasks whose result came from the store.
    elapsed : float
        Wall-clock seconds of this run.
    interrupted : bool
        Whether the run was stopped by Ctrl-C.
    lines : tuple of Line
        Of the theorems: steps, claims and mutants.
    verdicts : mapping of str to tuple of mapping
        Of each example that was decided: ``{"title", "verdict"}`` for each part, as plain data.
    """

    claims: tuple[Finding, ...]
    seconds: Mapping[str, float]
    resumed: frozenset[str]
    elapsed: float
    interrupted: bool = False
    lines: tuple[Line, ...] = ()
    verdicts: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of all examples and all theorems."""
        return (*(claim.outcome for claim in self.claims), *(line.outcome for line in self.lines))

    def exit_status(self) -> int:
        """Return 0 if every claim has its expected status, 1 if one has not, 3 if one is undecided."""
        if {Outcome.UNEXPECTED, Outcome.ERROR} & set(self.outcomes):
            return 1
        return 3 if Outcome.UNDECIDED in self.outcomes else 0

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        counts = {str(outcome): self.outcomes.count(outcome) for outcome in Outcome}
        return {
            "schema": 1,
            "exit_status": self.exit_status(),
            "interrupted": self.interrupted,
            "elapsed": round(self.elapsed, 3),
            "summary": counts,
            "resumed": sorted(self.resumed),
            "seconds": {name: round(seconds, 3) for name, seconds in self.seconds.items()},
            "claims": [claim.to_json() for claim in self.claims],
            "theorems": [line.to_json() for line in self.lines],
        }


def decide_example(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Decide one example and recheck its certificates; a pure function of plain data, giving plain data."""
    found = answer(load_kernel(parameters["document"], base=Path(parameters["folder"])))
    return {"parts": [summarise(part_title(part), part.verdict.to_json()) for part in found.parts]}


def summarise(title: str, verdict: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is said of a verdict's plain data: views, digest, whether its certificate is accepted; the verdict.

    Parameters
    ----------
    title : str
        The part of a model config, as :func:`verify.evidence.answers.part_title` names it.
    verdict : mapping
        Plain data of a verdict; its certificate is checked again, read back from its text.

    Returns
    -------
    dict
        ``title``, ``digest``, both views, ``certificate`` ("accepted", "rejected" with ``rejection``, or "none"), and
        ``verdict``, shortened where it is very large.
    """
    views = {view: {key: verdict[view][key] for key in ("collapse", "status", "reason")} for view in VIEWS}
    certificate = verdict["certificate"]
    kept: dict[str, Any] = {
        "title": title,
        "digest": verdict["kernel"]["digest"],
        **views,
        "certificate": "none",
        "verdict": _kept(verdict),
    }
    if certificate is None:
        return kept
    kept |= {key: certificate[key] for key in ("theorem", "method")}
    rejection = _rejection(certificate, verdict)
    return kept | (
        {"certificate": "accepted"} if rejection is None else {"certificate": "rejected", "rejection": rejection}
    )


def _kept(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """Return a verdict without what is too large to keep; the size of a certificate that is left out stands for it."""
    kernel = {key: value for key, value in verdict["kernel"].items() if len(json.dumps(value)) <= LARGEST}
    certificate = verdict["certificate"]
    if certificate is not None and (size := len(json.dumps(certificate))) > LARGEST:
        certificate = {key: value for key, value in certificate.items() if key not in {"problem", "data"}}
        certificate["size"] = size
    return {**verdict, "kernel": kernel, "certificate": certificate}


def _rejection(certificate: Mapping[str, Any], verdict: Mapping[str, Any]) -> str | None:
    """Return why the certificate, read back from its text, does not carry the verdict; None if it does."""
    report = check(json.loads(json.dumps(certificate)))
    if not report.accepted:
        return str(report.reason)
    if certificate["digest"] != verdict["kernel"]["digest"]:
        return "it speaks of another kernel"
    for view, claimed in certificate["data"]["claim"].items():
        if verdict[view]["collapse"] != claimed:
            return f"it proves {claimed} for {VIEWS[view]}, the verdict says {verdict[view]['collapse']}"
    return None


#: What runs a task, by a field of its parameters; an example has neither.
_RUNNERS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"theorem": run_part, "coq": run_coq_claim}


def _execute(parameters: Mapping[str, Any], limit: float) -> dict[str, Any]:
    """Run in a worker: one task within its limit, in a process of its own."""
    if "fault" in parameters:
        return {"error": parameters["fault"], "seconds": 0.0}
    begin = time.monotonic()
    function = next((run for field, run in _RUNNERS.items() if field in parameters), decide_example)
    outcome = run_limited(function, parameters, seconds=limit)
    match outcome:
        case Finished(value, seconds):
            return {**value, "seconds": seconds}
        case TimedOut(seconds):
            return {"timeout": seconds, "seconds": seconds}
        case Failed(message):
            return {"error": message, "trace": outcome.trace, "seconds": time.monotonic() - begin}


def run_suite(
    tasks: Sequence[Task | TheoremTask | CoqTask],
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    limit: float | None = None,
    store: Store | None = None,
    fresh: bool = False,
    strict: bool = False,
    progress: Report | None = None,
) -> SuiteResult:
    """Run all tasks and return every claim with its outcome.

    Parameters
    ----------
    tasks : sequence of Task, TheoremTask or CoqTask
        What to run.
    executor : concurrent.futures.Executor, optional
        Where to run; processes of this machine by default. It is left open.
    jobs : int, optional
        Number of processes where no executor is given; one per core by default.
    limit : float, optional
        Seconds for each task; beyond it its claims are undecided. By default 120 for an example, and what the
        theorem says for a derivation or a claim.
    store : Store, optional
        Finished results are kept here and not computed again; time-outs and errors are not finished.
    fresh : bool
        Whether to ignore what the store holds (new results still go into it).
    strict : bool
        Whether numeric evidence counts as undecided.
    progress : callable, optional
        Called with the number of finished tasks, of all tasks, and the name of the one just finished.

    Returns
    -------
    SuiteResult
        After Ctrl-C: what was finished by then.
    """
    begin = time.monotonic()
    results: dict[int, dict[str, Any]] = {}
    if store is not None and not fresh:
        lasting = ((i, task) for i, task in enumerate(tasks) if not (isinstance(task, TheoremTask) and task.rechecked))
        kept = ((index, store.get(task.key)) for index, task in lasting)
        results = {index: result for index, result in kept if result is not None}
    resumed = frozenset(tasks[index].name for index in results)
    tell = progress or (lambda _done, _total, _name: None)
    tell(len(results), len(tasks), "")
    interrupted = False
    waiting = [index for index in range(len(tasks)) if index not in results]
    if waiting:
        with nullcontext(executor) if executor else processes(jobs, len(waiting)) as pool:
            futures: dict[Future[dict[str, Any]], int] = {}
            try:
                for index in _submitted(tasks, waiting):
                    seconds = tasks[index].limit if limit is None else limit
                    futures[pool.submit(_execute, tasks[index].parameters, seconds)] = index
                for future in as_completed(futures):
                    index = futures[future]
                    results[index] = _collect(future)
                    if store is not None and _is_finished(results[index]):
                        store.put(tasks[index].key, results[index])
                    tell(len(results), len(tasks), tasks[index].name)
            except KeyboardInterrupt:
                interrupted = True
                for future in futures:
                    future.cancel()
    done = [(task, results[index]) for index, task in enumerate(tasks) if index in results]
    claims = tuple(
        claim
        for task, result in done
        if isinstance(task, Task)
        for claim in claims_of(task.name, task.expected, result, strict=strict)
    )
    lines = tuple(
        line for task, result in done if not isinstance(task, Task) for line in task.lines(result, strict=strict)
    )
    times = {task.name: float(result["seconds"]) for task, result in done}
    verdicts = {
        task.name: tuple({"title": part["title"], "verdict": part["verdict"]} for part in result["parts"])
        for task, result in done
        if isinstance(task, Task) and "parts" in result
    }
    return SuiteResult(claims, times, resumed, time.monotonic() - begin, interrupted, lines, verdicts)


def _submitted(tasks: Sequence[Task | TheoremTask | CoqTask], waiting: Sequence[int]) -> list[int]:
    """Return the order of submission: a Coq claim of each library, which compiles it, first, and the others last.

    Side by side they would wait for that compilation, each in a process that could do something else.
    """
    compiling: dict[str, int] = {}
    for index in waiting:
        if isinstance(task := tasks[index], CoqTask):
            compiling.setdefault(str(task.parameters.get("library")), index)
    heads = set(compiling.values())
    return sorted(waiting, key=lambda index: 0 if index in heads else 1 + isinstance(tasks[index], CoqTask))


def _is_finished(result: Mapping[str, Any]) -> bool:
    """Whether a result may be kept: neither a time-out nor an error, also not of one step."""
    return not result.keys() & {"error", "timeout"} and all(s["status"] != "error" for s in result.get("steps", ()))


def _collect(future: Future[dict[str, Any]]) -> dict[str, Any]:
    try:
        return future.result()
    except Exception as error:  # noqa: BLE001 - a broken executor is an error of this claim alone
        return {"error": f"{type(error).__name__}: {error}", "trace": "", "seconds": 0.0}
