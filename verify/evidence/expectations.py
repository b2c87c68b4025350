"""What an example is expected to give, against what it gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from verify.model.errors import InputError
from verify.model.verdict import Collapse, Status

__all__ = ["VIEWS", "Finding", "Outcome", "claims_of", "expected_of"]

#: The views by their names in files, with the names that are read aloud.
VIEWS = {"graph_laws": "graph laws", "all_laws": "all laws"}
_RUNGS = list(Status)


class Outcome(StrEnum):
    """What became of a claim."""

    AS_EXPECTED = "as expected"
    UNEXPECTED = "unexpected"
    UNDECIDED = "undecided"
    ERROR = "error"


@dataclass(frozen=True)
class Finding:
    """One view of one part of one example: what was expected and what was found, with its certificate.

    Attributes
    ----------
    example, part, view : str
        Which claim it is; ``part`` names layers and heads of a model config.
    expected, found, status : str
        Collapse as expected ("decided" where nothing is said) and as found, and the rung found.
    certificate : str
        ``accepted``, ``rejected``, or ``none``.
    outcome : Outcome
        How the two compare.
    reason : str
        One sentence.
    """

    example: str
    part: str
    view: str
    expected: str
    found: str
    status: str
    certificate: str
    outcome: Outcome
    reason: str

    @property
    def id(self) -> str:
        """``example/view``, with the part between where there are several."""
        return "/".join(piece for piece in (self.example, self.part, self.view) if piece)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"id": self.id, **vars(self), "outcome": str(self.outcome)}


def expected_of(document: Mapping[str, Any], example: str) -> tuple[Mapping[str, str], ...]:
    """Return the field "expect" of an example: one object for all parts, or a list with one for each.

    Raises
    ------
    InputError
        Not of that form, or with an unknown field or value.
    """
    expect = document.get("expect", {})
    listed = expect if isinstance(expect, list) else [expect]
    for entry in listed:
        if not isinstance(entry, Mapping) or not entry.keys() <= {*VIEWS, "status"}:
            raise InputError(f"{example}: expect", f"have the fields {', '.join(VIEWS)}, status", entry)
        for field, value in entry.items():
            allowed = list(Status) if field == "status" else list(Collapse)
            if value not in allowed:
                raise InputError(f"{example}: expect.{field}", f"be one of {', '.join(allowed)}", value)
    return tuple(listed)


def claims_of(
    example: str, expected: Sequence[Mapping[str, str]], result: Mapping[str, Any], *, strict: bool = False
) -> tuple[Finding, ...]:
    """Return the claims about an example: two for each part of its result.

    Parameters
    ----------
    example : str
        Its name.
    expected : sequence of mapping
        As :func:`expected_of` returns it.
    result : mapping
        ``{"parts": [{"title", "graph_laws", "all_laws", "certificate"}]}``, or ``{"error": text}``, or
        ``{"timeout": seconds}``.
    strict : bool
        Whether numeric evidence counts as undecided.
    """
    parts = _parts(expected, result)
    titles = [part["title"] if len(parts) > 1 else "" for part in parts]
    if len(expected) not in {1, len(parts)}:
        lost = f"it has {len(parts)} parts, but expect lists {len(expected)}"
        parts = [{**part, **dict.fromkeys(VIEWS, _view(Status.ERROR, lost))} for part in parts]
        expected = expected[:1]
    claims: list[Finding] = []
    for index, (title, part) in enumerate(zip(titles, parts, strict=True)):
        entry = expected[index] if len(expected) > 1 else expected[0]
        claims += [_claim((example, title, view), entry, part, strict=strict) for view in VIEWS]
    return tuple(claims)


def _parts(expected: Sequence[Mapping[str, str]], result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if "parts" in result:
        return list(result["parts"])
    if "timeout" in result:
        view = _view(Status.UNKNOWN, f"time-out after {result['timeout']:g} s")
    else:
        view = _view(Status.ERROR, str(result.get("error", "no result")))
    return [
        {"title": str(index), "certificate": "none", **dict.fromkeys(VIEWS, view)} for index, _ in enumerate(expected)
    ]


def _view(status: Status, reason: str) -> dict[str, str]:
    return {"collapse": str(Collapse.UNKNOWN), "status": str(status), "reason": reason}


def _claim(place: tuple[str, str, str], expect: Mapping[str, str], part: Mapping[str, Any], *, strict: bool) -> Finding:
    example, title, view = place
    found = part[view]
    status = Status(found["status"])
    lowest = Status.ENCLOSED if strict else Status.NUMERIC
    decided = found["collapse"] != Collapse.UNKNOWN and _at_least(status, lowest)
    rung = expect.get("status")
    wanted = expect.get(
        view, "decided" if rung not in {Status.UNKNOWN, Status.NOT_APPLICABLE} else str(Collapse.UNKNOWN)
    )
    if status is Status.ERROR:
        outcome = Outcome.ERROR
    elif part["certificate"] == "rejected":
        outcome = Outcome.UNEXPECTED
    elif wanted == Collapse.UNKNOWN:
        outcome = Outcome.AS_EXPECTED if not decided and rung in {None, status} else Outcome.UNEXPECTED
    elif not decided:
        outcome = Outcome.UNDECIDED
    else:
        strong = rung is None or _at_least(status, Status(rung))
        outcome = Outcome.AS_EXPECTED if wanted in {"decided", found["collapse"]} and strong else Outcome.UNEXPECTED
    reason = found["reason"]
    if part["certificate"] == "rejected":
        reason = f"the checker rejects its certificate: {part.get('rejection', '')}"
    elif outcome is Outcome.UNEXPECTED and rung is not None and status != rung:
        reason = f"expected the rung {rung}: {reason}"
    return Finding(example, title, view, wanted, found["collapse"], str(status), part["certificate"], outcome, reason)


def _at_least(status: Status, lowest: Status) -> bool:
    return _RUNGS.index(status) <= _RUNGS.index(lowest)
