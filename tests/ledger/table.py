"""The ledger's files: lines `callable: argument argument …`, sorted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
EXERCISED = HERE / "exercised.txt"
USED_IN_PUBLIC = HERE / "used_in_public.txt"

Arguments = dict[str, set[str]]


def read(path: Path) -> Arguments:
    lines = (line.partition(": ") for line in path.read_text().splitlines())
    return {name: set(words.split()) for name, _, words in lines}


def write(path: Path, found: Mapping[str, set[str]]) -> None:
    lines = [
        f"{name}: {' '.join(sorted(words))}\n" for name, words in sorted(found.items()) if words
    ]
    path.write_text("".join(lines))


def minus(found: Mapping[str, set[str]], taken: Mapping[str, set[str]]) -> Arguments:
    """What is in the first table and not in the second."""
    left = {name: words - taken.get(name, set()) for name, words in found.items()}
    return {name: words for name, words in left.items() if words}


def plus(*tables: Mapping[str, set[str]]) -> Arguments:
    joined: Arguments = {}
    for table in tables:
        for name, words in table.items():
            joined.setdefault(name, set()).update(words)
    return joined


def count(found: Mapping[str, set[str]]) -> int:
    return sum(map(len, found.values()))
