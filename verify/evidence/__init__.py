"""Evidence: answers to inputs, shipped examples, theorems with their claims, and the suite that runs them all."""

from __future__ import annotations

from verify.evidence.answers import Answer, ComputationError, answer, part_title, worst_status
from verify.evidence.claims import Claim, Evidence, checked, judge
from verify.evidence.coq_claims import CoqMode, CoqTask, coq_tasks
from verify.evidence.examples import Example, examples_folder, find_example, list_examples
from verify.evidence.expectations import VIEWS, Finding, Outcome
from verify.evidence.registry import Registered, find_theorem, list_theorems
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
