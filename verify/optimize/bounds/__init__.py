"""Proved upper bounds of the energy, each for its view: over graph laws, or over all laws with the label law."""

from __future__ import annotations

from verify.optimize.bounds.bound import Bound
from verify.optimize.bounds.energy import METHODS, bound_energy

__all__ = ["METHODS", "Bound", "bound_energy"]
