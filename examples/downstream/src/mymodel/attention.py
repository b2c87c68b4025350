"""Self-attention on the sphere with rotary positions, in NumPy; the numbers come from the kernel file."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["KERNELS", "rotary_velocity"]

Array = np.ndarray[Any, Any]
#: The folder of kernel files.
KERNELS = Path(__file__).parent / "kernels"


def rotary_velocity(x: Array, positions: Array) -> Array:
    """Return x_i' = P_{x_i} (1/n) sum_j e^{beta <u_i, u_j>} R_i^T u_j, u = R x, for unit vectors x of shape (n, d)."""
    kernel = json.loads((KERNELS / "rotary.kernel.json").read_text(encoding="utf-8"))
    beta = float(Fraction(kernel["profile"]["usa"]))
    angles = np.outer(positions, [float(Fraction(w)) for w in kernel["frequencies"]])
    u = _turned(x, angles)
    force = _turned(np.exp(beta * (u @ u.T)) @ u / len(x), -angles)
    return np.asarray(force - np.sum(force * x, axis=1)[:, None] * x)


def _turned(x: Array, angles: Array) -> Array:
    z = (x[:, 0::2] + 1j * x[:, 1::2]) * np.exp(1j * angles)
    return np.stack([z.real, z.imag], axis=2).reshape(x.shape)
