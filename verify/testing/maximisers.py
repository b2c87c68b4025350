"""The assertion that a law is a maximiser of the energy: it has the energy of a proved upper bound."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import numpy as np

from verify.evidence.expectations import VIEWS
from verify.model.errors import InputError
from verify.model.kernels import GaugeKernel, Kernel, MatrixKernel
from verify.model.sphere import project, retract, sample_uniform
from verify.spectral.decide import decide
from verify.testing.failures import KernelFailure, failure_text, kernel_document, theorem_of
from verify.testing.laws import Law

__all__ = ["assert_maximiser", "first_order_gain"]

Array = np.ndarray[Any, Any]


def assert_maximiser(
    kernel: Kernel, law: Law, *, view: Literal["graph_laws", "all_laws"] = "all_laws", rng: int = 0
) -> None:
    """Assert that a law has the maximal energy, as far as floating point can tell it from a proved upper bound.

    Parameters
    ----------
    kernel : Kernel
        With contents on a sphere.
    law : Law
        Its label marginal has to be the kernel's label law; for gauge kernels without a factor, whose maximal energy
        f(1)/2 is that of every label law, any labels will do.
    view : "graph_laws" or "all_laws"
        Among which laws.
    rng : int
        Seed of the search for a better content, which a failure reports.

    Raises
    ------
    KernelFailure
        The law has less energy than the bound, or no bound is proved. The text says by how much the potential grows at
        another content (T3), if one is found.
    InputError
        An unknown view; a law with other labels than the kernel's; in the view of graph laws, a law that is none.

    Notes
    -----
    E = 1/2 ∬ h dmu dmu. Numeric evidence: the difference may be the bound's radius and the rounding of E, and no more.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> kernel = read_kernel(
    ...     {
    ...         "family": "factor",
    ...         "d": 2,
    ...         "profile": {"usa": 1},
    ...         "k": [["0", "1"], ["1", "0"]],
    ...         "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]},
    ...     }
    ... )
    >>> assert_maximiser(kernel, Law.collapsed(kernel, np.array([0.6, 0.8])))
    """
    if isinstance(kernel, MatrixKernel):
        raise InputError("kernel", "have contents on a sphere", "a matrix kernel", remedy="Use assert_decides.")
    if view not in VIEWS:
        raise InputError("view", f"be one of {', '.join(VIEWS)}", view)
    _check_labels(kernel, law)
    if view == "graph_laws":
        _check_graph(law)
    verdict = decide(kernel)
    bound = getattr(verdict, view).energy.bound
    energy = law.energy(kernel)
    theorem = theorem_of(kernel.normal_form(), verdict.certificate)
    hypotheses = [h.to_json() for h in verdict.hypotheses]
    document = kernel_document(kernel)

    def fail(statement: str, *details: str) -> KernelFailure:
        text = failure_text(f"assert_maximiser: {statement}", theorem, document, hypotheses=hypotheses, details=details)
        return KernelFailure(text, theorem, document)

    if bound is None:
        raise fail("no upper bound of the energy is proved", f"why: {getattr(verdict, view).reason}")
    gap = Fraction(energy) - Fraction(bound.value)
    if abs(gap) > Fraction(bound.radius or 0) + Fraction(law.rounding(kernel)):
        shown = float(gap)
        if shown > 0:
            raise fail(f"E = {energy!r} is above the proved bound {bound.value}: the bound or the kernel is at fault")
        gain, label, content = first_order_gain(kernel, law, rng)
        first = f"T3: at label {label} the potential grows by {gain:.6g}, at the content {content.round(6).tolist()}"
        none = "T3: no content with a larger potential was found: the law may be a local maximum or a saddle"
        raise fail(
            f"E = {energy!r}, and the maximum is {bound.value}: less by {-shown:.6g}", first if gain > 0 else none
        )


def first_order_gain(
    kernel: Kernel, law: Law, rng: int = 0, starts: int = 32, steps: int = 60
) -> tuple[float, Any, Array]:
    """Return (gain, label, content): how much the potential can grow by moving a token of the law, as far as searched.

    Parameters
    ----------
    kernel : Kernel
    law : Law
    rng : int
        Seed of the starts.
    starts, steps : int
        Random contents for each label, and steps of ascent.

    Notes
    -----
    T3: a maximiser over all laws has its contents in argmax_x V(x, xi); so a positive gain refutes a maximiser.
    """
    generator = np.random.default_rng(rng)
    best: tuple[float, Any, Array] = (-np.inf, None, law.contents[0])
    for label in np.unique(law.labels, axis=0):
        here = np.all((law.labels == label).reshape(len(law.labels), -1), axis=1)
        own = law.contents[here]
        x = np.concatenate([own, -own, sample_uniform(starts, kernel.d, generator)])
        a = np.broadcast_to(label, (len(x), *np.shape(label)))
        for step in range(steps):
            slope = project(x, np.einsum("nmd,m->nd", kernel.gradient(x, a, law.contents, law.labels), law.weights))
            length = np.linalg.norm(slope, axis=1, keepdims=True)
            x = retract(x + slope / np.maximum(length, 1e-300) * np.minimum(length, 1.0) / (1 + step / 10))
        reached = law.potential(kernel, x, a)
        present = law.potential(kernel, own, a[: len(own)]).min()
        k = int(np.argmax(reached))
        if reached[k] - present > best[0]:
            best = (float(reached[k] - present), label.tolist(), x[k])
    gain, label, content = best
    scale = float(np.abs(law.potential(kernel, law.contents, law.labels)).max()) + 1e-300
    return (gain if gain > 1e-9 * scale else 0.0), label, content


def _check_labels(kernel: Kernel, law: Law) -> None:
    if isinstance(kernel, GaugeKernel) and kernel.k is None:
        return
    if kernel.labels.size is None:
        why = "A finite law has no nonatomic label marginal."
        raise InputError("kernel", "have finitely many labels here", kernel.labels.kind, why)
    masses = np.array([float(w) for w in kernel.labels.weights()])
    numbers = np.asarray(law.labels)
    if numbers.ndim != 1 or not np.all(numbers == np.floor(numbers)) or numbers.min() < 0:
        raise InputError("law", f"have labels among 0 .. {len(masses) - 1}", np.unique(numbers, axis=0).tolist())
    found = np.bincount(numbers.astype(int), weights=law.weights, minlength=len(masses))
    if len(found) != len(masses) or np.abs(found - masses).max() > 1e-12:
        raise InputError("law", "have the kernel's label law as its label marginal", found.tolist())


def _check_graph(law: Law) -> None:
    """Refuse a law with two contents at one label: it is no graph law."""
    for label in np.unique(law.labels, axis=0):
        own = law.contents[np.all((law.labels == label).reshape(len(law.labels), -1), axis=1)]
        if np.abs(own - own[0]).max() > 0:
            raise InputError("law", "have one content at each label in this view", f"several at {label.tolist()}")
