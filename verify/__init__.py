"""Decide, and prove, whether a positional kernel collapses the tokens of a mean-field transformer.

>>> import verify
>>> kernel = verify.load_kernel(
...     {
...         "family": "factor",
...         "d": 3,
...         "profile": {"usa": 1},
...         "k": "exp(-Abs(xi - zeta))",
...         "labels": {"kind": "interval", "a": 0, "b": 1},
...     }
... )
>>> str(verify.decide(kernel).all_laws.collapse)
'all'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verify.encodings.loading import load_kernel
    from verify.encodings.variants import ModelConfig
    from verify.evidence.registry import theorem
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
    from verify.optimize import Optimum, maximise
    from verify.particles import simulate, simulate_runs
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
    "Optimum",
    "Profile",
    "Status",
    "Verdict",
    "__version__",
    "decide",
    "decide_model",
    "load_kernel",
    "maximise",
    "simulate",
    "simulate_runs",
    "theorem",
]

__version__ = "0.1.0"

# The public names are imported on first use (PEP 562): SymPy, NumPy and the decisions take most of a second, which
# `verify --version`, `--help` and a mistyped command need not wait for.
_HOMES = {
    **dict.fromkeys(
        (
            "AdditiveKernel",
            "ConnectionKernel",
            "ExpressionKernel",
            "FactorKernel",
            "GaugeKernel",
            "Kernel",
            "MatrixKernel",
        ),
        "verify.model.kernels",
    ),
    **dict.fromkeys(("Collapse", "ModelVerdict", "Status", "Verdict"), "verify.model.verdict"),
    **dict.fromkeys(("decide", "decide_model"), "verify.spectral.decide"),
    **dict.fromkeys(("Optimum", "maximise"), "verify.optimize"),
    "InputError": "verify.model.errors",
    "ModelConfig": "verify.encodings.variants",
    "Profile": "verify.model.profiles",
    "load_kernel": "verify.encodings.loading",
    "simulate": "verify.particles",
    "simulate_runs": "verify.particles",
    "theorem": "verify.evidence.registry",
}


if not TYPE_CHECKING:  # a type checker knows the names, and is to refuse all others

    def __getattr__(name: str) -> object:
        """Import a public name on first use."""
        if name not in _HOMES:
            raise AttributeError(f"module 'verify' has no attribute {name!r}")
        return globals().setdefault(name, getattr(import_module(_HOMES[name]), name))


def __dir__() -> list[str]:
    """Return the names in use and the public ones that are not imported yet."""
    return sorted({*globals(), *__all__})
