"""Unicode character classes (whitespace, categories, scripts) and case folding.

Scripts (of Unicode 15.1) are a table here, the rest is `regex` and Python's `unicodedata`. Each code point
of the first plane was compared with MindSpore's ICU: those of its Unicode agree in whitespace, scripts,
normal forms, case folding and the delimiters of BasicTokenizer.
"""

from __future__ import annotations

import functools
import unicodedata
from bisect import bisect_right
from pathlib import Path

import regex

# Not `str.isspace`, which adds U+001C to U+001F.
is_whitespace = regex.compile(r"\s").match
# Characters without a shape of their own.
_IGNORABLE = regex.compile(r"\p{Default_Ignorable_Code_Point}")


@functools.cache
def _scripts() -> tuple[list[int], list[str]]:
    """Returns the starts of the ranges, and the script of each."""
    rows = []
    lines = Path(__file__).with_name("scripts.txt").read_text().splitlines()
    for name, _, parts in (line.partition(":") for line in lines if line[0] != "#"):
        pairs = (part.partition("-") for part in parts.split())
        rows += [(int(a, 16), int(b or a, 16), name) for a, _, b in pairs]
    starts, names = [0], [""]
    for first, last, name in sorted(rows):
        if starts[-1] == first:
            names[-1] = name
        else:
            starts.append(first)
            names.append(name)
        starts.append(last + 1)
        names.append("")
    return starts, names


@functools.lru_cache(maxsize=1 << 16)
def script(char: str) -> str:
    """Returns the script of a character ("Latin", "Han", "Common"), "" if Unicode 15.1 has none."""
    starts, names = _scripts()
    return names[bisect_right(starts, ord(char)) - 1]


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
