"""A configuration is read field by field; what was read, and by which rule, is kept for the reader."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from numbers import Integral, Real

from verify.model.errors import InputError

__all__ = ["Fields", "Record"]


class Record:
    """What was read from a configuration, in order, with the rules that were applied.

    Attributes
    ----------
    read : list of (str, object)
        The keys that a scheme consulted and found, with their values, in reading order.
    rules : list of str
        Sentences on renames, defaults and the meaning chosen where two versions of the library differ.
    cautions : list of str
        Sentences on what may not be as the file meant it; the scope of every variant says them.
    ignored : list of str
        Keys that have nothing to do with positions.
    """

    def __init__(self) -> None:
        self.read: list[tuple[str, object]] = []
        self.rules: list[str] = []
        self.cautions: list[str] = []
        self.ignored: list[str] = []

    def note(self, rule: str) -> None:
        """Keep a rule once."""
        if rule not in self.rules:
            self.rules.append(rule)

    def caution(self, sentence: str) -> None:
        """Keep a caution once."""
        if sentence not in self.cautions:
            self.cautions.append(sentence)

    def found(self, place: str, value: object) -> None:
        """Keep a key that was read, once."""
        if all(place != seen for seen, _ in self.read):
            self.read.append((place, value))


class Fields:
    """A JSON object with typed, validated and remembered access.

    Parameters
    ----------
    data : mapping of str to object
        The object; ``null`` counts as absent, as in the library.
    record : Record
        Where readings are kept (shared by nested objects).
    place : str
        Prefix for messages, such as ``rope_parameters.``.
    """

    def __init__(self, data: Mapping[str, object], record: Record, place: str = "") -> None:
        self.data = dict(data)
        self.record = record
        self.place = place
        self.seen: set[str] = set()

    def where(self, key: str) -> str:
        """Return the key with its place, as messages name it."""
        return f"{self.place}{key}"

    def has(self, key: str) -> bool:
        """Whether the key is present and not null."""
        return self.data.get(key) is not None

    def raw(self, key: str) -> object:
        """Read a value without a check; None where absent or null."""
        self.seen.add(key)
        value = self.data.get(key)
        if value is not None:
            self.record.found(self.where(key), value)
        return value

    def unread(self) -> list[str]:
        """Return the keys that nobody consulted and that are not null, in their order."""
        return [key for key, value in self.data.items() if key not in self.seen and value is not None]

    def first(self, keys: Sequence[str]) -> str | None:
        """Return the one present key among aliases of the same field, or None.

        Raises
        ------
        InputError
            Two aliases are present with different values.
        """
        present = [key for key in keys if self.has(key)]
        for key in present[1:]:
            if self.data[key] != self.data[present[0]]:
                raise InputError(
                    self.where(key),
                    f"agree with {self.where(present[0])} = {self.data[present[0]]!r}",
                    self.data[key],
                    "Both name the same field.",
                    "Keep one of them.",
                )
            self.raw(key)
        if present and present[0] != keys[0]:
            self.record.note(f"{self.where(present[0])} is read as {keys[0]}")
        return present[0] if present else None

    def number(
        self, key: str, *, above: float | None = None, least: float | None = None, most: float | None = None
    ) -> float | None:
        """Read a finite number as float64 within its range; None where absent."""
        value = self.raw(key)
        if value is None:
            return None
        return check_number(value, self.where(key), above=above, least=least, most=most)

    def integer(self, key: str, *, least: int = 1, most: int = 2**31) -> int | None:
        """Read an integer (a float with an integer value counts) within its range; None where absent."""
        value = self.raw(key)
        if value is None:
            return None
        return check_integer(value, self.where(key), least=least, most=most)

    def flag(self, key: str) -> bool | None:
        """Read ``true`` or ``false``; None where absent."""
        value = self.raw(key)
        if value is None or isinstance(value, bool):
            return value
        raise InputError(self.where(key), "be true or false", value)

    def word(self, key: str) -> str | None:
        """Read a string; None where absent."""
        value = self.raw(key)
        if value is None or isinstance(value, str):
            return value
        raise InputError(self.where(key), "be a string", value)

    def numbers(self, key: str, *, above: float | None = None) -> list[float] | None:
        """Read a list of finite numbers; None where absent."""
        value = self.raw(key)
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            raise InputError(self.where(key), "be a list of numbers", value)
        return [check_number(item, f"{self.where(key)}[{i}]", above=above) for i, item in enumerate(value)]

    def integers(self, key: str, *, least: int = 0, most: int = 2**31) -> list[int] | None:
        """Read a list of integers; None where absent."""
        value = self.raw(key)
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            raise InputError(self.where(key), "be a list of integers", value)
        return [check_integer(item, f"{self.where(key)}[{i}]", least=least, most=most) for i, item in enumerate(value)]

    def nested(self, key: str) -> Fields | None:
        """Read an object, whose own keys are recorded as they are read; None where absent."""
        self.seen.add(key)
        value = self.data.get(key)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise InputError(self.where(key), "be an object", value)
        return Fields(value, self.record, f"{self.where(key)}.")

    def require(self, key: str, value: object, why: str, remedy: str = "") -> None:
        """Refuse an absent value, saying why it is needed."""
        if value is None:
            raise InputError(self.where(key), "be given", "nothing", why, remedy)


def check_number(
    value: object,
    where: str,
    *,
    above: float | None = None,
    least: float | None = None,
    most: float | None = None,
) -> float:
    """Return the value as a finite float64 within ``(above, most]`` or ``[least, most]``."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(where, "be a number", value)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InputError(where, "be a finite number", number, "NaN and infinity have no place in a configuration.")
    if above is not None and not number > above:
        raise InputError(where, f"be greater than {above:g}", value)
    if least is not None and not number >= least:
        raise InputError(where, f"be at least {least:g}", value)
    if most is not None and not number <= most:
        raise InputError(where, f"be at most {most:g}", value)
    return number


def check_integer(value: object, where: str, *, least: int = 1, most: int = 2**31) -> int:
    """Return the value as an integer from ``least`` to ``most``."""
    whole = isinstance(value, Integral) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not whole:
        raise InputError(where, "be an integer", value)
    number = int(value)  # type: ignore[call-overload]
    if number < least:
        raise InputError(where, f"be an integer of at least {least}", value)
    if number > most:
        raise InputError(where, f"be an integer of at most {most}", value)
    return int(number)
