"""One computation in a process of its own, killed at its time limit; a crash is data."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any

__all__ = ["Failed", "Finished", "TimedOut", "end_with_parent", "run_limited"]

#: Seconds; the operating system waits no longer at a time than 2^31 milliseconds.
_LONGEST = 2e6
_WATCHDOG = "ends with its parent"


@dataclass(frozen=True)
class Finished:
    """The computation returned ``value`` after ``seconds``."""

    value: Any
    seconds: float


@dataclass(frozen=True)
class TimedOut:
    """The computation was killed after its limit of ``seconds``."""

    seconds: float


@dataclass(frozen=True)
class Failed:
    """The computation raised ``error``, or its process died (``error`` is then None)."""

    message: str
    trace: str
    error: Exception | None = None


def run_limited(function: Callable[..., Any], *arguments: Any, seconds: float) -> Finished | TimedOut | Failed:
    """Return what ``function(*arguments)`` gives within a time limit.

    Parameters
    ----------
    function, arguments
        A module-level function and arguments that pickle.
    seconds : float
        Wall-clock limit > 0, infinity allowed; the start of the process counts. Beyond three weeks all are alike.

    Returns
    -------
    Finished, TimedOut or Failed
        Never an exception of the computation itself. The process has ended on return, also after Ctrl-C.

    Examples
    --------
    >>> import math
    >>> run_limited(math.comb, 4, 2, seconds=60.0).value
    6
    """
    context = _context()
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(sender, function, arguments), daemon=False)  # type: ignore[attr-defined]
    begin = time.monotonic()
    process.start()
    sender.close()
    try:
        if not receiver.poll(min(seconds, _LONGEST)):
            return TimedOut(seconds)
        try:
            outcome = receiver.recv()
        except EOFError:
            process.join()
            return Failed(f"its process ended with {_cause(process.exitcode)}", "")
        return outcome if isinstance(outcome, Failed) else Finished(outcome[0], time.monotonic() - begin)
    finally:
        process.kill()
        process.join()
        receiver.close()


def end_with_parent() -> None:
    """Make this process end when its parent ends, even by SIGKILL, and leave Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name=_WATCHDOG, daemon=True).start()


def _context() -> BaseContext:
    """Return forked processes, which start at once, where no thread could hold a lock; else spawned ones."""
    single = all(thread.name == _WATCHDOG or thread is threading.main_thread() for thread in threading.enumerate())
    return multiprocessing.get_context("fork" if single and sys.platform == "linux" else "spawn")


def _child(sender: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    end_with_parent()
    try:
        outcome: tuple[Any] | Failed = (function(*arguments),)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is reported to the parent as data
        outcome = Failed(f"{type(error).__name__}: {error}", traceback.format_exc(), error)
    try:
        sender.send(outcome)
    except Exception as error:  # noqa: BLE001 - an outcome or an error that does not pickle
        message = outcome.message if isinstance(outcome, Failed) else f"{type(error).__name__}: {error}"
        trace = outcome.trace if isinstance(outcome, Failed) else traceback.format_exc()
        sender.send(Failed(message, trace))


def _cause(code: int | None) -> str:
    if code is None or code >= 0:
        return f"exit code {code}"
    name = signal.Signals(-code).name if -code in {int(s) for s in signal.Signals} else f"signal {-code}"
    return f"{name}, perhaps for want of memory" if name == "SIGKILL" else name
