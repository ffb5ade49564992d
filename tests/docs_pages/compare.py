"""Whether two texts say the same: words as they stand, figures up to a tolerance."""

from __future__ import annotations

import math
import re

TOLERANCE = 1e-3
_NUMBER = re.compile(r"[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\b(?:inf|nan)\b)")
# Long arrays are shortened with commas around the dots or without (docs/differences.md).
_DOTS = re.compile(r",?\s*\.\.\.,?")
# What differs from run to run on one side alone: addresses, and durations with their unit.
_CHANGING = (
    (re.compile(r"0x[0-9a-fA-F]{6,}"), "ADDRESS"),
    (re.compile(r"\d[\d.]*(?:e[-+]\d+)? ?(?:ms|us|s|seconds)\b(?:/\w+)?"), "DURATION"),
)


def difference(expected: str, got: str, ignored: tuple[str, ...] = ()) -> str:
    """Nothing where they agree; otherwise the first place at which they part. `ignored`: patterns that are left out."""
    a, b = _pieces(expected, ignored), _pieces(got, ignored)
    for place, (one, other) in enumerate(zip(a, b, strict=False)):
        if not _same(one, other):
            return f"{_around(a, place)} / {_around(b, place)}"
    if len(a) != len(b):
        shorter = min(len(a), len(b))
        return f"{_around(a, shorter)} / {_around(b, shorter)}"
    return ""


def figures(text: str, ignored: tuple[str, ...] = ()) -> int:
    """How many numbers are compared."""
    return sum(_NUMBER.fullmatch(piece) is not None for piece in _pieces(text, ignored))


def _pieces(text: str, ignored: tuple[str, ...]) -> list[str]:
    """Numbers and what stands between them, without blanks: figures of another width move them."""
    for pattern in ignored:
        text = re.sub(pattern, "", text, flags=re.MULTILINE)
    text = _DOTS.sub(" ...", text)
    for changing, word in _CHANGING:
        text = changing.sub(word, text)
    pieces, end = [], 0
    for found in _NUMBER.finditer(text):
        pieces += [_without_blanks(text[end : found.start()]), found.group()]
        end = found.end()
    pieces.append(_without_blanks(text[end:]))
    return [piece for piece in pieces if piece]


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _same(one: str, other: str) -> bool:
    if one == other:
        return True
    if not (_NUMBER.fullmatch(one) and _NUMBER.fullmatch(other)):
        return False
    if not (_is_float(one) or _is_float(other)):
        return False
    return math.isclose(float(one), float(other), rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def _is_float(text: str) -> bool:
    return any(mark in text for mark in ".eEn")


def _around(pieces: list[str], place: int) -> str:
    return " ".join(pieces[max(0, place - 3) : place + 4]) or "nothing"
