"""Profiles that are formulas in t, in Coq: their facts from a series, from f' > 0, and from f'(1) > 0.

The statement speaks of `inside profile`: the formula on [-1, 1], constant beyond (FormulaProfiles.v).
"""

from __future__ import annotations

from verify.certificates.checker.enclosures.formulas import Tree, is_constant
from verify.certificates.coq.profiles.series import Series, read_series
from verify.certificates.coq.profiles.slopes import (
    AT_ONE,
    EVERYWHERE,
    Domain,
    Lemmas,
    between,
    continuity,
    derivative,
    function,
    mirror,
    plain,
    term,
)
from verify.certificates.coq.text import NotInCoqError

__all__ = ["IMPORTS", "TERM", "read_formula"]

IMPORTS = "Nonnegative Converse Series FormulaProfiles Within "
TERM = "(inside profile)"


def read_formula(tree: Tree) -> tuple[str, dict[str, str]]:
    """Return the definitions and lemmas about a formula, and the proofs of its facts by their names.

    Parameters
    ----------
    tree : tuple
        As the checker reads it.

    Raises
    ------
    NotInCoqError
        Nothing that theorems ask of a profile is seen, or the formula is not translated.

    Notes
    -----
    Where f has a series of the kind, a slope at 1 is at least a_q > 0: its existence suffices. Otherwise f' > 0 on
    pieces of [-1, 1] makes f peaked, and f'(1) > 0 is its slope.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> sorted(read_formula(formula("t*exp(t)", ["t"]))[1])
    ['ascending', 'cofinal', 'continuity', 'full', 'odd', 'peaked', 'rising', 'sloped']
    >>> sorted(read_formula(formula("tanh(t)", ["t"]))[1])
    ['continuity', 'peaked', 'sloped']
    """
    tree, lemmas = plain(tree), Lemmas()
    definition = f"Definition profile (t : R) : R := {term(tree)}.\n"
    series = read_series(tree, 1, lemmas)
    if series is not None and series.some:
        facts = _of_series(tree, series, lemmas)
    else:
        lemmas = Lemmas()
        facts = _of_derivative(tree, EVERYWHERE, lemmas)
    if not facts:
        lemmas = Lemmas()
        facts = _of_derivative(tree, AT_ONE, lemmas)
    if not facts:
        raise NotInCoqError(
            "of this profile Coq sees neither a series with coefficients >= 0 nor f' > 0 on [-1, 1] nor f'(1) > 0"
        )
    proof = continuity(tree, lemmas)
    lemmas.state(f"profile_continuous : continuity {TERM}", f"apply inside_continuous; intros t Ht; exact {proof}")
    return definition + "".join(lemmas.texts), facts | {"continuity": "profile_continuous"}


def _of_series(tree: Tree, series: Series, lemmas: Lemmas) -> dict[str, str]:
    """Return the facts of a series with a_p >= 0 for p >= 1."""
    L = series.text
    lemmas.state(
        f"profile_series : series_from 1 {L} {TERM}",
        f"exact (inside_from _ _ _ (from_fewer 1 1 _ {L} _ {series.proof} (le_n 1) eq_refl))",
    )
    facts = {"ascending": f"(from_ascending {L} _ profile_series)"}
    if series.rising:
        facts["rising"] = f"(from_rising {L} _ eq_refl profile_series)"
    if series.odd_degree is not None:
        facts["odd"] = f"(from_odd {series.odd_degree} {L} _ eq_refl profile_series)"
        facts["peaked"] = f"(odd_peaked _ {facts['odd']})"
    if series.full:
        facts["full"] = f"(from_full {L} _ eq_refl profile_series)"
    if series.cofinal:
        facts["cofinal"] = f"(from_cofinal {L} _ eq_refl profile_series)"
    even = mirror(tree)
    if even is not None and not even[0]:
        lemmas.state(f"profile_even : {TERM} (-1)%R = {TERM} 1%R", f"exact (mirror_even profile {even[1]})")
        facts["even"] = "profile_even"
    try:
        _state_slope(tree, AT_ONE, lemmas)
    except NotInCoqError:
        return facts
    slope = "(inside_slope _ _ (derivative_slope _ _ (profile_slope 1%R at_one)))"
    lemmas.state(f"profile_sloped : sloped {TERM}", f"exact (from_sloped {L} _ _ eq_refl profile_series {slope})")
    return facts | {"sloped": "profile_sloped"}


def _of_derivative(tree: Tree, domain: Domain, lemmas: Lemmas) -> dict[str, str]:
    """Return the facts of f' > 0 on [-1, 1], or at 1 alone; none where it is not seen."""
    try:
        inner = _state_slope(tree, domain, lemmas)
        rises = lemmas.positive(inner, domain)
    except NotInCoqError:
        return {}
    if is_constant(inner):
        rises = f"(fun (t : R) (_ : {between(domain)}) => {rises})"
    slope = f"(derivative_sloped profile _ (profile_slope 1%R at_one) ({rises} 1%R at_one))"
    lemmas.state(f"profile_sloped : sloped {TERM}", f"exact (inside_sloped _ {slope})")
    if domain == AT_ONE:
        return {"sloped": "profile_sloped"}
    peaked = f"(increasing_peaked profile {function(inner)} profile_slope {rises})"
    lemmas.state(f"profile_peaked : peaked {TERM}", f"exact (inside_peaked _ {peaked})")
    return {"sloped": "profile_sloped", "peaked": "profile_peaked"}


def _state_slope(tree: Tree, domain: Domain, lemmas: Lemmas) -> Tree:
    """Add the lemmas that f has its derivative on a domain, and that 1 lies there; return the derivative."""
    inner, proof = derivative(tree, domain, lemmas)
    lemmas.state(
        f"profile_slope (t : R) : {between(domain)} -> derivable_pt_lim profile t {term(inner)}",
        f"intros Ht; exact {proof}",
    )
    lemmas.state(f"at_one : {between(domain, '1')}", "lra")
    return inner
