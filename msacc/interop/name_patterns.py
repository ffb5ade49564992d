"""Maps of names that are read from left to right and back: lines of templates.

`features.{n}.conv.(0|1) <-> features.{n+2}.layers.(3|4)`: {n} is a number, and the k-th choice of one side is the
k-th of the other. A template stands for the first pieces of a name, the rest stays; the first line that fits counts.
`attn.qkv[(1/3|2/3|3/3)] <-> attn.(q|k|v)`: a tensor on one side that is several, joined along the first axis, on the
other; `conv[(:256|256:)]` where they are not of one size. `- <-> attn.mask`: what the other side does not have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

import torch

_TOKEN = re.compile(r"\{(\w+)([+-]\d+)?\}|\(([^()]*)\)")
_PARTS = re.compile(r"\[\(((?:(?:\d+/\d+|\d*:\d*)\|?)+)\)\]$")
_PART = re.compile(r"\[(\d+/\d+|\d*:\d*)\]")
_NOTHING = "-"


class _Side(NamedTuple):
    """A template as it is looked for, and the tokens from which it is written; `parts` of a tensor that it names."""

    template: str
    pattern: re.Pattern[str]
    tokens: list[str | tuple[str, int] | list[str]]
    numbers: dict[str, int]
    whole: re.Pattern[str] | None
    parts: list[str]


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
    pattern += re.escape(template[at:])
    parts = _PARTS.search(template)
    whole = None if parts is None else _side(template[: parts.start()]).pattern
    names = [] if parts is None else _checked_parts(parts[1].split("|"))
    compiled = re.compile(pattern + r"(?=\.|$)")
    return _Side(template, compiled, tokens, numbers, whole, names)


def _checked_parts(parts: list[str]) -> list[str]:
    """ValueError where one part does not begin where the one before it ends."""
    ends = [_ends(part) for part in parts]
    if [start for start, _ in ends] + [None] != [0, *(stop for _, stop in ends)]:
        raise ValueError(f"the parts {'|'.join(parts)} should follow each other up to the end")
    return parts


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


class TwoWays:
    """The map that `left <-> right` lines tell, from left to right, or back. ValueError for other lines."""

    def __init__(self, lines: list[str], reverse: bool = False):
        self._pairs = [_pair(line) for line in lines]
        if reverse:
            self._pairs = [(right, left) for left, right in self._pairs]

    def __call__(self, name: str) -> str | None:
        """The other side's name; None for what it does not have."""
        for source, target in self._pairs:
            if source.template == _NOTHING:
                continue
            if target.template == _NOTHING:
                if source.pattern.match(name):
                    return None
            elif (new := _rewritten(name, source, target)) is not None:
                return new
        return name

    def is_alone(self, name: str) -> bool:
        """Whether the target has the name and the source has nothing for it."""
        alone = (target for source, target in self._pairs if source.template == _NOTHING)
        return any(target.pattern.match(name) for target in alone)

    def split(
        self, tensors: Mapping[str, torch.Tensor], target: bool = False
    ) -> dict[str, torch.Tensor]:
        """The tensors of the source (or target) side, those that the other side has in parts cut into these."""
        sides = [pair[target] for pair in self._pairs if pair[target].whole is not None]
        result = {}
        for name, t in tensors.items():
            side, end = next(
                ((s, m.end()) for s in sides if s.whole and (m := s.whole.match(name))), (None, 0)
            )
            cut = None if side is None or not t.ndim else _cut(t, side.parts)
            if cut is None:
                result[name] = t
                continue
            for part, value in cut.items():
                result[f"{name[:end]}[{part}]{name[end:]}"] = value
        return result


def _ends(part: str) -> tuple[int, int | None]:
    """Where `2/3` begins and ends, counted in parts, or `:256` in rows; None for the tensor's end."""
    if "/" in part:
        number, count = (int(text) for text in part.split("/"))
        return number - 1, None if number == count else number
    start, stop = part.split(":")
    return int(start or 0), int(stop) if stop else None


def _cut(t: torch.Tensor, parts: list[str]) -> dict[str, torch.Tensor] | None:
    """The parts of a tensor along its first axis; None where it has no such parts."""
    if "/" in parts[0]:
        values = None if t.shape[0] % len(parts) else t.chunk(len(parts))
    else:
        starts = [_ends(part)[0] for part in parts]
        values = None if starts[-1] >= t.shape[0] else t.tensor_split(starts[1:])
    return None if values is None else dict(zip(parts, values, strict=True))


def joined(tensors: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The tensors with those of names like `qkv[1/3].weight` put together. ValueError where a part is missing."""
    result: dict[str, torch.Tensor] = {}
    parts: dict[str, dict[int, tuple[int | None, str]]] = {}
    for name, t in tensors.items():
        found = _PART.search(name)
        if found is None:
            result[name] = t
            continue
        start, stop = _ends(found[1])
        whole = without_part(name)
        parts.setdefault(whole, {})[start] = stop, name
        result[whole] = t
    for whole, found_parts in parts.items():
        result[whole] = torch.cat(
            [tensors[name] for name in _one_behind_another(whole, found_parts)]
        )
    return result


def _one_behind_another(whole: str, parts: dict[int, tuple[int | None, str]]) -> list[str]:
    """The names of the parts, which are given by where they begin, up to the end."""
    names: list[str] = []
    at: int | None = 0
    while at is not None:
        if at not in parts:
            given = ", ".join(name for _, name in parts.values())
            raise ValueError(f"{whole} is in parts, and of these there is only {given}")
        at, name = parts[at]
        names.append(name)
    return names


def without_part(name: str) -> str:
    """The name of the whole tensor: `qkv.weight` for `qkv[1/3].weight`."""
    return _PART.sub("", name)


def _pair(line: str) -> tuple[_Side, _Side]:
    left, arrow, right = (part.strip() for part in line.partition("<->"))
    if not (left and arrow and right):
        raise ValueError(f"{line!r} should be 'names <-> names'")
    sides = _side(left), _side(right)
    shapes = [[len(t) for t in side.tokens if isinstance(t, list)] for side in sides]
    alike = shapes[0] == shapes[1] and sides[0].numbers.keys() == sides[1].numbers.keys()
    if _NOTHING not in (left, right) and not alike:
        raise ValueError(f"{line!r}: both sides should have the same numbers and as many choices")
    return sides


def numbered_through(blocks: tuple[int, ...], stage: int, first: int, line: str) -> str:
    """Lines for blocks by stage, from `stage` on, that the other side numbers through from `first`."""
    lines = []
    for at, count in enumerate(blocks, stage):
        here = "|".join(str(n) for n in range(count))
        there = "|".join(str(first + n) for n in range(count))
        filled = line.replace("{stage}", str(at)).replace("{block}", f"({here})")
        lines.append(filled.replace("{number}", f"({there})"))
        first += count
    return "\n".join(lines)
