"""Unicode character classes (whitespace, categories, scripts) and case folding.

Whitespace, scripts (of Unicode 15.1) and ignorable characters are tables here, the rest is Python's
`unicodedata`. Each code point of the first plane was compared with MindSpore's ICU: all agree in
whitespace, scripts, normal forms, case folding and the delimiters of BasicTokenizer; characters that
are newer than Python's Unicode have no category yet.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path

# The characters of Unicode's White_Space; `str.isspace` adds U+001C to U+001F.
WHITESPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
is_whitespace = re.compile(f"[{WHITESPACE}]").match
# Default_Ignorable_Code_Point: characters without a shape of their own.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)


# Ranges with assigned characters, and ranges of unassigned and private ones.
_SCANNED = (range(0x40000), range(0xE0000, 0xE1000))
_EMPTY = [(0x40000, 0xDFFFF), (0xE1000, 0xEFFFF), (0xFFFFE, 0xFFFFF), (0x10FFFE, 0x10FFFF)]
_PRIVATE = [(0xF0000, 0xFFFFD), (0x100000, 0x10FFFD)]


def ranges(pairs: Iterable[tuple[int, int]]) -> str:
    """Returns ranges of code points as the inside of a regular expression's set; adjacent ones are merged."""
    out: list[list[int]] = []
    for first, last in sorted(pairs):
        if out and out[-1][1] == first - 1:
            out[-1][1] = last
        else:
            out.append([first, last])
    return "".join(f"\\U{a:08x}" if a == b else f"\\U{a:08x}-\\U{b:08x}" for a, b in out)


@functools.cache
def _categories() -> dict[str, list[tuple[int, int]]]:
    table = {"Cn": list(_EMPTY), "Co": list(_PRIVATE)}
    for codes in _SCANNED:
        first = codes.start
        for kind, run in itertools.groupby(map(unicodedata.category, map(chr, codes))):
            last = first + sum(1 for _ in run) - 1
            table.setdefault(kind, []).append((first, last))
            first = last + 1
    return table


@functools.cache
def category(name: str) -> str | None:
    """Returns the set of a general category ("Lu") or a group of them ("L"), None if there is none."""
    kinds = [pairs for kind, pairs in _categories().items() if kind.startswith(name)]
    return ranges(pair for pairs in kinds for pair in pairs) if kinds else None


@functools.cache
def _scripts() -> tuple[list[int], list[str], dict[str, list[tuple[int, int]]]]:
    """Returns the starts of the ranges, the script of each, and the ranges of each script."""
    table: dict[str, list[tuple[int, int]]] = {}
    lines = Path(__file__).with_name("scripts.txt").read_text().splitlines()
    for name, _, parts in (line.partition(":") for line in lines if line[0] != "#"):
        pairs = (part.partition("-") for part in parts.split())
        table[name] = [(int(a, 16), int(b or a, 16)) for a, _, b in pairs]
    rows = sorted((a, b, name) for name, pairs in table.items() for a, b in pairs)
    starts, names = [0], [""]
    for first, last, name in rows:
        if starts[-1] == first:
            names[-1] = name
        else:
            starts.append(first)
            names.append(name)
        starts.append(last + 1)
        names.append("")
    return starts, names, table


@functools.lru_cache(maxsize=1 << 16)
def script(char: str) -> str:
    """Returns the script of a character ("Latin", "Han", "Common"), "" if Unicode 15.1 has none."""
    starts, names, _ = _scripts()
    return names[bisect_right(starts, ord(char)) - 1]


def script_set(name: str) -> str | None:
    """Returns the set of a script, None if there is none of that name."""
    normalized = name.lower().replace("_", "").replace(" ", "")
    for script_name, pairs in _scripts()[2].items():
        if script_name.lower().replace("_", "").replace(" ", "") == normalized:
            return ranges(pairs)
    return None


def fold_case(text: str) -> str:
    """Applies Unicode's NFKC_Casefold: lower case, unified compatible forms, no ignorable characters."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", "".join(map(_fold_char, text)))


@functools.lru_cache(maxsize=1 << 16)
def _fold_char(char: str) -> str:
    for _ in range(2):
        char = _IGNORABLE.sub("", unicodedata.normalize("NFKC", char)).casefold()
    return unicodedata.normalize("NFKC", char)
