"""Golden numbers of real encodings, and helpers that compare a configuration with them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

DATA = Path(__file__).parent / "data"
EXAMPLES = Path(__file__).parents[2] / "examples" / "configs"


def golden(name: str) -> dict:
    """Return a golden file as plain data."""
    return json.loads((DATA / f"{name}.json").read_text())


def mean_cosine(inv_freq: np.ndarray, lag: float) -> float:
    """Return the mean over planes of cos(lag * omega)."""
    return float(np.cos(lag * inv_freq).mean())


@pytest.fixture(scope="session")
def biases() -> dict:
    """Golden numbers of biases and tables."""
    return golden("biases")


@pytest.fixture(scope="session")
def rotary() -> dict:
    """Golden numbers of rotary models."""
    return golden("rotary")
