"""A theorem: statement, hypotheses, derivation, claims, what is needed, what is not proved."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from verify.evidence.claims import Claim, Evidence, judge
from verify.evidence.expectations import Outcome
from verify.model.errors import InputError
from verify.model.verdict import Status
from verify.symbolic.steps import Derivation, DerivationResult

__all__ = ["Assumption", "Theorem", "TheoremResult"]

_ID = re.compile(r"[A-Z][A-Za-z0-9.-]{0,19}")


@dataclass(frozen=True)
class Assumption:
    """A line of the hypotheses: a symbol and what is assumed of it."""

    symbol: str
    says: str


@dataclass(frozen=True)
class TheoremResult:
    """What running a theorem found: its derivation, and the evidence of each claim by its id."""

    derivation: DerivationResult
    evidence: dict[str, Evidence]
    outcomes: dict[str, Outcome]

    @property
    def passed(self) -> bool:
        """Whether every step and every claim reached what is expected of it."""
        return self.derivation.passed and set(self.outcomes.values()) <= {Outcome.AS_EXPECTED}

    @property
    def status(self) -> Status:
        """The weakest rung among the computed steps and the claims that are not meant to be refuted."""
        found = [e.status for e in self.evidence.values() if e.status not in {Status.REFUTED, Status.CITED}]
        return Status.weakest(self.derivation.status, *found)


@dataclass(frozen=True)
class Theorem:
    """A theorem as a program can run it.

    Attributes
    ----------
    id : str
        ``T0``, ``T5``, ``X1``: a capital and a few letters, digits, dots or hyphens.
    title : str
        A few words.
    statement : str
        Paragraphs with blank lines between; mathematics between dollar signs, in LaTeX.
    hypotheses : tuple of Assumption
        A line for each symbol.
    derivation : Derivation
        The proof, step by step.
    claims : tuple of Claim
        What is checked beside the derivation; none of them expects ``refuted``.
    necessity : tuple of Claim
        Mutants: false statements, one for each hypothesis dropped, which must be refuted. At least one.
    not_proved : tuple of str
        What a reader may take to be proved and is not.
    references : tuple of str
        Classical results that are used.
    timeout : float
        Seconds for the derivation.
    """

    id: str
    title: str
    statement: str
    hypotheses: tuple[Assumption, ...]
    derivation: Derivation
    claims: tuple[Claim, ...]
    necessity: tuple[Claim, ...]
    not_proved: tuple[str, ...]
    references: tuple[str, ...]
    timeout: float = 120.0

    def __post_init__(self) -> None:
        """Refuse what could not fail or could not be named."""
        if not _ID.fullmatch(self.id):
            raise InputError("theorem id", "be a capital and at most 19 letters, digits, dots or hyphens", self.id)
        ids = [claim.id for claim in self.all_claims]
        if len(ids) != len(set(ids)):
            raise InputError(f"{self.id}: claims", "have different ids", ids)
        if not self.necessity:
            raise InputError(f"{self.id}: necessity", "hold at least one claim that must be refuted", "none")
        if any(claim.expected is not Status.REFUTED for claim in self.necessity):
            raise InputError(f"{self.id}: necessity", "hold claims that expect refuted", "another status")
        if any(claim.expected is Status.REFUTED for claim in self.claims):
            raise InputError(
                f"{self.id}: claims",
                "not expect refuted",
                "refuted",
                "Such a claim is a mutant.",
                "Put it into necessity.",
            )
        if not self.paragraphs:
            raise InputError(f"{self.id}: statement", "say something", repr(self.statement))
        for name in ("hypotheses", "not_proved"):
            if not getattr(self, name) or isinstance(getattr(self, name), str):
                raise InputError(f"{self.id}: {name}", "be a tuple of at least one line", getattr(self, name))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs of the statement, each on one line."""
        return tuple(" ".join(p.split()) for p in re.split(r"\n\s*\n", self.statement) if p.strip())

    @property
    def all_claims(self) -> tuple[Claim, ...]:
        """Claims and mutants."""
        return self.claims + self.necessity

    def claim(self, name: str) -> Claim:
        """Return the claim of that id.

        Raises
        ------
        InputError
            There is none.
        """
        known = {claim.id: claim for claim in self.all_claims}
        if name not in known:
            raise InputError("claim", f"be one of {', '.join(known)}", name)
        return known[name]

    def run(self, *, seed: int = 0, strict: bool = False) -> TheoremResult:
        """Run derivation and claims here and now, without limits of time."""
        evidence = {claim.id: claim.evidence() for claim in self.all_claims}
        outcomes = {c.id: judge(c.expected, evidence[c.id].status, strict=strict) for c in self.all_claims}
        return TheoremResult(self.derivation.run(seed), evidence, outcomes)

    def to_text(self) -> str:
        """Return statement, hypotheses, derivation and limits as plain text."""
        from verify.evidence.pages import theorem_text

        return theorem_text(self)

    def to_latex(self) -> str:
        """Return the same as a LaTeX document that stands alone."""
        from verify.evidence.pages import theorem_latex

        return theorem_latex(self)

    def to_html(self) -> str:
        """Return the same as an HTML fragment whose mathematics is MathML."""
        from verify.evidence.pages import theorem_html

        return theorem_html(self)

    def _repr_html_(self) -> str:
        return self.to_html()

    def describe(self) -> dict[str, Any]:
        """Plain data of what is asserted."""
        return {
            "id": self.id,
            "title": self.title,
            "statement": list(self.paragraphs),
            "hypotheses": [vars(assumption) for assumption in self.hypotheses],
            "steps": len(self.derivation.steps),
            "claims": [{"id": c.id, "statement": c.statement, "expected": str(c.expected)} for c in self.all_claims],
            "not_proved": list(self.not_proved),
            "references": list(self.references),
        }
