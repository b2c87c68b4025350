"""Errors that a user can mend: argument, condition, value, reason and remedy in one sentence each."""

from __future__ import annotations

__all__ = ["InputError"]

_LONGEST_VALUE = 120


def _shown(value: object) -> str:
    try:
        text = value if isinstance(value, str) and value.isprintable() else repr(value)
    except ValueError:  # an integer of more digits than Python prints
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 3] + "..."


class InputError(ValueError):
    """An argument breaks a stated condition.

    Parameters
    ----------
    argument : str
        The argument as the user knows it, with its place: ``k[0][2]``, ``labels.weights``.
    condition : str
        What it must do, to be read after "must".
    got : object
        The value that was found; shown shortened.
    why, remedy : str, optional
        One sentence each: why the condition matters, and what to do.

    Examples
    --------
    >>> str(InputError("d", "be at least 2", 1, "A sphere S^0 is two points.", "Give d >= 2."))
    'd must be at least 2; got 1. A sphere S^0 is two points. Give d >= 2.'
    """

    def __init__(self, argument: str, condition: str, got: object, why: str = "", remedy: str = "") -> None:
        self.argument = argument
        self.condition = condition
        self.got = _shown(got)
        self.why = why
        self.remedy = remedy
        super().__init__(
            " ".join(part for part in (f"{argument} must {condition}; got {self.got}.", why, remedy) if part)
        )

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, str, str, str]]:
        return type(self), (self.argument, self.condition, self.got, self.why, self.remedy)
