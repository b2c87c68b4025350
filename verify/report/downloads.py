"""Certificates inside a page: each a link that saves it, as long as it is small and the page has room."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Download", "Shelf"]


@dataclass(frozen=True)
class Download:
    """A certificate as a page shows it.

    Attributes
    ----------
    uri : str
        ``data:application/json;base64,...``, or nothing where it is too large.
    file : str
        Name to save it under.
    size : int
        Bytes of its text.
    theorem, method, statement, digest, seal : str
        What is proved, about which problem, and the seal of the whole.
    """

    uri: str
    file: str
    size: int
    theorem: str
    method: str
    statement: str
    digest: str
    seal: str

    @property
    def weight(self) -> str:
        """The size in words."""
        return f"{self.size / 1e6:.1f} MB" if self.size >= 1e6 else f"{max(0.1, self.size / 1e3):.1f} kB"


@dataclass
class Shelf:
    """The room for certificates on one page.

    Parameters
    ----------
    largest : int
        Bytes of a certificate that is still put on the page.
    room : int
        Bytes that are left for all of them.

    Examples
    --------
    >>> Shelf().put({"statement": "1 = 1"}, "one").uri
    'data:application/json;base64,eyJzdGF0ZW1lbnQiOiAiMSA9IDEifQ=='
    >>> Shelf(largest=9).put({"statement": "1 = 1"}, "one").uri
    ''
    """

    largest: int = 100_000
    room: int = 2_000_000

    def put(self, certificate: Mapping[str, Any], name: str) -> Download:
        """Return the link of a certificate; a run that left its data out has left its size."""
        text = json.dumps(certificate).encode("ascii")
        size = int(certificate.get("size", len(text)))
        words = {key: str(certificate.get(key, "")) for key in ("theorem", "method", "statement", "digest", "seal")}
        uri = ""
        if "size" not in certificate and size <= min(self.largest, self.room):
            self.room -= size
            uri = f"data:application/json;base64,{base64.b64encode(text).decode('ascii')}"
        return Download(uri, f"{name}.certificate.json", size, **words)
