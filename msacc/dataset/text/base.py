"""Base classes of the text transforms, string splitting, and argument checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.transforms.transforms import TensorOperation

if TYPE_CHECKING:
    import regex

Span = tuple[str, int, int]


class TextTensorOperation(TensorOperation):
    """Base of text transforms: arrays of `str`; bytes and numbers raise RuntimeError."""

    # Supported ranks of a sample; None for any.
    ranks: tuple[int, ...] | None = None

    def check(self, x: np.ndarray, rank: int) -> None:
        """Raises RuntimeError unless `x` has strings and a sample has a supported rank."""
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
    """Base of tokenizers: one string to its tokens, optionally with their offsets in UTF-8 bytes.

    The tokens are an array (n,) of str; `with_offsets` adds start and end of each, uint32 (n,). A
    string without tokens gives one empty token.
    """

    ranks: tuple[int, ...] | None = (0,)
    with_offsets = False

    def normalized(self, text: str) -> str:
        """Returns the string that is split, which the offsets refer to."""
        return text

    def spans(self, text: str) -> list[Span]:
        """Returns the tokens of one normalized string with their offsets in characters."""
        raise NotImplementedError

    def sample(self, x: np.ndarray) -> Any:
        self.check(x, x.ndim)
        return self._msacc_to_arrays(*self._msacc_tokenize(x.item()))

    def _msacc_tokenize(self, text: str) -> tuple[list[str], list[int], list[int]]:
        text = self.normalized(text)
        spans = self.spans(text)
        if not self.with_offsets:
            return [token for token, _, _ in spans], [], []
        offset = byte_offsets(text)
        starts = [offset[start] for _, start, _ in spans]
        return [token for token, _, _ in spans], starts, [offset[stop] for _, _, stop in spans]

    def _msacc_to_arrays(self, tokens: list[str], starts: list[int], stops: list[int]) -> Any:
        words = np.array(tokens or [""])
        if not self.with_offsets:
            return words
        return words, np.array(starts or [0], np.uint32), np.array(stops or [0], np.uint32)


class StringMap(TextTensorOperation):
    """Base of transforms of single strings, on arrays of any shape."""

    def transform(self, text: str) -> str:
        """Transforms one string."""
        raise NotImplementedError

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check(xs, xs.ndim - 1)
        texts = [self.transform(text) for text in xs.ravel().tolist()]
        return np.array(texts, str).reshape(xs.shape)

    def sample(self, x: np.ndarray) -> np.ndarray:
        self.check(x, x.ndim)
        return self.block(x[None])[0, ...]


def byte_offsets(text: str) -> Sequence[int]:
    """Returns the offset of each character (and of the end) in the UTF-8 form of `text`."""
    if text.isascii():
        return range(len(text) + 1)
    codes = np.array([ord(c) for c in text])
    widths = 1 + (codes > 0x7F) + (codes > 0x7FF) + (codes > 0xFFFF)
    return [0, *np.cumsum(widths).tolist()]


def split_on(text: str, key: Callable[[str], Any]) -> list[Span]:
    """Splits `text` where `key(character)` changes."""
    spans, start, last = [], 0, None
    for i, char in enumerate(text):
        value = key(char)
        if i and value != last:
            spans.append((text[start:i], start, i))
            start = i
        last = value
    return [*spans, (text[start:], start, len(text))] if text else []


def split_at(text: str, pattern: regex.Pattern[str], keep: Callable[[str], Any]) -> list[Span]:
    """Splits at the matches of `pattern`; matches for which `keep` is true are spans too."""
    spans, last = [], 0
    for match in pattern.finditer(text):
        start, stop = match.span()
        if start > last:
            spans.append((text[last:start], last, start))
        if stop > start and keep(match[0]):
            spans.append((match[0], start, stop))
        last = stop
    return [*spans, (text[last:], last, len(text))] if last < len(text) else spans


def check_flag(value: object, name: str) -> bool:
    """Checks and returns a bool; TypeError for others."""
    if not isinstance(value, bool):
        raise check.error_with_note(
            TypeError, f"Wrong input type for {name}, should be boolean.", f"Got {value!r}."
        )
    return value


def check_string(value: object, name: str) -> str:
    """Checks and returns a str; TypeError for others."""
    if not isinstance(value, str):
        raise check.error_with_note(
            TypeError, f"Wrong input type for {name}, should be string.", f"Got {value!r}."
        )
    return value
