"""Hypothesis strategies for label laws, profiles, vectors and kernels with known answers.

Overview
--------
Kernels, label laws and profiles are drawn as kernel files write them, so that a counterexample is printed as a file
that `verify kernel` reads. Where the answer is known by construction it stands in the field "expect".
"""

from __future__ import annotations

from verify.testing.strategies.configs import alibi_configs, model_configs, rope_configs
from verify.testing.strategies.gauges import connection_kernels, gauge_kernels, prefix_kernels, rope_kernels
from verify.testing.strategies.kernels import (
    additive_kernels,
    expression_kernels,
    factor_kernels,
    float_kernels,
    kernels,
    matrix_kernels,
    positive_factor_kernels,
    symmetric_tables,
)
from verify.testing.strategies.labels import atoms, continua, finite_label_laws, label_laws
from verify.testing.strategies.laplacians import (
    borderline_laplacians,
    indefinite_laplacians,
    psd_laplacians,
    signed_laplacians,
)
from verify.testing.strategies.numbers import positive_rationals, rationals, weights
from verify.testing.strategies.profiles import (
    exponential_profiles,
    nonnegative_profiles,
    profiles_with_a_negative_degree,
)
from verify.testing.strategies.targets import line_targets, orbit_targets, sphere_targets
from verify.testing.strategies.vectors import (
    clouds,
    orthogonal_matrices,
    orthogonal_tables,
    pairs_of_unit_vectors,
    rational_unit_vectors,
    unit_vectors,
)

__all__ = [
    "additive_kernels",
    "alibi_configs",
    "atoms",
    "borderline_laplacians",
    "clouds",
    "connection_kernels",
    "continua",
    "exponential_profiles",
    "expression_kernels",
    "factor_kernels",
    "finite_label_laws",
    "float_kernels",
    "gauge_kernels",
    "indefinite_laplacians",
    "kernels",
    "label_laws",
    "line_targets",
    "matrix_kernels",
    "model_configs",
    "nonnegative_profiles",
    "orbit_targets",
    "orthogonal_matrices",
    "orthogonal_tables",
    "pairs_of_unit_vectors",
    "positive_factor_kernels",
    "positive_rationals",
    "prefix_kernels",
    "profiles_with_a_negative_degree",
    "psd_laplacians",
    "rational_unit_vectors",
    "rationals",
    "rope_configs",
    "rope_kernels",
    "signed_laplacians",
    "sphere_targets",
    "symmetric_tables",
    "unit_vectors",
    "weights",
]
