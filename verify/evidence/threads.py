"""One thread for BLAS, unless the user has chosen: its libraries read the environment when they are loaded."""

from __future__ import annotations

import os

__all__ = ["one_thread"]

_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def one_thread() -> list[str]:
    """Ask for one thread; return the variables that were set.

    Examples
    --------
    >>> chosen = one_thread()
    >>> one_thread()
    []
    >>> for name in chosen:
    ...     del os.environ[name]
    """
    chosen = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(chosen, "1"))
    return chosen
