"""Evidence: answers to inputs, shipped examples, theorems with their claims, and the suite that runs them all."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verify.evidence.answers import Answer, ComputationError, answer, part_title, worst_status
    from verify.evidence.claims import Claim, Evidence, checked, judge
    from verify.evidence.coq_claims import CoqMode, CoqTask, coq_tasks
    from verify.evidence.examples import Example, examples_folder, find_example, list_examples
    from verify.evidence.expectations import VIEWS, Finding, Outcome
    from verify.evidence.registry import Registered, find_theorem, list_theorems
    from verify.evidence.shipped import Shipped
    from verify.evidence.store import Store, code_digest
    from verify.evidence.suite import SuiteResult, Task, run_suite
    from verify.evidence.theorem import Assumption, Theorem, TheoremResult
    from verify.evidence.theorem_runner import Line, TheoremTask, theorem_tasks

__all__ = [
    "VIEWS",
    "Answer",
    "Assumption",
    "Claim",
    "ComputationError",
    "CoqMode",
    "CoqTask",
    "Evidence",
    "Example",
    "Finding",
    "Line",
    "Outcome",
    "Registered",
    "Shipped",
    "Store",
    "SuiteResult",
    "Task",
    "Theorem",
    "TheoremResult",
    "TheoremTask",
    "answer",
    "checked",
    "code_digest",
    "coq_tasks",
    "examples_folder",
    "find_example",
    "find_theorem",
    "judge",
    "list_examples",
    "list_theorems",
    "part_title",
    "run_suite",
    "theorem_tasks",
    "worst_status",
]

# Names are imported on first use (PEP 562): one verdict needs neither the suite nor theorems nor Coq.
_HOMES = {
    **dict.fromkeys(("Answer", "ComputationError", "answer", "part_title", "worst_status"), "verify.evidence.answers"),
    **dict.fromkeys(("Claim", "Evidence", "checked", "judge"), "verify.evidence.claims"),
    **dict.fromkeys(("CoqMode", "CoqTask", "coq_tasks"), "verify.evidence.coq_claims"),
    **dict.fromkeys(("Example", "examples_folder", "find_example", "list_examples"), "verify.evidence.examples"),
    **dict.fromkeys(("VIEWS", "Finding", "Outcome"), "verify.evidence.expectations"),
    **dict.fromkeys(("Registered", "find_theorem", "list_theorems"), "verify.evidence.registry"),
    "Shipped": "verify.evidence.shipped",
    **dict.fromkeys(("Store", "code_digest"), "verify.evidence.store"),
    **dict.fromkeys(("SuiteResult", "Task", "run_suite"), "verify.evidence.suite"),
    **dict.fromkeys(("Assumption", "Theorem", "TheoremResult"), "verify.evidence.theorem"),
    **dict.fromkeys(("Line", "TheoremTask", "theorem_tasks"), "verify.evidence.theorem_runner"),
}

if not TYPE_CHECKING:  # a type checker knows the names, and is to refuse all others

    def __getattr__(name: str) -> object:
        """Import a public name on first use."""
        if name not in _HOMES:
            raise AttributeError(f"module 'verify.evidence' has no attribute {name!r}")
        return globals().setdefault(name, getattr(import_module(_HOMES[name]), name))
