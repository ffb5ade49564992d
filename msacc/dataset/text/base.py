"""Bases of the text transforms, and the readings of their inputs and arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.transforms.transforms import TensorOperation

Span = tuple[str, int, int]


class TextTensorOperation(TensorOperation):
    """Base of text transforms: arrays of `str`; bytes and numbers are a RuntimeError."""

    # Ranks of a sample that the transform takes; None for any.
    ranks: tuple[int, ...] | None = None

    def check(self, x: Any, rank: int) -> None:
        """RuntimeError unless `x` holds strings and a sample has a rank that the transform takes."""
        name = type(self).__name__
        kind = getattr(getattr(x, "dtype", None), "kind", None)
        if kind != "U":
            what = x.dtype if kind else type(x).__name__
            hint = "; text.to_str makes strings of bytes" if kind == "S" else ""
            raise RuntimeError(f"{name}: input should be of type string, but got {what}{hint}.")
        if self.ranks is not None and rank not in self.ranks:
            raise RuntimeError(
                f"{name}: the rank of the input should be one of {list(self.ranks)}, got {rank}."
            )


class Tokenizer(TextTensorOperation):
    """Base of tokenizers: one string to its tokens, perhaps with their places in UTF-8 bytes.

    The tokens are an array (n,) of str; `with_offsets` adds where each starts and ends, uint32
    (n,). A string without tokens gives one empty token.
    """

    ranks: tuple[int, ...] | None = (0,)
    with_offsets = False

    def normalized(self, text: str) -> str:
        """The string that is split, in which the places are counted."""
        return text

    def spans(self, text: str) -> list[Span]:
        """The tokens of one normalized string with their places in characters."""
        raise NotImplementedError

    def sample(self, x: np.ndarray) -> Any:
        self.check(x, x.ndim)
        return self._packed(*self._found(x.item()))

    def _found(self, text: str) -> tuple[list[str], list[int], list[int]]:
        text = self.normalized(text)
        spans = self.spans(text)
        if not self.with_offsets:
            return [token for token, _, _ in spans], [], []
        place = byte_places(text)
        starts = [place[start] for _, start, _ in spans]
        return [token for token, _, _ in spans], starts, [place[stop] for _, _, stop in spans]

    def _packed(self, tokens: list[str], starts: list[int], stops: list[int]) -> Any:
        words = np.array(tokens or [""])
        if not self.with_offsets:
            return words
        return words, np.array(starts or [0], np.uint32), np.array(stops or [0], np.uint32)


class StringMap(TextTensorOperation):
    """Base of transforms of single strings, on arrays of any shape."""

    def one(self, text: str) -> str:
        """The transform of one string."""
        raise NotImplementedError

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check(xs, xs.ndim - 1)
        return np.array([self.one(text) for text in xs.ravel().tolist()], str).reshape(xs.shape)

    def sample(self, x: np.ndarray) -> np.ndarray:
        self.check(x, x.ndim)
        return self.block(x[None])[0, ...]


def byte_places(text: str) -> Sequence[int]:
    """Where each character (and the end) lies in the UTF-8 form of `text`."""
    if text.isascii():
        return range(len(text) + 1)
    codes = np.array([ord(c) for c in text])
    widths = 1 + (codes > 0x7F) + (codes > 0x7FF) + (codes > 0xFFFF)
    return [0, *np.cumsum(widths).tolist()]


def split_on(text: str, cut: Callable[[str], Any]) -> list[Span]:
    """Pieces of `text` whose characters have the same `cut(character)`."""
    spans, start, last = [], 0, None
    for i, char in enumerate(text):
        key = cut(char)
        if i and key != last:
            spans.append((text[start:i], start, i))
            start = i
        last = key
    return [*spans, (text[start:], start, len(text))] if text else []


def split_at(text: str, pattern: re.Pattern[str], keep: Callable[[str], Any]) -> list[Span]:
    """What lies between the matches of `pattern`, and the matches that `keep` takes."""
    spans, last = [], 0
    for found in pattern.finditer(text):
        start, stop = found.span()
        if start > last:
            spans.append((text[last:start], last, start))
        if stop > start and keep(found[0]):
            spans.append((found[0], start, stop))
        last = stop
    return [*spans, (text[last:], last, len(text))] if last < len(text) else spans


def flag(value: Any, name: str) -> bool:
    """A bool, or TypeError."""
    if not isinstance(value, bool):
        raise check.told(
            TypeError, f"Wrong input type for {name}, should be boolean.", f"Got {value!r}."
        )
    return value


def string(value: Any, name: str) -> str:
    """A str, or TypeError."""
    if not isinstance(value, str):
        raise check.told(
            TypeError, f"Wrong input type for {name}, should be string.", f"Got {value!r}."
        )
    return value
