"""Exact positive semidefiniteness of signed Laplacians beside SymPy's test and beside eigvalsh.

Run: python benchmarks/bench_psd.py

Every method answers the same questions. The exact proof shows its own time (best of three), the others their
time as a ratio to it; SymPy runs in a process of its own and is stopped after TIME_LIMIT seconds. The
near-misses are the triangle with edges 1, 1 and a third edge at, or just past, its critical weight -1/2.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import perf_counter

import numpy as np
import sympy as sp

from verify.certificates.psd import PsdProof, prove_psd

TIME_LIMIT = 20.0
TOLERANCE = 1e-9
Table = list[list[Fraction]]


def grounded_laplacian(n: int) -> Table:
    """Return the Laplacian of a complete graph on n + 1 vertices with weights -3..8, one vertex removed."""
    rng = np.random.default_rng(n)
    K = np.triu(rng.integers(-3, 9, size=(n + 1, n + 1)), 1)
    K = K + K.T
    A = (np.diag(K.sum(axis=1)) - K)[:n, :n]
    return [[Fraction(int(x)) for x in row] for row in A]


def triangle(weight: Fraction) -> Table:
    """Return the Laplacian of the triangle with edges 1, 1 and the given weight."""
    rows = [[1 + weight, -1, -weight], [-1, 2, -1], [-weight, -1, 1 + weight]]
    return [[Fraction(x) for x in row] for row in rows]


def exact(A: Table) -> bool:
    """Prove or refute in integers."""
    return isinstance(prove_psd(A), PsdProof)


def recheck(A: Table) -> Callable[[], bool]:
    """Return the check of a proof of full rank, in Python's own numbers."""
    proof = prove_psd(A)
    assert isinstance(proof, PsdProof)
    assert proof.rank == len(A)
    rows = [list(row) for row in proof.factor]

    def check() -> bool:
        for i, row in enumerate(rows):
            residual = []
            for j, other in enumerate(rows):
                product = sum(map(int.__mul__, row, other))  # stops at the shorter row
                residual.append(proof.scale * A[i][j] - product)
            if 2 * residual[i] < sum(map(abs, residual)):
                return False
        return True

    return check


def by_eigenvalues(A: Table) -> bool:
    """Compare the lowest float eigenvalue with a tolerance."""
    floats = np.array([[float(x) for x in row] for row in A])
    return bool(np.linalg.eigvalsh(floats)[0] >= -TOLERANCE)


def by_strict_eigenvalues(A: Table) -> bool:
    """Compare the lowest float eigenvalue with zero."""
    floats = np.array([[float(x) for x in row] for row in A])
    return bool(np.linalg.eigvalsh(floats)[0] >= 0)


def _sympy(A: Table, answers: Connection) -> None:
    matrix = sp.Matrix([[sp.Rational(x.numerator, x.denominator) for x in row] for row in A])
    start = perf_counter()
    answer = bool(matrix.is_positive_semidefinite)
    answers.send((answer, perf_counter() - start))


def by_sympy(A: Table) -> tuple[bool | None, float]:
    """Ask SymPy in another process: its answer and time, or None after the limit."""
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_sympy, args=(A, there), daemon=True)
    process.start()
    # The time is taken inside: starting the interpreter and importing SymPy is not what is measured.
    answer: tuple[bool | None, float] = here.recv() if here.poll(TIME_LIMIT) else (None, TIME_LIMIT)
    process.terminate()
    process.join()
    return answer


def best_of_three(run: Callable[[], bool]) -> tuple[bool, float]:
    """Return the answer and the least of three times."""
    answer, best = False, float("inf")
    for _ in range(3):
        start = perf_counter()
        answer = run()
        best = min(best, perf_counter() - start)
    return answer, best


def cases() -> list[tuple[str, Table, bool]]:
    """Return the matrices, each with the truth about it."""
    half = Fraction(-1, 2)
    return [
        *((f"grounded Laplacian, n = {n}", grounded_laplacian(n), True) for n in (12, 40, 255)),
        ("triangle, third edge -1/2", triangle(half), True),
        ("triangle, -1/2 - 10^-12", triangle(half - Fraction(1, 10**12)), False),
        ("triangle, -1/2 - 10^-20", triangle(half - Fraction(1, 10**20)), False),
        ("triangle, -1/2 + 10^-20", triangle(half + Fraction(1, 10**20)), True),
        ("(1,2,3)(1,2,3)^T", [[Fraction(i * j) for j in (1, 2, 3)] for i in (1, 2, 3)], True),
    ]


def cell(answer: bool | None, seconds: float, truth: bool, base: float) -> str:
    """Return whether an answer is right and its time over that of the exact proof."""
    if answer is None:
        return f"none   > {seconds / base:.3g}"
    return f"{'right' if answer is truth else 'WRONG'}  {seconds / base:7.3g}"


def rows() -> list[tuple[str, ...]]:
    """Return one row per matrix, one column per method."""
    table = []
    for name, A, truth in cases():
        answer, base = best_of_three(lambda A=A: exact(A))
        checked = best_of_three(recheck(A)) if name.startswith("grounded") else None
        others = [
            by_sympy(A),
            best_of_three(lambda A=A: by_eigenvalues(A)),
            best_of_three(lambda A=A: by_strict_eigenvalues(A)),
        ]
        table.append(
            (
                name,
                "PSD" if truth else "not",
                f"{'right' if answer is truth else 'WRONG'}  {base * 1000:8.2f} ms",
                cell(*checked, truth, base) if checked else "",
                *(cell(*timed, truth, base) for timed in others),
            )
        )
    return table


def show(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Print one table with aligned columns."""
    widths = [max(len(row[c]) for row in [header, *rows]) for c in range(len(header))]
    for row in [header, tuple("-" * w for w in widths), *rows]:
        print("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip())
    print()


def main() -> None:
    """Print the table."""
    show(
        ("matrix", "truth", "exact proof", "its recheck", "sympy", "eigvalsh >= -1e-9", "eigvalsh >= 0"),
        rows(),
    )


if __name__ == "__main__":
    main()
