"""Mutants of the decision core: small errors put into a copy of the package, which the tests named have to notice.

    python tests/mutation/trials.py                 try what has no outcome yet, or another than it says: outcomes.json
                                                    and docs/mutation.md are written
    python tests/mutation/trials.py NAME NAME ..    try these, write nothing; the exit status is the number not killed

The working tree is never touched: package and tests are copied, and each mutant changes one place of the copy. A
mutant is killed if a test fails (pytest's exit code 1). A mutant that cannot be collected is `broken`, one whose tests
do not end in time is `late`: both count as no kill. In the end every test that killed passes on the unchanged copy:
else its failure would mean nothing.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DECLARED, OUTCOMES, PAGE = (
    Path(__file__).parent / "mutants.toml",
    Path(__file__).parent / "outcomes.json",
    ROOT / "docs" / "mutation.md",
)
SECONDS = int(os.environ.get("MUTATION_SECONDS", "240"))
KINDS = {
    "sign": "a sign or the direction of an inequality",
    "factor": "a factor, mostly of two",
    "transpose": "a transpose, or two indices or bounds exchanged",
    "hypothesis": "a hypothesis or a check left out or asked of too little",
    "edge": "a strict inequality made weak or the reverse",
}


@dataclass(frozen=True)
class Mutant:
    """One error: ``old`` occurs once in ``file`` and becomes ``new``; ``tests`` have to notice.

    ``equivalent`` says why no test can: the mutant computes the same. ``gap`` says what is known of one that survives.
    """

    name: str
    kind: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    equivalent: str = ""
    gap: str = ""

    @property
    def change(self) -> str:
        """Return a digest of the error, by which an outcome knows that it is about this one."""
        return hashlib.sha256(json.dumps([self.file, self.old, self.new]).encode()).hexdigest()[:12]

    def applied(self, text: str) -> str:
        """Return the text of the file with the error in it."""
        assert text.count(self.old) == 1, f"{self.name}: the text occurs {text.count(self.old)} times in {self.file}"
        return text.replace(self.old, self.new)


def declared() -> list[Mutant]:
    """Return the mutants of the list; each group names its file and the tests of its mutants."""
    found = []
    for group in tomllib.loads(DECLARED.read_text(encoding="utf-8"))["group"]:
        for entry in group["mutant"]:
            tests = tuple(entry.pop("tests", group["tests"]))
            found.append(Mutant(file=group["file"], tests=tests, **entry))
    return found


def copy_of_the_package(folder: Path) -> Path:
    """Copy what the tests need, without builds."""
    skipped = shutil.ignore_patterns("*.vo*", "*.glob", ".*.aux", "*_cache")
    for part in ("verify", "proofs", "tests", "examples"):
        shutil.copytree(ROOT / part, folder / part, ignore=skipped)
    for name in ("pyproject.toml", "README.md", "Makefile"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def _write(path: Path, text: str) -> None:
    """Write a module, and forget what was compiled of it: the cache knows sizes and whole seconds only."""
    path.write_text(text, encoding="utf-8")
    for cached in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        cached.unlink()


def _run(copy: Path, tests: Sequence[str], answer: object) -> None:
    """Run tests in the copy, in a process of their own, and send the exit code and the first failure."""
    import pytest

    class First:
        """The first test that failed."""

        failed = ""

        def pytest_sessionstart(self) -> None:
            """Let Hypothesis find a counterexample and not shrink it: one is enough."""
            from hypothesis import Phase, settings

            settings.register_profile("trial", settings(), phases=[Phase.explicit, Phase.generate])
            settings.load_profile("trial")

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            """Keep it."""
            self.failed = self.failed or (report.nodeid if report.failed else "")

    os.chdir(copy)
    sys.path.insert(0, str(copy))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    first = First()
    code = pytest.main(
        ["-x", "-q", "-p", "no:cacheprovider", "-m", "not slow and not nightly", *tests], plugins=[first]
    )
    import verify

    inside = Path(verify.__file__).is_relative_to(copy)
    answer.send((int(code) if inside else -1, first.failed))  # type: ignore[attr-defined]
    os._exit(0)


def run_tests(copy: Path, tests: Sequence[str]) -> tuple[str, str]:
    """Return passed, failed, broken or late, and the first test that failed."""
    fork = multiprocessing.get_context("fork")
    receiving, sending = fork.Pipe(duplex=False)
    process = fork.Process(target=_run, args=(copy, tests, sending))
    process.start()
    sending.close()  # so that a process that dies is heard of at once
    try:
        code, first = receiving.recv() if receiving.poll(SECONDS) else (None, "")
    except EOFError:
        code, first = -1, ""
    process.kill()
    process.join()
    return {0: "passed", 1: "failed", None: "late"}.get(code, "broken"), first


def try_mutants(mutants: Iterable[Mutant]) -> dict[str, dict[str, str]]:
    """Return the outcome of each mutant by its name: killed (and by which test), late, survived or broken."""
    for module in ("numpy", "pytest", "scipy.optimize", "sympy", "flint", "jsonschema"):
        __import__(module)  # once, before the processes fork; never the package itself
    assert "verify" not in sys.modules
    mutants = list(mutants)
    outcomes: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_of_the_package(Path(folder))
        for mutant in mutants:
            path = copy / mutant.file
            text = path.read_text(encoding="utf-8")
            _write(path, mutant.applied(text))
            result, first = run_tests(copy, mutant.tests)
            _write(path, text)
            outcome = {"failed": "killed", "passed": "survived"}.get(result, result)
            outcomes[mutant.name] = {"outcome": outcome, "by": first.split("[")[0], "change": mutant.change}
            sys.stderr.write(f"{outcome:9} {mutant.name} {first}\n")
        killers = sorted({found["by"] for found in outcomes.values() if found["outcome"] == "killed"})
        result, first = run_tests(copy, killers) if killers else ("passed", "")
        assert result == "passed", f"without any mutant, {first or killers} does not pass: {result}"
    return outcomes


def recorded(mutants: Sequence[Mutant]) -> dict[str, dict[str, str]]:
    """Return the outcomes that were written down; one of another change, or none at all, is `untried`."""
    known = json.loads(OUTCOMES.read_text(encoding="utf-8")) if OUTCOMES.exists() else {}
    found = {}
    for m in mutants:
        outcome = known.get(m.name, {})
        same = outcome.get("change") == m.change
        found[m.name] = outcome if same else {"outcome": "untried", "by": "", "change": m.change}
    return found


def page(mutants: Sequence[Mutant], outcomes: Mapping[str, Mapping[str, str]]) -> str:
    """Return docs/mutation.md: the kill rate, the survivors by name, and the list."""
    killed = [m for m in mutants if outcomes[m.name]["outcome"] == "killed"]
    untried = [m for m in mutants if outcomes[m.name]["outcome"] == "untried"]
    same = [m for m in mutants if m.equivalent]
    survivors = [m for m in mutants if m not in killed + untried + same]
    tried = len(mutants) - len(untried)
    lines = [
        "---",
        "orphan: true",
        "---",
        "",
        "# Mutation checks of the core",
        "",
        "<!-- Written by `python tests/mutation/trials.py`; tests/mutation compares it with the list. -->",
        "",
        "A suite that passes shows little if it would also pass with an error in the code. So errors are put into a",
        "copy of the package, one at a time, and the quick tests that `tests/mutation/mutants.toml` names are run",
        "against it: signs, factors of two, transposes, strict inequalities, and hypotheses that are no longer asked",
        "for, in the modules that decide and in the checker of certificates.",
        "",
        f"**Of {len(mutants)} errors declared, {tried} were tried: {len(killed)} are killed, {len(same)} compute the",
        f"same as the code, {len(survivors)} survive.** Untried: {len(untried)}, which say nothing yet.",
        "",
        "`make nightly` tries all of them, `make test` five; that each error still applies to the code is part of",
        "every run.",
        "",
    ]
    if same:
        lines += ["## Mutants that compute the same", "", *(f"- `{m.name}`: {m.equivalent}" for m in same), ""]
    if survivors:
        shown = (f"- `{m.name}` in `{m.file}`: `{_shown(m.old)}` to `{_shown(m.new)}`. {m.gap}" for m in survivors)
        lines += ["## Survivors", "", *shown, ""]
    lines += ["## Kinds", "", "| kind | what is wrong | declared | tried | killed |", "|---|---|---|---|---|"]
    for kind, words in KINDS.items():
        of_kind = [m for m in mutants if m.kind == kind]
        counts = len(of_kind), sum(m not in untried for m in of_kind), sum(m in killed for m in of_kind)
        lines.append(f"| {kind} | {words} | " + " | ".join(map(str, counts)) + " |")
    lines += [
        "",
        "## The list",
        "",
        "| mutant | module | kind | outcome | first test that fails |",
        "|---|---|---|---|---|",
    ]
    for m in mutants:
        outcome = outcomes[m.name]
        test = outcome["by"].rsplit("::", 1)[-1]
        module = m.file.removeprefix("verify/").removesuffix(".py")
        lines.append(f"| {m.name} | {module} | {m.kind} | {outcome['outcome']} | {test and f'`{test}`'} |")
    return "\n".join(lines) + "\n"


def _shown(text: str) -> str:
    return " ".join(text.split()).replace("`", "'")


def write(mutants: Sequence[Mutant], outcomes: Mapping[str, Mapping[str, str]]) -> None:
    """Write what was found, and the page of it."""
    OUTCOMES.write_text(json.dumps(outcomes, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(mutants, outcomes), encoding="utf-8")


def main(names: Sequence[str]) -> int:
    """Try the mutants named, or those without an outcome and write what was found; return how many are not killed."""
    mutants = declared()
    known = recorded(mutants)
    chosen = [m for m in mutants if (m.name in names if names else known[m.name]["outcome"] == "untried")]
    outcomes = try_mutants(chosen)
    if not names:
        write(mutants, known | outcomes)
    return sum(outcomes[m.name]["outcome"] != "killed" and not (m.equivalent or m.gap) for m in chosen)


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 100))
