"""The pages of the site and their blocks of code, read as Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
_DIRECTIVE = re.compile(r"\{code-block\} (\w+)")
_CAPTION = re.compile(r":caption: (\S+)\n+")


@dataclass(frozen=True)
class Block:
    """A block of code: its language, the file that it is (by its caption) or "", its text."""

    language: str
    file: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page in their order; directives that are no code are left out."""
    found = []
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        if token.type != "fence":
            continue
        directive, caption = _DIRECTIVE.fullmatch(token.info), _CAPTION.match(token.content)
        if directive:
            text = token.content[caption.end() :] if caption else token.content
            found.append(Block(directive[1], caption[1] if caption else "", text))
        elif not token.info.startswith("{"):
            found.append(Block(token.info, "", token.content))
    return found


def commands(block: Block) -> list[tuple[str, list[str]]]:
    """Return the commands of a console block, each with the lines that are shown of its output."""
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.startswith("> "):
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", found[-1][1])
        else:
            found[-1][1].append(line)
    return found
