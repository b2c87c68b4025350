"""Assertions about verdicts: which maximisers of a kernel are collapsed, and on which rung of evidence that stands."""

from __future__ import annotations

from typing import overload

import flint

from verify.encodings.variants import ModelConfig
from verify.model.kernels import Kernel
from verify.model.verdict import ModelVerdict, Num, Verdict
from verify.testing.failures import KernelFailure, failure_text, theorem_of
from verify.testing.judgements import Judgement, Subject, judge_kernel

__all__ = ["assert_decides", "assert_noncollapse"]


@overload
def assert_decides(
    kernel: Kernel,
    *,
    graph_laws: str | None = None,
    all_laws: str | None = None,
    status: str | None = None,
    strict: bool = False,
) -> Verdict: ...


@overload
def assert_decides(
    kernel: Subject,
    *,
    graph_laws: str | None = None,
    all_laws: str | None = None,
    status: str | None = None,
    strict: bool = False,
) -> Verdict | ModelVerdict: ...


def assert_decides(
    kernel: Subject,
    *,
    graph_laws: str | None = None,
    all_laws: str | None = None,
    status: str | None = None,
    strict: bool = False,
) -> Verdict | ModelVerdict:
    """Assert that a kernel is decided, as expected where something is; its certificate is checked again.

    Parameters
    ----------
    kernel : Kernel, ModelConfig, mapping or path
        A path is read as a kernel file.
    graph_laws, all_laws : "all", "some", "none" or "unknown", optional
        Which maximisers of the view have a collapsed content marginal. A view that is left out has to be decided.
    status : str, optional
        The lowest rung that both views may stand on, for instance ``exact``.
    strict : bool
        Whether numeric evidence counts as undecided.

    Returns
    -------
    Verdict or ModelVerdict
        A ModelVerdict for model configs, whose every part has to be as expected.

    Raises
    ------
    KernelFailure
        An AssertionError that names the theorem, the hypotheses as they were found, and the kernel file.
    InputError
        Bad input.

    Examples
    --------
    >>> rope = {"family": "gauge", "d": 2, "profile": "exp(t)", "labels": {"kind": "circle"}, "frequencies": [1]}
    >>> str(assert_decides(rope, all_laws="none", status="exact").graph_laws.status)
    'exact'
    """
    given = {"graph_laws": graph_laws, "all_laws": all_laws, "status": status}
    judged = judge_kernel(kernel, {key: value for key, value in given.items() if value is not None}, strict=strict)
    judged.check("assert_decides")
    return _verdict(judged)


def assert_noncollapse(kernel: Subject, *, spread: float | None = None, status: str = "enclosed") -> None:
    """Assert that no maximiser is collapsed, neither among graph laws nor among all laws.

    Parameters
    ----------
    kernel : Kernel, ModelConfig, mapping or path
    spread : float, optional
        For gauge kernels: a proved lower bound on 1 - |M^T u|^2, M = ∫ Q drho, over all unit vectors u, that is on
        the variance of the contents of every maximiser.
    status : str
        The lowest rung accepted; ``numeric`` accepts floating-point evidence.

    Raises
    ------
    KernelFailure
        Some maximiser is collapsed, or nothing is decided, or the spread is not proved to be as large.

    Examples
    --------
    >>> rope = {"family": "gauge", "d": 2, "profile": "exp(t)", "labels": {"kind": "circle"}, "frequencies": [1]}
    >>> assert_noncollapse(rope, spread=0.9)
    """
    judged = judge_kernel(kernel, {"graph_laws": "none", "all_laws": "none", "status": status})
    judged.check("assert_noncollapse")
    if spread is None:
        return
    for part in judged.answer.parts:
        smallest = None if part.verdict.spread is None else part.verdict.spread.smallest
        if smallest is None or not _at_least(smallest, spread):
            shown = "is not known" if smallest is None else f"is {smallest.value} (± {smallest.radius or 0})"
            theorem = theorem_of(judged.document, part.verdict.certificate)
            text = failure_text(
                f"assert_noncollapse: the smallest spread of a maximiser {shown}, and has to be at least {spread!r}",
                theorem,
                judged.document,
                hypotheses=[h.to_json() for h in part.verdict.hypotheses],
                path=judged.path,
            )
            raise KernelFailure(text, theorem, judged.document)


def _at_least(number: Num, bound: float) -> bool:
    """Whether the whole ball of a number lies at or above a float."""
    value = flint.arb(number.value, number.radius or 0)
    return bool(value >= flint.arb(bound))


def _verdict(judged: Judgement) -> Verdict | ModelVerdict:
    config = judged.answer.config
    if isinstance(config, ModelConfig):
        return ModelVerdict(config.name, config.scheme, judged.answer.parts, config.rules)
    return judged.answer.parts[0].verdict
