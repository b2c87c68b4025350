"""The particle flow: velocity fields, integration with merging, observables."""

from __future__ import annotations

from verify.particles.batches import simulate_runs
from verify.particles.flow import Flow
from verify.particles.simulate import simulate
from verify.particles.trajectory import Progress

__all__ = ["Flow", "Progress", "simulate", "simulate_runs"]
