"""What a gauge does, in sentences: which planes turn, which coordinates stay, and what follows for maximisers."""

from __future__ import annotations

from collections.abc import Sequence

from verify.model.verdict import Collapse
from verify.spectral.gauges._common_null_space import CommonNullSpace
from verify.spectral.gauges.characters import Aliasing

__all__ = ["consequence", "frequency_sentence", "matrix_sentence"]


def frequency_sentence(aliasing: Sequence[Aliasing], unrotated: int, *, parts: bool = False) -> str:
    """Return which planes turn with the labels, which stay, and why, as one sentence.

    Parameters
    ----------
    aliasing : sequence of Aliasing
        Of each rotated plane.
    unrotated : int
        Number of coordinates that no plane contains.
    parts : bool
        Whether the labels are compared within components only.

    Examples
    --------
    >>> turns, still = Aliasing(False, True, False, "pi is irrational"), Aliasing(True, True, False, "the phase is 0")
    >>> frequency_sentence([turns] * 4, 0)
    'All 4 rotated planes turn with the label (pi is irrational), and no coordinate is left unrotated.'
    >>> frequency_sentence([turns, still], 0)
    '1 of 2 rotated planes turns with the label (pi is irrational); plane 1 stays fixed (the phase is 0).'
    """
    turning = [a for a in aliasing if a.constant is False]
    fixed = [i for i, a in enumerate(aliasing) if a.constant is True]
    undecided = [i for i, a in enumerate(aliasing) if a.constant is None]
    label = "the label within a component" if parts else "the label"
    clauses = [f"{_count(len(turning), len(aliasing))} with {label} ({turning[0].how})"] if turning else []
    if fixed:
        clauses.append(f"{_planes(fixed)} fixed ({aliasing[fixed[0]].how})")
    if unrotated:
        clauses.append(f"the {f'{unrotated} ' * (unrotated > 1)}unrotated coordinate{'s' * (unrotated > 1)}")
        clauses[-1] += " stay fixed" if unrotated > 1 else " stays fixed"
    if undecided:
        first = undecided[0]
        clauses.append(f"of plane {first} it is open whether it turns ({aliasing[first].how})")
    if len(clauses) == 1 and turning:
        return f"{clauses[0]}, and no coordinate is left unrotated."
    text = "; ".join(clauses)
    return f"{text[:1].upper()}{text[1:]}."


def _count(turning: int, planes: int) -> str:
    if turning == planes:
        named = {1: "The rotated plane turns", 2: "Both rotated planes turn"}
        return named.get(planes, f"All {planes} rotated planes turn")
    return f"{turning} of {planes} rotated planes {'turns' if turning == 1 else 'turn'}"


def _planes(indices: Sequence[int], most: int = 6) -> str:
    if len(indices) == 1:
        return f"plane {indices[0]} stays"
    if len(indices) > most:
        return f"{len(indices)} planes stay"
    return f"planes {', '.join(map(str, indices[:-1]))} and {indices[-1]} stay"


def matrix_sentence(found: CommonNullSpace) -> str:
    """Return the dimension of {v : Q(xi) v constant}, and on what grounds, as one sentence."""
    ground = "exact elimination" if found.exact else "certain pivots of balls, and null vectors confirmed by algebra"
    if found.dimension is None:
        between = f"between {found.lower} and {found.upper} dimensions"
        return f"The contents v with Q(xi) v constant fill {between} of {found.size} ({ground})."
    if found.dimension == 0:
        return f"No content v has Q(xi) v constant ({ground})."
    if found.dimension == found.size:
        return f"Every content v has Q(xi) v constant ({ground})."
    return f"The contents v with Q(xi) v constant fill {found.dimension} of {found.size} dimensions ({ground})."


def consequence(collapse: Collapse, dimension: int) -> str:
    """Return what follows for the maximisers Q(xi)^T u from the dimension of the fixed contents (of that, at least)."""
    match collapse:
        case Collapse.ALL:
            return "So Q(xi)^T u is the same at every label, and every maximiser is collapsed."
        case Collapse.NONE:
            return "So no u has the same Q(xi)^T u at every label, and no maximiser is collapsed."
        case Collapse.SOME:
            where = "dimension that stays fixed" if dimension == 1 else f"{dimension} dimensions that stay fixed"
            return f"So the maximisers that live in the {where} are collapsed, and all others are spread."
    return "So it is open which maximisers are collapsed."
