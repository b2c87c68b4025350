"""The guide of the audit names every module of the checker and counts its lines truly; both tiers stay short."""

from __future__ import annotations

import re
from pathlib import Path

from verify.certificates import checker

FOLDER = Path(checker.__file__).parent
LONGEST_MODULE, LONGEST_FIRST_TIER, LONGEST_SECOND_TIER = 260, 1000, 1210


def lines(path):
    """Count the lines of a file that are not blank."""
    return sum(bool(line.strip()) for line in path.read_text(encoding="utf-8").splitlines())


FIRST = {path.name: lines(path) for path in FOLDER.glob("*.py")}
SECOND = {path.name: lines(path) for path in (FOLDER / "enclosures").glob("*.py")}


def test_the_guide_counts_every_module():
    """Two columns, one per tier, and their sums."""
    for left, right in re.findall(r"^    (\w+\.py .*?\d)(?:    (\w+\.py .*\d))?$", checker.__doc__, re.MULTILINE):
        for text, tier in ((left, FIRST), *([(right, SECOND)] if right else [])):
            name, count = text.split()[0], int(text.split()[-1])
            assert tier[name] == count, name
    named = set(re.findall(r"\w+\.py", checker.__doc__))
    assert named == set(FIRST) | set(SECOND)
    sums = [int(x) for x in re.findall(r"in all.*?(\d+)", checker.__doc__)]
    assert sums == [sum(FIRST.values()), sum(SECOND.values())]


def test_both_tiers_are_short_enough_to_audit():
    """No module is longer than 260 lines, blank ones included."""
    assert sum(FIRST.values()) <= LONGEST_FIRST_TIER
    assert sum(SECOND.values()) <= LONGEST_SECOND_TIER
    for path in FOLDER.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE, path.name


def test_the_guide_gives_an_hour_to_the_first_tier():
    """Every module of it in its turn, sixty minutes in all."""
    steps = re.findall(r"^    (\d+) min  ([a-z, ]+?)  ", checker.__doc__, re.MULTILINE)
    assert sum(int(minutes) for minutes, _ in steps) == 60
    assert {f"{name}.py" for _, names in steps for name in names.split(", ")} == set(FIRST) - {
        "__init__.py",
        "__main__.py",
    }


def test_every_module_says_first_what_it_checks():
    """A docstring of at least a sentence."""
    for path in FOLDER.rglob("*.py"):
        assert path.read_text(encoding="utf-8").startswith('"""'), path.name
