"""A factor kernel on a continuum of labels with everything that the attempts to decide it share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import flint

from verify.model.factors import lag_formula
from verify.model.formula import Formula, parse_formula
from verify.model.kernels import FactorKernel
from verify.model.labels import Interval
from verify.model.numbers import ball
from verify.model.profiles import ProfileFacts
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.continuum.cells import bound_on_cells
from verify.spectral.continuum.energy import (
    Winding,
    bound_absolute_mean,
    collapsed_energy,
    enclose_mean,
    exact_num,
    winding_laws,
)
from verify.spectral.continuum.laws import StepGain, step_law
from verify.spectral.continuum.minorant import Decision, MinorantPsd, NegativeForm, decide_by_cells
from verify.spectral.continuum.rotation import Rotation, rotation_of
from verify.spectral.continuum.toeplitz import EnclosedSymbol, SymbolDecision, decide_symbol
from verify.spectral.continuum.trigonometric import Mode, mean_of_waves, toeplitz_coefficients
from verify.spectral.hypotheses import profile_hypotheses
from verify.spectral.outcome import Outcome, Proof, maximised_by_collapse
from verify.spectral.profile_range import profile_range

__all__ = ["ContinuumProblem"]


@dataclass(frozen=True)
class ContinuumProblem:
    """A kernel k f on a continuum and what is known of its profile; all else is computed once, when asked."""

    kernel: FactorKernel
    facts: ProfileFacts

    @cached_property
    def formula(self) -> Formula:
        """The factor k itself, e^b for a bias."""
        formula = self.kernel.k.formula
        assert formula is not None
        return formula

    @cached_property
    def lag(self) -> Formula | None:
        """The factor as a formula in the lag, if the labels occur only as differences."""
        return lag_formula(self.formula, self.kernel.labels)

    @cached_property
    def coefficients(self) -> Mapping[Mode, Fraction] | None:
        """The exact khat of a trigonometric polynomial of xi - zeta."""
        return toeplitz_coefficients(self.formula, self.kernel.labels)

    @cached_property
    def symbol(self) -> SymbolDecision | None:
        """What the symbol says of L, on the circle or a torus."""
        return decide_symbol(self.formula, self.kernel.labels)

    @cached_property
    def cells(self) -> Decision:
        """What bounds on cells say of L."""
        return decide_by_cells(self.formula, self.kernel.labels)

    @property
    def direction(self) -> tuple[int, Sequence[Fraction]] | None:
        """A direction with <v, Lv> < 0, constant on cells."""
        found = self.cells
        if isinstance(found, NegativeForm) and found.direction is not None:
            return found.bounds.per_axis, found.direction
        return None

    @cached_property
    def mean(self) -> tuple[flint.arb, Fraction | None] | None:
        """∬ k drho drho, with its rational value where that is known."""
        if self.symbol is not None:
            return self.symbol.mean, self.symbol.mean_exact
        exact = mean_of_waves(self.formula, self.kernel.labels)
        if exact is not None:
            return ball(exact), exact
        mean = enclose_mean(self.formula, self.kernel.labels)
        return None if mean is None else (mean, None)

    @cached_property
    def collapsed(self) -> Num | None:
        """The energy f(1)/2 ∬ k of every collapsed law."""
        return None if self.mean is None else collapsed_energy(self.facts, *self.mean)

    @cached_property
    def centred(self) -> Num | None:
        """a_0/2 ∬ k, the energy of the law whose slices are all uniform."""
        if self.mean is None or self.facts.a_0 is None:
            return None
        mean, exact = self.mean
        if exact is not None and "a_0" in self.facts.exact:
            return exact_num(self.facts.a_0 * mean / 2, f"({exact / 2})*({self.facts.exact['a_0']})")
        return Num.of_ball(self.facts.a_0 * mean / 2)

    @cached_property
    def windings(self) -> list[Winding]:
        """Winding laws on the circle or a torus with their energies."""
        if self.symbol is None:
            return []
        symbol = None if self.coefficients is not None or self.lag is None else EnclosedSymbol(self.lag)
        return winding_laws(self.kernel.profile, self.kernel.d, self.coefficients, symbol)

    def best_winding(self) -> Winding | None:
        """Return the winding law with the most energy if it certainly beats the collapsed laws."""
        if self.mean is None:
            return None
        collapsed = self.facts.value_at_one * self.mean[0] / 2
        better = [law for law in self.windings if law.energy > collapsed]
        return max(better, key=lambda law: float(law.energy.mid()), default=None)

    @cached_property
    def step(self) -> StepGain | None:
        """A law constant on cells that certainly beats the collapsed laws."""
        return step_law(self.kernel, self.direction)

    @cached_property
    def rotation(self) -> Rotation | None:
        """A small rotation along a direction in which L is negative."""
        return rotation_of(self)

    @property
    def step_energy(self) -> Num | None:
        """The energy of that law."""
        if self.step is None or self.mean is None:
            return None
        surplus = self.step.surplus
        if isinstance(self.kernel.labels, Interval) and self.kernel.labels.density is not None:
            surplus = surplus * (ball(self.kernel.labels.b) - ball(self.kernel.labels.a)) ** 2
        return Num.of_ball(self.facts.value_at_one * self.mean[0] / 2 + surplus)

    @property
    def trivial_bound(self) -> Num | None:
        """The upper bound (a_0 ∬ k + (f(1) - a_0) ∬ |k|)/2 of E for a_n >= 0, as |∬ P_n dmu dmu| <= 1.

        For other profiles sup |f| ∬ |k|/2.
        """
        facts = self.facts
        absolute = bound_absolute_mean(self.formula, self.kernel.labels)
        if absolute is None:
            return None
        if facts.nonnegative is not True or facts.a_0 is None or self.mean is None:
            ends = profile_range(self.kernel.profile, facts)
            return None if ends is None else Num.of_ball(abs(ends[0]).max(abs(ends[1])) * absolute / 2)
        return Num.of_ball((facts.a_0 * self.mean[0] + (facts.value_at_one - facts.a_0) * absolute) / 2)

    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """Return what was asked of the profile."""
        return profile_hypotheses(self.facts)

    # ---------------------------------------------------------------- proofs

    def proof(self, method: str, data: Mapping[str, Any], collapse: str) -> Proof | None:
        """Return the proof of one claim about both views, None where the independent checker does not accept it."""
        proof = Proof("T5", method, dict(data), {"graph_laws": collapse, "all_laws": collapse})
        sealed, _ = proof.seal(self.kernel.normal_form())
        return None if sealed is None else replace(proof, accepted=sealed)

    def direction_proof(self) -> Proof | None:
        """Return the proof that L is not positive semidefinite, from bounds on cells."""
        found = self.cells
        if not isinstance(found, NegativeForm):
            return None
        data: dict[str, Any] = {"cells": found.bounds.per_axis}
        if found.block is not None:
            data["block"] = found.block
        else:
            assert found.direction is not None
            data["v"] = [str(x) for x in found.direction]
        return self.proof("direction", data, "none")

    def minorant_proof(self, method: str, collapse: str) -> Proof | None:
        """Return the proof that L is positive semidefinite from a minorant on cells, or that k >= 0 (method "sign")."""
        found = self.cells
        if not isinstance(found, MinorantPsd):
            return None
        if method == "sign":
            return self.proof("sign", {"cells": found.bounds.per_axis}, collapse)
        rows = [[str(x) for x in row] for row in found.bounds.lower]
        return self.proof(
            "laplacian",
            {"cells": found.bounds.per_axis, "minorant": rows, "psd": found.psd.to_data()},
            collapse,
        )

    def unique(self, found: MinorantPsd) -> bool:
        """Return whether ker L_k holds constants alone (on labels where the density is positive).

        <v, L_k v> = <v, L_m v> + 1/2 ∬ (k rho rho' - m)(v - v')^2: a null vector of L_m is one of L_k only
        if it is constant across cells a, b where k > 0 and m_ab <= 0 (a density that vanishes at an end has
        m = 0 on the last cell).
        """
        labels = self.kernel.labels
        if found.unique or not isinstance(labels, Interval) or labels.density is None:
            return found.unique
        strict = [x > 0 for x in found.laplacian.degrees]
        bare = bound_on_cells(self.formula, labels, found.bounds.per_axis)
        if bare is None or not any(strict):
            return False
        links = [(a, b) for a in range(bare.size) for b in range(a) if bare.lower[a][b] > 0 >= found.bounds.lower[a][b]]
        if not all(
            strict[a] or any(a in link and (strict[link[0]] or strict[link[1]]) for link in links)
            for a in range(bare.size)
        ):
            return False
        basis = found.psd.null.basis
        rows = [[flint.fmpq((v[a] - v[b]).numerator, (v[a] - v[b]).denominator) for v in basis] for a, b in links]
        return bool(rows) and flint.fmpq_mat(rows).rank() == len(basis) - 1

    # ---------------------------------------------------------------- outcomes

    def collapse_outcome(
        self,
        collapse: str,
        rung: Status,
        reason: str,
        proof: Proof | None,
        extra: tuple[Hypothesis, ...] = (),
    ) -> Outcome:
        """Return the outcome in which collapsed laws are maximisers, in both views."""
        view = maximised_by_collapse(collapse, rung, self.collapsed, reason)
        return Outcome(view, view, (*self.hypotheses(), *extra), proof)

    def spread_outcome(
        self,
        rung: Status,
        reason: str,
        proof: Proof | None,
        extra: tuple[Hypothesis, ...] = (),
        *,
        bound: Num | None = None,
        witness: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Return the outcome in which no maximiser collapses, with the best explicit law in hand.

        P_rho is compact and E continuous on it for a continuous profile, so that a maximiser exists there. Labels are
        nonatomic: what spread slices reach, graph laws reach as nearly as one likes (T1), and one energy is the best
        known in both views.
        """
        winding = self.best_winding()
        energy = Energy(self.collapsed, None, self.trivial_bound if bound is None else bound)
        if winding is not None:
            energy = replace(energy, best=winding.num())
            witness = {**(witness or {}), **self.winding_witness(winding)}
        elif (self.symbol is None or self.symbol.psd is not False) and self.step_energy is not None:
            energy = replace(energy, best=self.step_energy)
            witness = self._step_witness()
        centred = self._centred_beats(winding)
        if centred is not None:
            energy = replace(energy, best=centred)
            witness = {**{k: v for k, v in (witness or {}).items() if k != "m"}, **self._centred_witness(centred)}
        rotation = self.rotation if energy.best is None else None
        if rotation is not None:
            witness = {**(witness or {}), **rotation.witness}
            if rotation.energies is not None:
                best = rotation.energies.best
                energy = Energy(rotation.energies.collapsed, best, _digits_beside(energy.bound, best))
        graph = View(Collapse.NONE, None, rung, energy, reason)
        slices = replace(graph, attained=True if self.facts.continuous else None)
        return Outcome(graph, slices, (*self.hypotheses(), *extra), proof, witness)

    def _centred_beats(self, winding: Winding | None) -> Num | None:
        """Return the energy of uniform slices if it certainly exceeds those of the other laws in hand."""
        if self.mean is None or self.facts.a_0 is None:
            return None
        centred = self.facts.a_0 * self.mean[0] / 2
        collapsed = self.facts.value_at_one * self.mean[0] / 2
        beats = centred > collapsed and (winding is None or centred > winding.energy)
        return self.centred if beats else None

    def _centred_witness(self, centred: Num) -> dict[str, Any]:
        """Return the law of uniform slices, with both energies."""
        return {
            "law": "every slice uniform on the sphere (graph laws come as near as one likes, T1)",
            "energy": centred.to_json(),
            "collapsed": None if self.collapsed is None else self.collapsed.to_json(),
        }

    def _step_witness(self) -> dict[str, Any]:
        """Return the law constant on cells, with both energies."""
        assert self.step is not None
        energies = (("energy", self.step_energy), ("collapsed", self.collapsed))
        numbers = {name: None if num is None else num.to_json() for name, num in energies}
        return {**self.step.to_data(), "surplus": self.step.surplus.str(8), **numbers}

    def winding_witness(self, winding: Winding) -> dict[str, Any]:
        """Return the winding law as a witness, with both energies."""
        energy = winding.num()
        return {
            "law": "x = (cos m.xi, sin m.xi, 0, ..)",
            "m": winding.m[0] if len(winding.m) == 1 else list(winding.m),
            "energy": None if energy is None else energy.to_json(),
            "collapsed": None if self.collapsed is None else self.collapsed.to_json(),
        }

    def open_outcome(self, reason: str, step: str, extra: tuple[Hypothesis, ...] = ()) -> Outcome:
        """Return the outcome in which collapse maximises but its uniqueness is open."""
        view = replace(View.unknown(reason, Energy(self.collapsed, self.collapsed, self.collapsed)), attained=True)
        return Outcome(view, view, (*self.hypotheses(), *extra), next_step=step)


def _digits_beside(bound: Num | None, best: Num) -> Num | None:
    """Write a bound in closed form with as many digits as the energy below it."""
    if bound is None or bound.exact is None or len(best.value) <= len(bound.value):
        return bound
    digits = len(best.value)
    with flint.ctx.workprec(4 * digits):
        return Num.of_ball(parse_formula(bound.exact).enclose({}), bound.exact, digits=digits)
