"""Evidence: answers to inputs, the shipped examples, and the suite that decides and rechecks them all."""

from __future__ import annotations

from verify.evidence.answers import Answer, ComputationError, answer, part_title, worst_status
from verify.evidence.examples import Example, examples_folder, find_example, list_examples
from verify.evidence.expectations import VIEWS, Claim, Outcome
from verify.evidence.store import Store, code_digest
from verify.evidence.suite import SuiteResult, Task, run_suite

__all__ = [
    "VIEWS",
    "Answer",
    "Claim",
    "ComputationError",
    "Example",
    "Outcome",
    "Store",
    "SuiteResult",
    "Task",
    "answer",
    "code_digest",
    "examples_folder",
    "find_example",
    "list_examples",
    "part_title",
    "run_suite",
    "worst_status",
]
