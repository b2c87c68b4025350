"""Theorems as tasks of the suite: one for the derivation, one for each claim; plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.evidence.claims import Claim, Evidence, judge
from verify.evidence.expectations import Outcome
from verify.evidence.registry import Registered, load_entry
from verify.evidence.store import key_of
from verify.evidence.theorem import Theorem
from verify.model.errors import InputError
from verify.model.verdict import Status

__all__ = ["DERIVATION", "Line", "TheoremTask", "run_part", "theorem_tasks"]

#: The name of the task that runs all steps of a theorem.
DERIVATION = "derivation"


@dataclass(frozen=True)
class Line:
    """One step, claim or mutant of a theorem: what was expected, what was found.

    Attributes
    ----------
    theorem, title, item : str
        Which it is; ``item`` is ``step 3``, a claim's id, or ``derivation`` where that did not finish.
    kind : str
        ``step``, ``claim`` or ``mutant``.
    statement : str
        What is asserted, with mathematics between dollar signs; for a step the rule that justifies it.
    expected, found : str
        Rungs.
    how : str
        One sentence.
    residual : str or None
        The largest error.
    seconds : float
        Its time.
    outcome : Outcome
        How the two rungs compare.
    details : mapping
        Plain data of the evidence.
    """

    theorem: str
    title: str
    item: str
    kind: str
    statement: str
    expected: str
    found: str
    how: str
    residual: str | None
    seconds: float
    outcome: Outcome
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """``T5/step 3``."""
        return f"{self.theorem}/{self.item}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"id": self.id, **vars(self), "seconds": round(self.seconds, 3), "outcome": str(self.outcome)}


@dataclass(frozen=True)
class TheoremTask:
    """A derivation or a claim to run.

    Attributes
    ----------
    theorem : Theorem or None
        None where it could not be imported.
    parameters : mapping
        ``theorem``, ``place``, ``item``, ``seed`` and ``code``, of which the result is a pure function; or ``fault``.
        With ``remake`` the claim makes its shipped certificate again.
    limit : float
        Seconds.
    rechecked : bool
        Whether it runs in every run, whatever a store holds: the claims on shipped certificates do.
    """

    id: str
    item: str
    theorem: Theorem | None
    parameters: Mapping[str, Any]
    limit: float
    rechecked: bool = False

    @property
    def name(self) -> str:
        """``T5/derivation``."""
        return f"{self.id}/{self.item}"

    @property
    def key(self) -> str:
        """The key of its result in a store: code of the engine and of the theorem's package, id, item, seed."""
        return key_of(self.parameters)

    def lines(self, result: Mapping[str, Any], *, strict: bool = False) -> tuple[Line, ...]:
        """Return what a result says: a line for each step, or one for the claim."""
        if self.theorem is None or not result.keys() & {"steps", "evidence"}:
            return (self._unfinished(result),)
        if "steps" in result:
            return tuple(self._step(entry, strict=strict) for entry in result["steps"])
        evidence, claim = Evidence.of(result["evidence"]), self.theorem.claim(self.item)
        outcome = judge(claim.expected, evidence.status, strict=strict)
        return (
            Line(
                self.id,
                self.theorem.title,
                claim.id,
                _kind(claim),
                claim.statement,
                str(claim.expected),
                str(evidence.status),
                evidence.how,
                evidence.residual,
                float(result["seconds"]),
                outcome,
                evidence.details,
            ),
        )

    def _step(self, entry: Mapping[str, Any], *, strict: bool) -> Line:
        assert self.theorem is not None
        found, expected = Status(entry["status"]), Status(entry["expected"])
        return Line(
            self.id,
            self.theorem.title,
            f"step {entry['number']}",
            "step",
            entry["rule"],
            str(expected),
            str(found),
            entry["how"],
            entry["residual"],
            float(entry["seconds"]),
            judge(expected, found, strict=strict),
        )

    def _unfinished(self, result: Mapping[str, Any]) -> Line:
        timed_out = "timeout" in result
        how = f"time-out after {result['timeout']:g} s" if timed_out else str(result.get("error", "no result"))
        claim = None if self.theorem is None or self.item == DERIVATION else self.theorem.claim(self.item)
        return Line(
            self.id,
            self.theorem.title if self.theorem else "",
            self.item,
            "step" if claim is None else _kind(claim),
            "" if claim is None else claim.statement,
            "decided" if claim is None else str(claim.expected),
            str(Status.UNKNOWN if timed_out else Status.ERROR),
            how,
            None,
            float(result.get("seconds", 0.0)),
            Outcome.UNDECIDED if timed_out else Outcome.ERROR,
        )


def _kind(claim: Claim) -> str:
    return "mutant" if claim.expected is Status.REFUTED else "claim"


def theorem_tasks(
    entries: Iterable[Registered], *, claims: Iterable[str] = (), seed: int = 0, remake: bool = False
) -> list[TheoremTask]:
    """Return the tasks of registered theorems; one that cannot be imported is a task at fault for itself alone.

    Parameters
    ----------
    entries : iterable of Registered
        Which theorems.
    claims : iterable of str
        Only these: ids of claims, with or without ``T5/`` in front, or ``derivation``; all by default.
    seed : int
        Of the random instances in the derivations.
    remake : bool
        Whether claims on shipped certificates make them again.

    Raises
    ------
    InputError
        A claim that no theorem has.
    """
    wanted = [name.removesuffix("/") for name in claims]
    tasks: list[TheoremTask] = []
    for entry in entries:
        try:
            theorem = entry.load()
            code = entry.digest
        except InputError as error:
            tasks.append(TheoremTask(entry.id, DERIVATION, None, {"fault": str(error)}, 1.0))
            continue
        shared = {"theorem": entry.id, "place": entry.place, "seed": seed, "code": code}
        tasks.append(TheoremTask(entry.id, DERIVATION, theorem, {**shared, "item": DERIVATION}, theorem.timeout))
        for claim in theorem.all_claims:
            parameters: dict[str, Any] = {**shared, "item": claim.id}
            if claim.remake is None:
                tasks.append(TheoremTask(entry.id, claim.id, theorem, parameters, claim.timeout))
                continue
            parameters |= {"remake": True} if remake else {}
            limit = claim.making if remake else claim.timeout
            tasks.append(TheoremTask(entry.id, claim.id, theorem, parameters, limit, rechecked=True))
    if not wanted:
        return tasks
    chosen = [task for task in tasks if task.item in wanted or task.name in wanted]
    unknown = next((name for name in wanted if name not in {t.item for t in chosen} | {t.name for t in chosen}), None)
    if unknown is not None:
        raise InputError("--claim", "name a claim of the theorems that run", unknown, remedy="`verify list` has them.")
    return chosen


def run_part(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Run a derivation or a claim; a pure function of plain data, giving plain data.

    Raises
    ------
    Exception
        Whatever a claim raises: the runner reports it as the error of that claim alone.
    """
    theorem = load_entry(parameters["theorem"], parameters["place"])
    if parameters["item"] == DERIVATION:
        return {"steps": [result.to_json() for result in theorem.derivation.run(parameters["seed"])]}
    claim = theorem.claim(parameters["item"])
    remake = claim.remake if parameters.get("remake") else None
    found = claim.run(**claim.parameters) if remake is None else remake()
    if not isinstance(found, Evidence):
        raise TypeError(f"the claim {claim.id} returned {type(found).__name__}, not Evidence")
    return {"evidence": found.to_json()}
