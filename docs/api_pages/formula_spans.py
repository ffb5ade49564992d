"""Formulas that stand in a sentence without backquotes: `p -= lr * v` between words.

Found are operands with signs between them: names, numbers, calls, what is in brackets. Words alone are never next to a
sign with blanks around it, so prose is left as it is; `formulas` then reads what was found, or refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs.api_pages.formulas import mathml

_INSIDE = r"[^()`]|`\w+`"
_BRACKETS = rf"\((?:{_INSIDE})*\)"
for _ in range(3):  # brackets in brackets
    _BRACKETS = rf"\((?:{_INSIDE}|{_BRACKETS})*\)"
_NAME = r"(?:[^\W\d]\w*|`\w+`)"
_PLAIN = rf"-?(?:{_NAME}(?:{_BRACKETS})?|\d+(?:\.\d+)?(?:e-?\d+)?|{_BRACKETS})"
_OPERAND = rf"{_PLAIN}(?:\.T\b|²|³|\^-?(?:\w+|{_BRACKETS}))*(?:/\w+{_BRACKETS})?"
_SIGN = r" (?:[-+*]=|[-+*/@=]) "
_SPAN = re.compile(rf"(?<![\w.`]){_OPERAND}(?:{_SIGN}{_OPERAND})*(?![\w`(\[])")
_WORDS = re.compile(
    r"\b(?:an?|the|its|their|what|which|all|this|that|each|one|at|in|on|to|by|if|as|of|or|and|is|not|from)\b"
)
_GOES_ON = re.compile(r" (?:[-+*]=|[-+*/@=^]) |\^")
_CAME_FROM = re.compile(r"(?: (?:[-+*]=|[-+*/@=^]) |\^)$")


def pieces(text: str) -> Iterator[tuple[str, str | None]]:
    """A text in pieces, each with its formula as MathML, or None where it is prose."""
    done = 0
    for start, end, formula in _found(text):
        yield text[done:start], None
        yield text[start:end], formula
        done = end
    yield text[done:], None


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    while span := _SPAN.search(text, at):
        before = text[max(0, span.start() - 4) : span.start()]
        whole = (
            bool(re.search(_SIGN, span[0]))
            and not _GOES_ON.match(text, span.end())
            and not _CAME_FROM.search(before)
        )
        formula = mathml(span[0].replace("`", "")) if whole and not _is_prose(span[0]) else None
        if formula:
            yield span.start(), span.end(), formula
            at = span.end()
        else:
            at = span.start() + 1


def _is_prose(text: str) -> bool:
    """Whether it has a word of a sentence where an operand should be."""
    return bool(_WORDS.search(re.sub(r"`\w+`", "", text)))
