"""Transforms of token sequences: truncation, added tokens, n-grams, sliding windows."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Column, narrow, values
from msacc.dataset.text.base import TextTensorOperation


class Truncate(TextTensorOperation):
    """The first `max_seq_len` tokens of (n,), or of each row of (rows, n); of any type."""

    def __init__(self, max_seq_len: int) -> None:
        check.integer(None, "max_seq_len", max_seq_len, 1, check.INT32_MAX)
        self.max_seq_len = max_seq_len

    def sample(self, x: np.ndarray) -> np.ndarray:
        if x.ndim not in (1, 2):
            raise RuntimeError(f"Truncate: the rank of the input should be 1 or 2, got {x.ndim}.")
        return narrow(x[..., : self.max_seq_len])


class TruncateSequencePair(TextTensorOperation):
    """Two sequences (n,), (m,) with at most `max_length` tokens together.

    The longer loses its last token (the second, if they are equally long) until they fit.
    """

    def __init__(self, max_length: int) -> None:
        check.instance(None, "max_length", max_length, int)
        if max_length < 0:
            raise RuntimeError(
                f"TruncateSequencePair: max_length must be greater than or equal to 0, got "
                f"{max_length}."
            )
        self.max_length = max_length

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        if len(items) != 2 or any(getattr(item, "ndim", 0) != 1 for item in items):
            shapes = [getattr(item, "shape", type(item).__name__) for item in items]
            raise pipeline_error(
                "map operation: [TruncateSequencePair] failed. It takes two columns of rank 1, "
                f"but got {shapes}."
            )
        first, second = items
        excess = max(len(first) + len(second) - self.max_length, 0)
        difference = len(first) - len(second)
        longer = min(abs(difference), excess)
        from_first = (longer if difference > 0 else 0) + (excess - longer) // 2
        keep = len(first) - from_first, len(second) - (excess - from_first)
        return narrow(first[: keep[0]]), narrow(second[: keep[1]])

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        rows = [self.row(row) for row in zip(*map(values, columns), strict=True)]
        return [[row[i] for row in rows] for i in range(2)]


class AddToken(TextTensorOperation):
    """Adds `token`, a str, before the first (`begin`) or after the last token of (n,), or of each row of (rows,
    n).

    Raises TypeError for others, RuntimeError for an empty token.
    """

    ranks = (1, 2)

    def __init__(self, token: str, begin: bool = True) -> None:
        check.instance(None, "token", token, str)
        check.boolean(None, "begin", begin)
        if not token:
            raise RuntimeError("AddToken: token is empty; give the token to add.")
        self.token, self.begin = token, begin

    def sample(self, x: np.ndarray) -> np.ndarray:
        self.check(x, x.ndim)
        x = narrow(x)
        new = np.full((*x.shape[:-1], 1), self.token)
        return np.concatenate([new, x] if self.begin else [x, new], axis=-1)


class Ngram(TextTensorOperation):
    """The n-grams of tokens (n,), joined by `separator`; for several `n` concatenated.

    `left_pad` and `right_pad` are (token, count), of which at most n - 1 are used. A sequence that
    is too short for an n gives one empty string.
    """

    ranks = (1,)

    def __init__(
        self,
        n: int | list[int],
        left_pad: tuple[str, int] = ("", 0),
        right_pad: tuple[str, int] = ("", 0),
        separator: str = " ",
    ) -> None:
        sizes = [n] if isinstance(n, int) else n
        if not isinstance(sizes, list) or not sizes:
            raise ValueError(f"n needs to be a non-empty list of positive integers. Got {n!r}.")
        for i, size in enumerate(sizes):
            check.instance(None, f"gram[{i}]", size, int)
            if size <= 0:
                raise ValueError(f"Input gram_{i} must be greater than 0. Got n[{i}] = {size}.")
        self.left_pad, self.right_pad = _pad(left_pad, "left_pad"), _pad(right_pad, "right_pad")
        check.instance(None, "separator", separator, str)
        self.ngrams, self.separator = sizes, separator

    def sample(self, x: np.ndarray) -> np.ndarray:
        self.check(x, x.ndim)
        words = x.tolist()
        return np.array([gram for n in self.ngrams for gram in self._msacc_grams(words, n)])

    def _msacc_grams(self, words: list[str], n: int) -> list[str]:
        left = [self.left_pad[0]] * min(self.left_pad[1], n - 1)
        right = [self.right_pad[0]] * min(self.right_pad[1], n - 1)
        padded = [*left, *words, *right]
        starts = range(len(padded) - n + 1)
        return [self.separator.join(padded[i : i + n]) for i in starts] or [""]


def _pad(value: Any, name: str) -> tuple[str, int]:
    good = isinstance(value, tuple) and len(value) == 2
    if not good or not isinstance(value[0], str) or not isinstance(value[1], int):
        raise ValueError(
            f"{name} needs to be a tuple of (str, int) str is pad token and int is pad_width. "
            f"Got {value!r}."
        )
    if value[1] < 0:
        raise ValueError(f"{name}: padding width need to be positive numbers. Got {value[1]}.")
    return value


class SlidingWindow(TextTensorOperation):
    """Windows (n - width + 1, width) over (n,), of any type; (0,) if there are too few tokens.

    `axis`: 0 or -1, the only one (RuntimeError for others).
    """

    def __init__(self, width: int, axis: int = 0) -> None:
        check.integer(None, "width", width, 1, check.INT32_MAX)
        check.instance(None, "axis", axis, int)
        self.width, self.axis = width, axis

    def sample(self, x: np.ndarray) -> np.ndarray:
        if x.ndim != 1:
            raise RuntimeError(
                f"SlidingWindow: SlidingWindow supports 1D input only for now, but got {x.ndim}D."
            )
        if self.axis not in (0, -1):
            raise RuntimeError(
                "SlidingWindow: The parameter axis supports 0 or -1 only for now, but got "
                f"{self.axis}."
            )
        if len(x) < self.width:
            return narrow(x[:0])
        return np.lib.stride_tricks.sliding_window_view(narrow(x), self.width).copy()
