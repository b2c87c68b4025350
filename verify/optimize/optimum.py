"""What a search found: graph laws with their residuals and names, slices, bounds, and the gap between them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from verify.model.verdict import Num
from verify.optimize.bounds import Bound
from verify.optimize.shapes import Shape

__all__ = ["FoundLaw", "FoundSlices", "FoundVertex", "Optimum", "energy_number"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class FoundLaw:
    """A graph law, at which the ascent ended.

    Attributes
    ----------
    contents : ndarray, shape (n, d)
        At the label nodes.
    energy : float
        E in the kernel's own unit; infinity where it is no float.
    log_energy : float
        log |E|, -infinity for E = 0.
    residual : float
        Largest tangential gradient of the potential over labels, relative to the kernel's size.
    slice_gap : float
        Largest max_y phi_i(y) - phi_i(x_i) over labels (T3), relative to the kernel's size.
    curvature : float or None
        Largest eigenvalue of the Riemannian Hessian over its largest absolute value; at most rounding at a maximum.
    flat : int or None
        Directions along which the Hessian vanishes.
    shape : Shape
    origin : str
        The start that led here.
    times : int
        Starts that ended at this energy.
    """

    contents: Array
    energy: float
    log_energy: float
    residual: float
    slice_gap: float
    curvature: float | None
    flat: int | None
    shape: Shape
    origin: str
    times: int = 1

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "energy": energy_number(self.energy),
            "log_abs_energy": energy_number(self.log_energy),
            "residual": self.residual,
            "slice_gap": energy_number(self.slice_gap),
            "curvature": self.curvature,
            "flat": self.flat,
            "shape": self.shape.to_json(),
            "origin": self.origin,
            "times": self.times,
            "contents": self.contents.tolist(),
        }


@dataclass(frozen=True)
class FoundSlices:
    """A law with finitely many atoms in each slice.

    Attributes
    ----------
    labels : ndarray of int, shape (N,)
        Label node of each token.
    contents : ndarray, shape (N, d)
    masses : ndarray, shape (N,)
    energy, log_energy : float
        As of :class:`FoundLaw`.
    gap : float
        Duality gap of the conditional gradient, in the kernel's unit.
    concave : bool or None
        Whether E was seen concave on its atoms: then, numerically, no law has more than energy + gap.
    diracs : int
        Slices that are Diracs.
    slices : int
        Number of slices.
    solver : str
        The solver's word on the masses; no evidence.
    """

    labels: Array
    contents: Array
    masses: Array
    energy: float
    log_energy: float
    gap: float
    concave: bool | None
    diracs: int
    slices: int
    solver: str

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "energy": energy_number(self.energy),
            "log_abs_energy": energy_number(self.log_energy),
            "duality_gap": energy_number(self.gap),
            "concave": self.concave,
            "diracs": self.diracs,
            "slices": self.slices,
            "solver": self.solver,
            "labels": self.labels.tolist(),
            "contents": self.contents.tolist(),
            "masses": self.masses.tolist(),
        }


@dataclass(frozen=True)
class FoundVertex:
    """A choice of one content for each label of a finite kernel.

    Attributes
    ----------
    choice : tuple of int
        Content of each label.
    energy : Num
        Exact where the entries are rational.
    method : "enumeration" or "milp"
        All choices compared exactly, or the word of a solver, which is no evidence of optimality.
    status : str
        ``exact`` after an enumeration of rational energies; otherwise the solver's status, verbatim.
    """

    choice: tuple[int, ...]
    energy: Num
    method: str
    status: str

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "choice": list(self.choice),
            "energy": self.energy.to_json(),
            "method": self.method,
            "status": self.status,
        }


@dataclass(frozen=True)
class Optimum:
    """The result of a search over graph laws and over all laws with the label law, with proved bounds above it.

    Normalisation: E = 1/2 ∬ h dmu dmu with the profile as given. What was found is numeric evidence; bounds are proved.

    Attributes
    ----------
    kernel : dict
        Normal form, with the name if there is one.
    digest : str
    labels, weights : ndarray
        Of the label nodes.
    exact_labels : bool
        Whether laws on the nodes are laws of the kernel.
    laws : tuple of FoundLaw
        Distinct by energy, best first.
    slices : FoundSlices or None
    vertex : FoundVertex or None
        Of a kernel whose contents are finitely many points.
    bounds : tuple of Bound
    seed : int or None
    end : str
        ``finished``, ``time limit`` or ``interrupted``.
    seconds : float
    notes : tuple of str
    """

    kernel: dict[str, Any]
    digest: str
    labels: Array
    weights: Array
    exact_labels: bool
    laws: tuple[FoundLaw, ...] = ()
    slices: FoundSlices | None = None
    vertex: FoundVertex | None = None
    bounds: tuple[Bound, ...] = ()
    seed: int | None = None
    end: str = "finished"
    seconds: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def d(self) -> int:
        """Content dimension."""
        return int(self.kernel["d"])

    @property
    def best(self) -> FoundLaw | None:
        """The graph law of most energy, None if none was computed."""
        return self.laws[0] if self.laws else None

    def found(self, view: str) -> float | None:
        """Return the largest energy found in a view, ``graph_laws`` or ``all_laws``: a graph law is in both."""
        energies = [self.laws[0].energy] if self.laws else []
        if self.vertex is not None:
            energies.append(float(Fraction(self.vertex.energy.value)))
        if view == "all_laws" and self.slices is not None:
            energies.append(self.slices.energy)
        return max(energies) if energies else None

    def bound(self, view: str) -> Bound | None:
        """Return the least proved bound of a view; a bound over all laws holds over graph laws, too."""
        fitting = [b for b in self.bounds if b.view in {view, "all_laws"}]
        return min(fitting, key=lambda b: b.upper) if fitting else None

    def gap(self, view: str) -> float | None:
        """Return bound - found; None where either is missing or is no float.

        Notes
        -----
        On a quantised kernel the two speak of different kernels, and the gap may be negative by what quantisation adds.
        """
        found, bound = self.found(view), self.bound(view)
        if found is None or bound is None or not math.isfinite(found):
            return None
        return float(bound.upper - Fraction(found))

    def with_bounds(self, bounds: tuple[Bound, ...], *notes: str) -> Optimum:
        """Return the optimum with bounds and more notes."""
        return replace(self, bounds=bounds, notes=(*self.notes, *notes))

    def to_json(self) -> dict[str, Any]:
        """Plain data: schema 1."""
        views = {}
        for view in ("graph_laws", "all_laws"):
            found, bound = self.found(view), self.bound(view)
            views[view] = {
                "found": None if found is None or not math.isfinite(found) else Num.of_float(found).to_json(),
                "bound": None if bound is None else bound.to_json(),
                "gap": self.gap(view),
            }
        return {
            "schema": 1,
            "kernel": {**self.kernel, "digest": self.digest},
            "nodes": {"labels": self.labels.tolist(), "weights": self.weights.tolist(), "exact": self.exact_labels},
            **views,
            "laws": [law.to_json() for law in self.laws],
            "slices": None if self.slices is None else self.slices.to_json(),
            "vertex": None if self.vertex is None else self.vertex.to_json(),
            "bounds": [bound.to_json() for bound in self.bounds],
            "seed": self.seed,
            "end": self.end,
            "seconds": self.seconds,
            "notes": list(self.notes),
        }


def energy_number(value: float) -> float | None:
    """Return a number for JSON, None where it is not finite."""
    return float(value) if math.isfinite(value) else None
