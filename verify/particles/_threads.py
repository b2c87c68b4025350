"""One BLAS thread inside, a pool of Python threads outside: tiles are spread, matrix products are not.

The matrix products of a tile are thin (d + 1 columns); spread over BLAS's own threads they are slower than on one.
NumPy releases the interpreter's lock in products and in exp, so that plain threads fill the cores.
"""

from __future__ import annotations

import ctypes
import math
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

__all__ = ["available_workers", "run_parts", "single_threaded_blas", "workspace"]

T = TypeVar("T")

_SUFFIXES = ("64_", "_64_", "")


def available_workers() -> int:
    """Return the number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(workers, thread_name_prefix="particles")


def run_parts(part: Callable[[int], T], workers: int) -> list[T]:
    """Return [part(0), ..., part(workers - 1)], computed side by side and listed in this order."""
    if workers == 1:
        return [part(0)]
    return list(_pool(workers).map(part, range(workers)))


class _Spaces(threading.local):
    """The workspaces of each thread by their names: their memory, and the array that was made of it last."""

    def __init__(self) -> None:
        self.bytes: dict[str, np.ndarray[Any, Any]] = {}
        self.named: dict[str, np.ndarray[Any, Any]] = {}


_SPACES = _Spaces()
#: Bytes of a workspace that is kept; beside the work done in larger ones, new pages cost nothing.
_KEPT = 2**22
#: Bytes of a cache line, and of the longest vector of a processor.
_LINE = 64


def _aligned(size: int) -> np.ndarray[Any, Any]:
    """Return bytes that begin where a cache line does, so that no vector of theirs crosses one."""
    memory = np.empty(size + _LINE, dtype=np.uint8)
    begin = -memory.ctypes.data % _LINE
    return memory[begin : begin + size]


def workspace(name: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Return entries of no particular value, the same memory at each call from one thread: new pages cost as an exp."""
    kept = _SPACES.named.get(name)
    if kept is not None and kept.shape == shape and kept.dtype == dtype:
        return kept
    needed = math.prod(shape) * dtype.itemsize
    if needed > _KEPT:
        return _aligned(needed).view(dtype).reshape(shape)
    space = _SPACES.bytes.get(name)
    if space is None or len(space) < needed:
        space = _SPACES.bytes[name] = _aligned(needed)
    found = _SPACES.named[name] = space[:needed].view(dtype).reshape(shape)
    return found


@cache
def _thread_controls() -> tuple[Callable[[], int], Callable[[int], None]] | None:
    """Return getter and setter of the thread count of the OpenBLAS that NumPy ships with, or None without one."""
    folder = Path(np.__file__).parents[1] / "numpy.libs"
    for path in sorted(folder.glob("*openblas*")):
        try:
            library = ctypes.CDLL(str(path))
        except OSError:
            continue
        for suffix in _SUFFIXES:
            getter = getattr(library, f"scipy_openblas_get_num_threads{suffix}", None)
            setter = getattr(library, f"scipy_openblas_set_num_threads{suffix}", None)
            if getter is not None and setter is not None:
                return getter, setter
    return None


def single_threaded_blas() -> AbstractContextManager[None]:
    """Hold NumPy's OpenBLAS to one thread; without control over it, or where it has one anyway, do nothing."""
    controls = _thread_controls()
    return _UNCHANGED if controls is None or controls[0]() == 1 else _one_thread(*controls)


_UNCHANGED = nullcontext()


@contextmanager
def _one_thread(getter: Callable[[], int], setter: Callable[[int], None]) -> Iterator[None]:
    before = getter()
    setter(1)
    try:
        yield
    finally:
        setter(before)
