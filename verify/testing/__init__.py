"""What other projects import into their own tests: strategies, assertions, and a pytest plugin for kernel files.

Overview
--------
``strategies`` draws kernels with known answers (needs Hypothesis); the assertions' failures name the theorem, the
hypothesis and the kernel file; the plugin (entry point ``pytest11``) collects ``*.kernel.json`` files as tests.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verify.testing import strategies
    from verify.testing.decisions import assert_decides, assert_noncollapse
    from verify.testing.failures import KernelFailure
    from verify.testing.flows import assert_gradient_flow
    from verify.testing.laws import Law
    from verify.testing.maximisers import assert_maximiser
    from verify.testing.realisation import assert_realises

__all__ = [
    "KernelFailure",
    "Law",
    "assert_decides",
    "assert_gradient_flow",
    "assert_maximiser",
    "assert_noncollapse",
    "assert_realises",
    "strategies",
]

# Imported on first use (PEP 562): the plugin lies in this package, and a run of pytest without kernel files is not to
# load any mathematics, nor to need Hypothesis.
_HOMES = {
    "KernelFailure": "failures",
    "Law": "laws",
    "assert_decides": "decisions",
    "assert_gradient_flow": "flows",
    "assert_maximiser": "maximisers",
    "assert_noncollapse": "decisions",
    "assert_realises": "realisation",
}


if not TYPE_CHECKING:  # a type checker knows the names, and is to refuse all others

    def __getattr__(name: str) -> object:
        """Import a public name on first use."""
        if name == "strategies":
            return import_module("verify.testing.strategies")
        if name not in _HOMES:
            raise AttributeError(f"module 'verify.testing' has no attribute {name!r}")
        return globals().setdefault(name, getattr(import_module(f"verify.testing.{_HOMES[name]}"), name))


def __dir__() -> list[str]:
    """Return the names in use and the public ones that are not imported yet."""
    return sorted({*globals(), *__all__})
