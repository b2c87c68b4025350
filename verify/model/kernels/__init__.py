"""The families of interaction kernels: factor, gauge, connection, additive, expression, matrix."""

from __future__ import annotations

from verify.model.kernels.additive import AdditiveKernel
from verify.model.kernels.base import Kernel
from verify.model.kernels.connection import ConnectionKernel
from verify.model.kernels.expression import ExpressionKernel
from verify.model.kernels.factor import FactorKernel
from verify.model.kernels.gauge import Frequencies, GaugeFormula, GaugeKernel, GaugeTable
from verify.model.kernels.matrix import MatrixKernel
from verify.model.kernels.read import FAMILIES, read_kernel

__all__ = [
    "FAMILIES",
    "AdditiveKernel",
    "ConnectionKernel",
    "ExpressionKernel",
    "FactorKernel",
    "Frequencies",
    "GaugeFormula",
    "GaugeKernel",
    "GaugeTable",
    "Kernel",
    "MatrixKernel",
    "read_kernel",
]
