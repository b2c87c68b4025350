"""References as links: what a line of references names by DOI, arXiv number or address can be followed."""

from __future__ import annotations

import re

__all__ = ["linked"]

_NAMED = re.compile(
    r"doi:(?P<doi>10\.\d{4,9}/[^\s,;]+[^\s,;.])|arXiv:(?P<arxiv>\d{4}\.\d{4,5})|https://[^\s,;]+[^\s,;.]"
)


def linked(reference: str) -> list[tuple[str, str | None]]:
    """Split a reference into pieces, each with the address that it stands for, or None.

    Parameters
    ----------
    reference : str
        A line of text; ``doi:10...``, ``arXiv:2405.18273`` and ``https://...`` in it become links.

    Returns
    -------
    list of (str, str or None)
        The pieces in their order; joined they are the line.

    Examples
    --------
    >>> linked("Adams (1960), doi:10.2307/1970147")
    [('Adams (1960), ', None), ('doi:10.2307/1970147', 'https://doi.org/10.2307/1970147')]
    """
    pieces: list[tuple[str, str | None]] = []
    end = 0
    for match in _NAMED.finditer(reference):
        if match.start() > end:
            pieces.append((reference[end : match.start()], None))
        if match["doi"]:
            address = f"https://doi.org/{match['doi']}"
        else:
            address = f"https://arxiv.org/abs/{match['arxiv']}" if match["arxiv"] else match[0]
        pieces.append((match[0], address))
        end = match.end()
    if end < len(reference):
        pieces.append((reference[end:], None))
    return pieces
