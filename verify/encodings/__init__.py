"""Real position encodings as kernels: model configurations, bias tables and rotary frequencies."""

from __future__ import annotations

from verify.encodings.config import is_model_config, load_config
from verify.encodings.variants import ModelConfig, NotApplicable, Planes, Variant

__all__ = ["ModelConfig", "NotApplicable", "Planes", "Variant", "is_model_config", "load_config"]
