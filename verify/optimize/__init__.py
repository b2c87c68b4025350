"""Maximisation over conditional slices: searches for maximisers of the energy, and proved upper bounds."""

from __future__ import annotations

from verify.optimize.bounds import Bound, bound_energy
from verify.optimize.maximise import maximise
from verify.optimize.optimum import FoundLaw, FoundSlices, FoundVertex, Optimum
from verify.optimize.search import Progress

__all__ = ["Bound", "FoundLaw", "FoundSlices", "FoundVertex", "Optimum", "Progress", "bound_energy", "maximise"]
