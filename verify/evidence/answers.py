"""A kernel or a model config in, its verdicts out, one for each kind of layer and head; under a limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from verify.encodings.variants import ModelConfig, Variant
from verify.evidence.limits import Failed, TimedOut, run_limited
from verify.model.errors import InputError
from verify.model.kernels import Kernel
from verify.model.verdict import ModelVerdict, VariantVerdict, Verdict, View
from verify.spectral.decide import decide, decide_model

__all__ = ["Answer", "ComputationError", "answer", "part_title", "worst_status"]

T = TypeVar("T")

#: Exit statuses from best to worst: decided, a view unknown, bad input, internal error.
_SEVERITY = (0, 3, 2, 4)


class ComputationError(RuntimeError):
    """A decision ended in an exception or in the death of its process; ``trace`` says where."""

    def __init__(self, message: str, trace: str) -> None:
        super().__init__(message)
        self.trace = trace


def worst_status(*statuses: int) -> int:
    """Return the worst exit status: 0 decided, 3 a view unknown, 2 bad input, 4 internal error.

    Examples
    --------
    >>> worst_status(0, 3, 2), worst_status()
    (2, 0)
    """
    return max((0, *statuses), key=_SEVERITY.index)


def part_title(part: VariantVerdict) -> str:
    """Return ``layers 0-2, heads all``, or nothing for a kernel that is no model's."""
    named = (("layers", part.layers), ("heads", part.heads))
    return ", ".join(f"{name} {which}" for name, which in named if which)


@dataclass(frozen=True)
class Answer:
    """What is said of one input.

    Attributes
    ----------
    name : str
        The kernel's or the model's name; may be empty.
    parts : tuple of VariantVerdict
        One without layers and heads for a kernel, one per variant for a model config.
    config : ModelConfig or None
        The config that was judged.
    """

    name: str
    parts: tuple[VariantVerdict, ...]
    config: ModelConfig | None = None

    def exit_status(self, *, strict: bool = False) -> int:
        """Return 0 if every part is decided (enclosed or better if strict), else 3."""
        return worst_status(*(part.verdict.exit_status(strict=strict) for part in self.parts))

    def to_json(self, *, verbose: bool = False) -> dict[str, Any]:
        """Plain data: a verdict, or a config's variants with a verdict each; verbose adds what was read."""
        if self.config is None:
            return self.parts[0].verdict.to_json()
        config = self.config
        data = ModelVerdict(config.name, config.scheme, self.parts, config.rules).to_json()
        data["positions"] = None if config.positions is None else list(config.positions)
        return data | {"read": dict(config.read), "ignored": list(config.ignored)} if verbose else data


def answer(subject: Kernel | ModelConfig, *, seconds: float | None = None) -> Answer:
    """Return the verdict on a kernel, or on each variant of a model config.

    Parameters
    ----------
    subject : Kernel or ModelConfig
        What :func:`verify.load_kernel` returns.
    seconds : float, optional
        Time limit of each decision; beyond it the verdict is an honest ``unknown``.

    Raises
    ------
    InputError
        The kernel turned out to be bad input while it was decided.
    ComputationError
        A decision under a time limit failed.
    """
    if isinstance(subject, Kernel):
        return Answer(subject.name, (VariantVerdict("", "", _decide(subject, seconds)),))
    return Answer(subject.name, tuple(_judge(variant, subject, seconds) for variant in subject.variants), subject)


def _decide(kernel: Kernel, seconds: float | None) -> Verdict:
    if seconds is None:
        return decide(kernel)
    return _limited(decide, kernel, seconds) or _out_of_time(kernel, seconds)


def _judge(variant: Variant, config: ModelConfig, seconds: float | None) -> VariantVerdict:
    alone, kernel = replace(config, variants=(variant,)), variant.kernel
    if kernel is None or seconds is None:
        return decide_model(alone).variants[0]
    judged = _limited(decide_model, alone, seconds)
    if judged is not None:
        return judged.variants[0]
    verdict = replace(_out_of_time(kernel, seconds), scope=variant.scope)
    return VariantVerdict(variant.layers, variant.heads, verdict)


def _limited(function: Callable[[Any], T], subject: object, seconds: float) -> T | None:
    """Return the function's value; None where it took longer than its limit."""
    outcome = run_limited(function, subject, seconds=seconds)
    if isinstance(outcome, TimedOut):
        return None
    if isinstance(outcome, Failed):
        if isinstance(outcome.error, InputError):
            raise outcome.error
        raise ComputationError(outcome.message, outcome.trace)
    value: T = outcome.value
    return value


def _out_of_time(kernel: Kernel, seconds: float) -> Verdict:
    view = View.unknown(f"time-out after {seconds:g} s")
    described = kernel.normal_form() | ({"name": kernel.name} if kernel.name else {})
    step = f"Give it longer (--timeout {4 * seconds:g}), fewer labels, or entries that are rational."
    return Verdict(described, kernel.digest, view, view, next_step=step)
