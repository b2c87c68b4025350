"""Decide, and prove, whether a positional kernel collapses the tokens of a mean-field transformer.

>>> import verify
>>> kernel = verify.load_kernel({
...     "family": "factor", "d": 3, "profile": {"usa": 1}, "k": "exp(-Abs(xi - zeta))",
...     "labels": {"kind": "interval", "a": 0, "b": 1},
... })
>>> str(verify.decide(kernel).all_laws.collapse)
'all'
"""

from __future__ import annotations

from verify.encodings.loading import load_kernel
from verify.encodings.variants import ModelConfig
from verify.model.errors import InputError
from verify.model.kernels import (
    AdditiveKernel,
    ConnectionKernel,
    ExpressionKernel,
    FactorKernel,
    GaugeKernel,
    Kernel,
    MatrixKernel,
)
from verify.model.profiles import Profile
from verify.model.verdict import Collapse, ModelVerdict, Status, Verdict
from verify.spectral.decide import decide, decide_model

__all__ = [
    "AdditiveKernel",
    "Collapse",
    "ConnectionKernel",
    "ExpressionKernel",
    "FactorKernel",
    "GaugeKernel",
    "InputError",
    "Kernel",
    "MatrixKernel",
    "ModelConfig",
    "ModelVerdict",
    "Profile",
    "Status",
    "Verdict",
    "__version__",
    "decide",
    "decide_model",
    "load_kernel",
]

__version__ = "0.1.0"
