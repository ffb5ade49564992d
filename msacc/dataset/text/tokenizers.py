"""Tokenizers of plain text: by whitespace, characters, scripts, a pattern or a function."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msacc.dataset.text.base import Span, Tokenizer, flag, split_at, split_on, string
from msacc.dataset.text.icu import compiled
from msacc.dataset.text.text_enums import to_str
from msacc.dataset.text.unicode import is_whitespace, script


class WhitespaceTokenizer(Tokenizer):
    """Splits at Unicode whitespace."""

    def __init__(self, with_offsets: bool = False) -> None:
        self.with_offsets = flag(with_offsets, "with_offsets")

    def spans(self, text: str) -> list[Span]:
        pieces = split_on(text, lambda char: bool(is_whitespace(char)))
        return [span for span in pieces if not is_whitespace(span[0])]


class UnicodeCharTokenizer(Tokenizer):
    """Every character (code point) is a token."""

    def __init__(self, with_offsets: bool = False) -> None:
        self.with_offsets = flag(with_offsets, "with_offsets")

    def spans(self, text: str) -> list[Span]:
        return [(char, i, i + 1) for i, char in enumerate(text)]


class UnicodeScriptTokenizer(Tokenizer):
    """Splits where the script changes, by the scripts of Unicode 15.1, and around whitespace."""

    def __init__(self, keep_whitespace: bool = False, with_offsets: bool = False) -> None:
        self.keep_whitespace = flag(keep_whitespace, "keep_whitespace")
        self.with_offsets = flag(with_offsets, "with_offsets")

    def spans(self, text: str) -> list[Span]:
        pieces = split_on(text, lambda char: (script(char), bool(is_whitespace(char))))
        return [s for s in pieces if self.keep_whitespace or not is_whitespace(s[0])]


class RegexTokenizer(Tokenizer):
    """Splits at `delim_pattern`; delimiters that `keep_delim_pattern` matches whole are tokens.

    The patterns are ICU's, translated to Python's `re`: categories, scripts and common properties
    (`\\p{P}`, `\\p{Han}`, `[[:alpha:]]`), sets in sets (`[a-z&&[^b]]`), `\\x{4E00}`, `\\Q..\\E`.
    RuntimeError for a faulty pattern, NotImplementedError (a RuntimeError too) for `\\X`, `\\G`,
    `\\N`, flags in mid-pattern and rare properties.
    """

    def __init__(
        self, delim_pattern: str, keep_delim_pattern: str = "", with_offsets: bool = False
    ) -> None:
        if delim_pattern is None:
            raise ValueError("delim_pattern is not provided. Give the pattern to split at.")
        self.delim_pattern = string(delim_pattern, "delim_pattern")
        self.keep_delim_pattern = string(keep_delim_pattern, "keep_delim_pattern")
        self.with_offsets = flag(with_offsets, "with_offsets")
        compiled(delim_pattern), compiled(keep_delim_pattern)

    def spans(self, text: str) -> list[Span]:
        keep = compiled(self.keep_delim_pattern).fullmatch
        return split_at(text, compiled(self.delim_pattern), keep)


class PythonTokenizer:
    """A user's function from a string to a list of tokens, for an array of strings.

    The tokens become a last axis. TypeError for anything but an array, RuntimeError when the
    function fails or finds a different number of tokens for different strings of one array.
    """

    random = False

    def __init__(self, tokenizer: Callable[[str], Sequence[Any]]) -> None:
        if not callable(tokenizer):
            raise TypeError(f"tokenizer is not a callable Python function. Got {tokenizer!r}.")
        self.pyfunc = tokenizer

    def __call__(self, in_array: np.ndarray) -> np.ndarray:
        if not isinstance(in_array, np.ndarray):
            raise TypeError(f"input should be a NumPy array. Got {type(in_array)}.")
        texts = to_str(in_array) if in_array.dtype.kind == "S" else in_array
        try:
            rows = [np.array(self.pyfunc(text), str) for text in texts.ravel().tolist()]
            if any(row.ndim != 1 for row in rows):
                raise TypeError("the tokens should be a list of strings")
            return np.stack(rows).reshape(*texts.shape, -1 if rows[0].size else 0)
        except Exception as error:
            name = getattr(self.pyfunc, "__name__", type(self.pyfunc).__name__)
            text = f"Error occurred in Pyfunc [{name}], error message: {error}"
            raise RuntimeError(text) from error

    def to_json(self) -> str:
        """The name of the function and of this module, as JSON."""
        name = getattr(self.pyfunc, "__name__", type(self.pyfunc).__name__)
        return json.dumps({"tensor_op_name": name, "python_module": type(self).__module__})
