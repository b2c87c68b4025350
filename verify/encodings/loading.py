"""Kernel files and model configurations, told apart and read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from verify.encodings.config import is_model_config, load_config
from verify.encodings.variants import ModelConfig
from verify.model.documents import read_document
from verify.model.errors import InputError
from verify.model.kernels import Kernel, read_kernel

__all__ = ["load_kernel"]


def load_kernel(
    source: str | Path | Mapping[str, Any], positions: int | None = None, *, base: Path | None = None
) -> Kernel | ModelConfig:
    """Read a kernel file or a model configuration.

    Parameters
    ----------
    source : path or mapping
        A JSON or TOML file, or its plain data.
    positions : int, optional
        For model configurations: the number of positions to judge on, in place of the configuration's own.
    base : Path, optional
        Folder that tables named in plain data are relative to.

    Returns
    -------
    Kernel or ModelConfig
        A model configuration can hold several kernels.

    Raises
    ------
    InputError
        Any fault of the file or of a value in it.

    Examples
    --------
    >>> load_kernel(
    ...     {"family": "factor", "d": 2, "profile": "t", "k": "cos(xi - zeta)", "labels": {"kind": "circle"}}
    ... ).family
    'factor'
    """
    if not isinstance(source, Mapping):
        path = Path(source)
        return load_kernel(read_document(path), positions, base=path.parent)
    if "family" not in source and is_model_config(source):
        return load_config(source, positions, base=base)
    if positions is not None:
        raise InputError(
            "positions",
            "be given for model configurations only",
            positions,
            remedy='Set "labels" in the kernel file.',
        )
    return read_kernel(source, base)
