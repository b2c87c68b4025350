"""Coq as an external judge: the library compiled and cached by content, one file run under a time-out.

What is accepted rests on Coq's kernel, the library's sources and the axioms that ``Print Assumptions``
names; a file is refused before Coq sees it if it could assume anything by itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

from verify.certificates.coq.libraries import INSTALL, REALS, CoqLibrary

__all__ = [
    "CoqRun",
    "build_library",
    "check_axioms",
    "coq_version",
    "forbidden_words",
    "is_compiled",
    "library_key",
    "parse_assumptions",
    "run_coq",
]

# Two processes of one run must not compile the library side by side. The module is one of POSIX systems.
try:
    import fcntl
except ImportError:  # pragma: no cover - elsewhere they do
    fcntl = None  # type: ignore[assignment]

_COMMENT = re.compile(r"\(\*(?:[^(*]|\((?!\*)|\*(?!\)))*\*\)")
_FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Hypothes[ie]s|Variables?|Context|Declare|Load|"
    r"Extraction|Redirect|Cd|Unset|bypass_check|Guard|Positivity|Universe|Primitive|Register|Fail|Timeout)\b"
)


#: How many times its processor time a file may take by the clock.
PATIENCE = 10


@dataclass(frozen=True)
class CoqRun:
    """What came out of one run of coqc.

    Parameters
    ----------
    status : int or None
        Exit status; None where the time-out struck.
    output, errors : str
    seconds : float
    """

    status: int | None
    output: str
    errors: str
    seconds: float


def forbidden_words(text: str) -> tuple[str, ...]:
    """Return the words of a Coq file, outside comments, by which it could assume or hide something.

    Examples
    --------
    >>> forbidden_words("Axiom false : False. (* Parameter *) Lemma x : True. Admitted.")
    ('Admitted', 'Axiom')
    """
    while True:  # comments nest: the innermost first
        shorter = _COMMENT.sub(" ", text)
        if shorter == text:
            return tuple(sorted(set(_FORBIDDEN.findall(text))))
        text = shorter


def parse_assumptions(output: str) -> list[frozenset[str]]:
    r"""Read the answers to ``Print Assumptions``, in order: the names of the axioms of each theorem.

    Examples
    --------
    >>> parse_assumptions("Closed under the global context")
    [frozenset()]
    >>> [sorted(names) for names in parse_assumptions("Axioms:\nA.b : Prop\nc\n  : forall P,\n    P")]
    [['A.b', 'c']]
    """
    answers: list[set[str]] = []
    for line in output.splitlines():
        if line.startswith(("Closed under the global context", "Axioms:")):
            answers.append(set())
        elif answers and (match := re.match(r"([^\W\d][\w.']*)\s*(?::|$)", line)):
            answers[-1].add(match[1])
    return [frozenset(names) for names in answers]


def check_axioms(output: str, allowed: frozenset[str] = REALS.axioms) -> str:
    r"""Return why the answer to one ``Print Assumptions`` is not acceptable, or an empty text.

    Examples
    --------
    >>> check_axioms("Axioms:\nsorry : forall P : Prop, P")
    'the proof rests on sorry'
    """
    answers = parse_assumptions(output)
    if len(answers) != 1:
        return f"Coq printed the assumptions of {len(answers)} terms instead of one"
    extra = sorted(answers[0] - allowed)
    return f"the proof rests on {', '.join(extra)}" if extra else ""


def coq_version() -> str | None:
    """Return the version that coqc prints, or None where there is no coqc."""
    path = shutil.which("coqc")
    if path is None:
        return None
    try:
        run = subprocess.run([path, "--print-version"], capture_output=True, text=True, timeout=20, check=False)  # noqa: S603 - a fixed tool, asked for its version
    except (OSError, subprocess.TimeoutExpired):
        return None
    return run.stdout.split()[0] if run.returncode == 0 and run.stdout.split() else None


def run_coq(path: Path, library: Path, timeout: float, name: str = REALS.name) -> CoqRun:
    """Run coqc on a file against a compiled library; the whole process group ends with the time-out.

    Parameters
    ----------
    path : Path
        The file; its products are written beside it.
    library : Path
        Folder of the compiled library.
    timeout : float
        Seconds of processor time, > 0; by the clock `PATIENCE` times as many, so that a busy machine changes no answer.
    name : str, optional
        As what the file knows the library.
    """
    coqc = shutil.which("coqc")
    if coqc is None:
        raise FileNotFoundError(f"coqc is not installed ({INSTALL})")
    # The limit of processor time ends coqc by a signal of its own, even where the process that waits for it is killed.
    limited = ["/bin/sh", "-c", 'ulimit -c 0; ulimit -S -t "$1"; shift; exec "$@"', "sh", str(math.ceil(timeout))]
    command = [*limited, coqc, "-q", "-noglob", "-w", "none", "-Q", str(library), name, path.name]
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(path.parent), "LC_ALL": "C.UTF-8"}
    begin = time.monotonic()
    with subprocess.Popen(  # noqa: S603 - coqc, on a file that was written here
        command,
        cwd=path.parent,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            output, errors = process.communicate(timeout=PATIENCE * timeout)
            status: int | None = None if process.returncode == -signal.SIGXCPU else process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            status = None
    return CoqRun(status, output, errors, time.monotonic() - begin)


def build_library(
    cache: Path, timeout: float = 600.0, sources: Path | None = None, library: CoqLibrary = REALS
) -> Path:
    """Compile a library, or take it from the cache if it is intact; return the compiled folder.

    Parameters
    ----------
    cache : Path
        Folder of compiled libraries, each under the hash of its sources and of Coq's version.
    timeout : float
        Seconds for each file.
    sources : Path, optional
        Default: the library's own.
    library : CoqLibrary, optional
        Which one; the theorems for all n and d by default.

    Raises
    ------
    RuntimeError
        A source contains a forbidden word or does not compile.

    Notes
    -----
    A manifest of the compiled files tells accidental damage and old versions; who can write to the cache
    can write the manifest too.
    """
    texts, key = _read_library(sources or library.sources())
    target = cache / key
    if _intact(target):
        return target
    cache.mkdir(parents=True, exist_ok=True)
    with _alone(cache / f"{key}.lock"):
        if not _intact(target):
            _compile_library(texts, cache, target, timeout, library.name)
    return target


def is_compiled(cache: Path, library: CoqLibrary = REALS) -> bool:
    """Whether a library is in the cache and intact, so that nothing has to be compiled before a certificate."""
    return _intact(cache / library_key(library))


def library_key(library: CoqLibrary = REALS) -> str:
    """Return the hash of Coq's version and of the library's sources, under which it is compiled once."""
    return _read_library(library.sources())[1]


def _read_library(folder: Path) -> tuple[dict[str, str], str]:
    """Return the sources in the order of compilation, and the key."""
    names = [line for line in (folder / "_CoqProject").read_text().split() if line.endswith(".v")]
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in names}
    return texts, _digest(json.dumps([coq_version(), list(texts.items())]).encode())[:32]


def _compile_library(texts: dict[str, str], cache: Path, target: Path, timeout: float, name: str) -> None:
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        work = Path(folder) / "library"
        work.mkdir()
        for source, text in texts.items():
            words = forbidden_words(text)
            if words:
                raise RuntimeError(f"{source} contains {', '.join(words)}")
            (work / source).write_text(text, encoding="utf-8")
        _compile_in_order(texts, work, timeout, name)
        compiled = {path.name: _digest(path.read_bytes()) for path in sorted(work.glob("*.vo"))}
        (work / "manifest.json").write_text(json.dumps(compiled, indent=1))
        shutil.rmtree(target, ignore_errors=True)
        try:
            work.replace(target)
        except OSError:  # another process was faster
            if not _intact(target):
                raise


def _compile_in_order(texts: dict[str, str], work: Path, timeout: float, name: str) -> None:
    """Compile the files of a folder, each after those that it requires, as many at once as there are processors."""
    order = TopologicalSorter({source: _required(text, texts, name) for source, text in texts.items()})
    order.prepare()
    running: dict[Future[CoqRun], str] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while order.is_active():
            for source in order.get_ready():
                running[pool.submit(run_coq, work / source, work, timeout, name)] = source
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                source, run = running.pop(future), future.result()
                if run.status != 0:
                    raise RuntimeError(f"{source} does not compile: {run.errors.strip() or 'time-out'}")
                order.done(source)


def _required(text: str, texts: Mapping[str, str], name: str) -> set[str]:
    """Return the files of the same library that a file requires."""
    words = " ".join(re.findall(rf"From {name} Require (?:Import|Export)?([^.]*)\.", text)).split()
    return {f"{word}.v" for word in words} & set(texts)


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Wait until no other process compiles the library of this lock; whoever dies lets go."""
    with lock.open("w") as handle:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _intact(folder: Path) -> bool:
    """Say whether a compiled library is what its manifest says."""
    try:
        compiled = json.loads((folder / "manifest.json").read_text())
        return bool(compiled) and all(
            _digest((folder / name).read_bytes()) == value for name, value in compiled.items()
        )
    except (OSError, ValueError, AttributeError):
        return False
