"""Printed texts compared: numbers within a tolerance, everything else by its words."""

from __future__ import annotations

import math
import re

TOLERANCE = 1e-3
_NUMBER = re.compile(
    # A sign may follow a number, as in 1.-0.j; a digit may not follow a word.
    r"(?:[-+]|(?<![\w.]))(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf\b|nan\b)"
)
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+")
# A class is shown with the module that holds it, which no one imports it from.
_CLASS = re.compile(r"<(?:class ')?(?:msacc|mindspore)\.(?:\w+\.)*(\w+)(?:'| object at @)>")
_DRAWN = re.compile(r"\b(?:True|False)\b")


def pieces(text: str) -> tuple[list[str], list[str]]:
    """The words of a text with `#` for each number, and the numbers."""
    text = _CLASS.sub(r"<\1>", _ADDRESS.sub("@", text)).replace("msacc.", "mindspore.")
    numbers = _NUMBER.findall(text)
    # Where blanks stand around brackets and numbers depends on the width of the widest number.
    spaced = re.sub(r"([\[\](){},=:])", r" \1 ", _NUMBER.sub(" # ", text))
    return spaced.split(), numbers


def same(recorded: str, text: str) -> bool:
    """Whether two texts agree, numbers within TOLERANCE."""
    if recorded == text:
        return True
    words, numbers = pieces(recorded)
    our_words, our_numbers = pieces(text)
    return words == our_words and all(map(_close, numbers, our_numbers))


def _close(a: str, b: str) -> bool:
    x, y = float(a), float(b)
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or math.isinf(y):
        return a.strip("+") == b.strip("+")
    return abs(x - y) <= TOLERANCE * max(1.0, abs(x))


def form(text: str) -> list[str]:
    """What stays of a text whose values are drawn at random: its words without numbers and truths."""
    return pieces(_DRAWN.sub("0", text))[0]
