"""Maps of names that are read from left to right and back: lines of templates.

`features.{n}.conv.(0|1) <-> features.{n+2}.layers.(3|4)`: {n} is a number, and the k-th choice of one side is the
k-th of the other. A template stands for the first pieces of a name, the rest stays; the first line that fits counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

_TOKEN = re.compile(r"\{(\w+)([+-]\d+)?\}|\(([^()]*)\)")


class _Side(NamedTuple):
    """A template as it is looked for, and the tokens from which it is written."""

    pattern: re.Pattern[str]
    tokens: list[str | tuple[str, int] | list[str]]
    numbers: dict[str, int]


def _side(template: str) -> _Side:
    tokens: list[str | tuple[str, int] | list[str]] = []
    numbers: dict[str, int] = {}
    pattern, at, choices = "", 0, 0
    for match in _TOKEN.finditer(template):
        tokens.append(template[at : match.start()])
        pattern += re.escape(template[at : match.start()])
        at = match.end()
        if match[3] is not None:
            pattern += f"(?P<choice{choices}>{'|'.join(re.escape(c) for c in match[3].split('|'))})"
            tokens.append(match[3].split("|"))
            choices += 1
            continue
        name, shift = match[1], int(match[2] or 0)
        tokens.append((name, shift))
        pattern += f"(?P={name})" if name in numbers else rf"(?P<{name}>\d+)"
        numbers.setdefault(name, shift)
    tokens.append(template[at:])
    return _Side(re.compile(pattern + re.escape(template[at:]) + r"(?=\.|$)"), tokens, numbers)


def _rewritten(name: str, source: _Side, target: _Side) -> str | None:
    match = source.pattern.match(name)
    if match is None:
        return None
    old = [token for token in source.tokens if isinstance(token, list)]
    text, choices = "", 0
    for token in target.tokens:
        if isinstance(token, str):
            text += token
        elif isinstance(token, list):
            text += token[old[choices].index(match[f"choice{choices}"])]
            choices += 1
        else:
            number = int(match[token[0]]) - source.numbers[token[0]] + token[1]
            if number < 0:
                return None
            text += str(number)
    return text + name[match.end() :]


def two_ways(lines: list[str], reverse: bool = False) -> Callable[[str], str]:
    """The map that `left <-> right` lines tell, from left to right, or back. ValueError for other lines."""
    pairs = [_pair(line) for line in lines]
    if reverse:
        pairs = [(right, left) for left, right in pairs]

    def mapped(name: str) -> str:
        found = (_rewritten(name, source, target) for source, target in pairs)
        return next((new for new in found if new is not None), name)

    return mapped


def _pair(line: str) -> tuple[_Side, _Side]:
    left, arrow, right = (part.strip() for part in line.partition("<->"))
    if not (left and arrow and right):
        raise ValueError(f"{line!r} should be 'names <-> names'")
    sides = _side(left), _side(right)
    shapes = [[len(t) for t in side.tokens if isinstance(t, list)] for side in sides]
    if shapes[0] != shapes[1] or sides[0].numbers.keys() != sides[1].numbers.keys():
        raise ValueError(f"{line!r}: both sides should have the same numbers and as many choices")
    return sides
