"""T5 by the sign of k in Coq: a table with k_ij >= 0, or a factor that is positive at all pairs of labels.

A profile with a_p >= 0 for p >= 1 on a table goes by its signed Laplacian instead, which says more (factor.py).
For others f <= f(1) has to do: "all" by a connected support and f(t) < f(1), "some" by two opposite points that lose
nothing, "none" for all laws by a negative degree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.checker.algebra import components
from verify.certificates.checker.problem import read_labels
from verify.certificates.coq.atoms.claims import BY_COMPUTATION, Rule
from verify.certificates.coq.atoms.factor import LARGEST, emit_factor, state_view
from verify.certificates.coq.atoms.positive import emit_positive, is_positive
from verify.certificates.coq.atoms.table import atoms, claim_statement, factor_table, integers
from verify.certificates.coq.profiles.profile import Profile, read_profile
from verify.certificates.coq.text import CoqFile, NotInCoqError, Writer, row

__all__ = ["emit_sign"]

_MODULES = "Sums Vectors Energy Slices PsdCheck FactorCertificate Profiles GaugeCertificate Claims Signs Cuts"
_FURTHER = " Nonnegative TwoPoints GaugeSome Pairs"
_ALL = {"graph_laws": "all", "all_laws": "all"}


def emit_sign(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate by the sign of k."""
    spec, claim = cert["problem"], cert["data"]["claim"]
    profile = read_profile(spec["profile"], int(spec["d"]))
    if is_positive(spec, LARGEST):
        return emit_positive(cert, profile)
    if profile.ascending or profile.turned:
        return emit_factor(cert)
    writer = Writer(cert)
    _, n, W, omega = atoms(spec, LARGEST)
    _, K, kappa = factor_table(spec, read_labels(spec["labels"]))
    writer.define(integers(n, W, omega, K, kappa) + profile.definitions, profile.imports)
    notation = "w_i = W_i / omega, k_ij = K_ij / kappa."
    if claim == _ALL and profile.peaked:
        writer.check("accepted", "sign_check n W omega K kappa")
        for view in claim:
            proof = f"exact ({view}_all_sign n W omega K kappa _ d accepted {profile.peaked} Hd)"
            intros = f"intros d{profile.variables} Hd{profile.names}"
            writer.prove(
                f"proved_{view}_all", view, claim_statement(view, "all", profile, low=1), f"  {intros}; {proof}.\n"
            )
        return writer.file(notation, _MODULES)
    degrees = [sum(w * x for w, x in zip(W, line, strict=True)) for line in K]
    for view, value in claim.items():
        state_view(writer, view, value, _rule(writer, view, value, K, degrees, profile), profile)
    return writer.file(notation, _MODULES + _FURTHER)


def _linked(K: list[list[int]]) -> bool:
    """Whether K >= 0 has a connected support and no zero row."""
    connected = len(components(len(K), lambda i, j: K[i][j] > 0)) == 1
    return min(map(min, K)) >= 0 and connected and all(any(line) for line in K)


def _rule(writer: Writer, view: str, value: str, K: list[list[int]], degrees: list[int], profile: Profile) -> Rule:
    """Return the theorem that proves one view of the claim, its data defined."""
    n, graph = len(K), view == "graph_laws"
    if graph and value == "all" and n == 1:
        return Rule("graph_laws_all_single", "", "", "(eq_refl true)")
    if value == "all" and profile.peaked:
        if graph:
            return Rule("graph_laws_all_pairs", "", BY_COMPUTATION * 2, profile.peaked)
        if _linked(K):
            return Rule("all_laws_all_sign", "", BY_COMPUTATION, profile.peaked)
    if value == "some" and profile.bounded:
        return _some(writer, graph, K, profile)
    if value == "none" and not graph and min(degrees) < 0 and profile.sloped:
        atom = degrees.index(min(degrees))
        return Rule("all_laws_none_degree", f"{atom}%nat", BY_COMPUTATION, profile.sloped, low=2)
    raise NotInCoqError(f'the claim "{value}" of {view} is not emitted for this profile and the sign of k')


def _some(writer: Writer, graph: bool, K: list[list[int]], profile: Profile) -> Rule:
    """Collapse is not unique: f(-1) = f(1), two sides without k > 0 across, or a label with a row of zeros."""
    n, view, accepted = len(K), "graph_laws" if graph else "all_laws", BY_COMPUTATION * 2
    kind = "pairs" if graph else "sign"
    if profile.even and n >= (2 if graph else 1):
        return Rule(f"{view}_even_{kind}", "", f"{accepted}exact {profile.bounded} | ", profile.even)
    parts = components(n, lambda i, j: K[i][j] != 0)
    lone = next((i for i, line in enumerate(K) if not any(line)), None)
    if len(parts) > 1:
        V, q = [int(i in parts[0]) for i in range(n)], 1
    elif not graph and lone is not None:
        V, q = [int(i == lone) for i in range(n)], 2
    else:
        raise NotInCoqError('"some" by the sign of k is emitted for a reducible k, f(-1) = f(1) or a label with k = 0')
    writer.define(f"Definition V_{view} : list Z := {row(V)}.\n")
    return Rule(f"{view}_some_{kind}", f"V_{view}" if graph else f"V_{view} {q}", accepted, profile.bounded)
