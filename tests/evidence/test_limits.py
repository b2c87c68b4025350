"""A computation under a time limit: its value, its time-out, its exception or its death, never more."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from verify.evidence.limits import Failed, Finished, TimedOut, run_limited
from verify.model.errors import InputError


def _double(x):
    return 2 * x


def _refuse():
    raise InputError("d", "be at least 2", 1)


def _divide():
    return 1 // 0


def _sleep(seconds):
    time.sleep(seconds)


def _die():
    os.kill(os.getpid(), signal.SIGKILL)


def _exit():
    os._exit(7)


def _unpicklable():
    return lambda: None


@pytest.mark.parametrize("seconds", [60, 1e300, float("inf")])
def test_a_value_comes_back(seconds):
    """What the function returns is the value, however long it may take."""
    outcome = run_limited(_double, 21, seconds=seconds)
    assert isinstance(outcome, Finished)
    assert outcome.value == 42
    assert outcome.seconds > 0


def test_a_value_comes_back_from_a_spawned_process():
    """With another thread running, the process is spawned, not forked, and answers all the same."""
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert run_limited(len, [1, 2, 3], seconds=60).value == 3
    finally:
        stop.set()
        thread.join()


def test_a_long_computation_is_killed_at_its_limit():
    """The limit is kept, whatever the computation does."""
    begin = time.monotonic()
    assert run_limited(_sleep, 60, seconds=0.2) == TimedOut(0.2)
    assert time.monotonic() - begin < 10


def test_an_exception_is_data():
    """An exception comes back with its message and its traceback."""
    outcome = run_limited(_divide, seconds=60)
    assert isinstance(outcome, Failed)
    assert outcome.message.startswith("ZeroDivisionError")
    assert "_divide" in outcome.trace


def test_bad_input_keeps_its_kind():
    """An InputError comes back as one."""
    outcome = run_limited(_refuse, seconds=60)
    assert isinstance(outcome.error, InputError)
    assert str(outcome.error) == "d must be at least 2; got 1."


@pytest.mark.parametrize(("function", "cause"), [(_die, "SIGKILL"), (_exit, "exit code 7")])
def test_the_death_of_the_process_is_data(function, cause):
    """A crash is a failure of that computation alone."""
    outcome = run_limited(function, seconds=60)
    assert isinstance(outcome, Failed)
    assert cause in outcome.message


def test_a_value_that_cannot_be_sent_is_a_failure():
    """A value that does not pickle is reported, not waited for."""
    assert isinstance(run_limited(_unpicklable, seconds=60), Failed)
