"""T6, upper bounds of the energy by multipliers, h = k f(<x, y>) with f nonnegative.

X_n = (∬ P_n(<x, y>) dmu_i dmu_j) is positive semidefinite for n >= 1, with diagonal 1 for graph laws and at most 1 for
all laws. Let diag(mu) - k be PSD, lambda_i = w_i^2 mu_i and K_ij = w_i w_j k_ij; so diag(lambda) - K is PSD. Then
<K, X_n> <= sum lambda_i (X_n)_ii <= sum lambda, for all laws if lambda >= 0, and with f(1) = sum a_n

    2 E = a_0 sum K + sum_{n >= 1} a_n <K, X_n> <= f(1) sum lambda - a_0 (sum lambda - sum K).

The last bracket is >= 0 (the PSD form at 1, .., 1), so that a lower bound of a_0 will do. If k is known within r only,
|k_ij - m_ij| <= r, then mu = nu + n r has diag(mu) - k PSD if diag(nu) - m is (the difference is diagonally dominant).
Blocks: graph laws average to all laws, so that lambda >= 0 is asked in both views.
"""

from __future__ import annotations

from fractions import Fraction

from .algebra import Matrix, check_psd, lower_triangle
from .problem import MAX_TABLE, Problem
from .reading import ONE, ZERO, Data, beyond, fields, rational, rationals, require, sign, sum_sign, symmetric


def bound_statement(claim: Data) -> tuple[str, Fraction]:
    """Return the words of a claim {"view": .., "bound": "p/q"}, and the bound."""
    fields(claim, {"view", "bound"})
    require(claim["view"] in {"graph_laws", "all_laws"}, "a bound is one over graph_laws or over all_laws")
    laws = "every graph law" if claim["view"] == "graph_laws" else "every law with the given label law"
    return f"T6 (upper bound of the energy): E <= {claim['bound']} for {laws}.", rational(claim["bound"])


def by_multipliers(problem: Problem, data: Data) -> None:
    """Refuse unless the multipliers prove the bound of the claim."""
    fields(data, {"claim", "multipliers", "psd"}, {"table", "radius"})
    (_, bound), labels = bound_statement(data["claim"]), problem.labels
    require(problem.profile().nonnegative, "a_n >= 0 is not proved for this profile")
    m, radius = _table(problem, data)
    n = len(m)
    w, nu = [labels.weight(i) for i in range(n)], rationals(data["multipliers"], n)
    mu = [x + n * radius for x in nu]
    if data["claim"]["view"] == "all_laws" or not labels.atomic:
        require(min(mu) >= 0, "a multiplier is negative: such a bound holds over graph laws alone")
    check_psd([[(nu[i] if i == j else ZERO) - m[i][j] for j in range(n)] for i in range(n)], data["psd"])
    multipliers = sum((v * v * x for v, x in zip(w, mu, strict=True)), ZERO)
    total = sum((w[i] * w[j] * m[i][j] * (2 - (i == j)) for i, j in lower_triangle(n)), ZERO)
    one, mean = beyond().mass(problem.spec["profile"], problem.d)
    gap = multipliers - total - (radius and radius * sign(mean))  # sum K is total up to r
    spare = sum_sign([(2 * bound, ONE), (-multipliers, one), (gap, mean)], "the bound less what is proved")
    require(spare >= 0, f"E <= {bound} is claimed, but these multipliers prove less")


def _table(problem: Problem, data: Data) -> tuple[Matrix, Fraction]:
    """Return k and 0; or the given rational table and r, once every entry of k is seen to be within r of it."""
    k = problem.factor()
    if "table" not in data:
        return k.rows(), ZERO
    require(problem.labels.size() <= MAX_TABLE, "too many labels for a table")
    m, r = symmetric(data["table"], problem.labels.size(), "the table"), rational(data["radius"])
    for i, j in lower_triangle(len(m)):
        x = k.entry(i, j)
        near = all(sum_sign([(s, x), (r - s * m[i][j], ONE)], "k less the table") >= 0 for s in (ONE, -ONE))
        require(near, f"k is not within {r} of the table at ({i}, {j})")
    return m, r
