"""Tokenizers of plain text: by whitespace, characters, scripts, regular expressions or a function."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msacc.dataset.text.base import Span, Tokenizer, check_flag, check_string, split_at, split_on
from msacc.dataset.text.icu import compile_pattern
from msacc.dataset.text.text_enums import to_str
from msacc.dataset.text.unicode import is_whitespace, script


class WhitespaceTokenizer(Tokenizer):
    """Splits at Unicode whitespace. `with_offsets`: also give where each token begins and ends, in bytes."""

    def __init__(self, with_offsets: bool = False) -> None:
        self.with_offsets = check_flag(with_offsets, "with_offsets")

    def spans(self, text: str) -> list[Span]:
        spans = split_on(text, lambda char: bool(is_whitespace(char)))
        return [span for span in spans if not is_whitespace(span[0])]


class UnicodeCharTokenizer(Tokenizer):
    """Splits into characters (code points). `with_offsets`: also give where each token begins and ends, in bytes."""

    def __init__(self, with_offsets: bool = False) -> None:
        self.with_offsets = check_flag(with_offsets, "with_offsets")

    def spans(self, text: str) -> list[Span]:
        return [(char, i, i + 1) for i, char in enumerate(text)]


class UnicodeScriptTokenizer(Tokenizer):
    """Splits where the script changes, by the scripts of Unicode 15.1, and around whitespace.

    `keep_whitespace`: whitespace is a token too.
    `with_offsets`: also give where each token begins and ends, in bytes.
    """

    def __init__(self, keep_whitespace: bool = False, with_offsets: bool = False) -> None:
        self.keep_whitespace = check_flag(keep_whitespace, "keep_whitespace")
        self.with_offsets = check_flag(with_offsets, "with_offsets")

    def spans(self, text: str) -> list[Span]:
        spans = split_on(text, lambda char: (script(char), bool(is_whitespace(char))))
        return [s for s in spans if self.keep_whitespace or not is_whitespace(s[0])]


class RegexTokenizer(Tokenizer):
    r"""Splits at `delim_pattern`; delimiters that `keep_delim_pattern` matches fully are tokens.

    The patterns are ICU's, translated to the package `regex`: categories, scripts and properties (`\p{P}`,
    `\p{Han}`, `[[:alpha:]]`), sets in sets (`[a-z&&[^b]]`), `\x{4E00}`, `\Q..\E`.

    `with_offsets`: also give where each token begins and ends, in bytes.

    RuntimeError for an invalid pattern. Characters of a later Unicode than MindSpore's have properties, too.
    """

    def __init__(
        self, delim_pattern: str, keep_delim_pattern: str = "", with_offsets: bool = False
    ) -> None:
        if delim_pattern is None:
            raise ValueError("delim_pattern is not provided. Give the pattern to split at.")
        self.delim_pattern = check_string(delim_pattern, "delim_pattern")
        self.keep_delim_pattern = check_string(keep_delim_pattern, "keep_delim_pattern")
        self.with_offsets = check_flag(with_offsets, "with_offsets")
        compile_pattern(delim_pattern), compile_pattern(keep_delim_pattern)

    def spans(self, text: str) -> list[Span]:
        keep = compile_pattern(self.keep_delim_pattern).fullmatch
        return split_at(text, compile_pattern(self.delim_pattern), keep)


class PythonTokenizer:
    """A user's function `tokenizer` from a string to a list of tokens, for an array of strings.

    The tokens become a last axis. TypeError for anything but an array, RuntimeError when the function fails or
    returns different numbers of tokens for the strings of one array.
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
        """Returns the names of the function and of this module as JSON."""
        name = getattr(self.pyfunc, "__name__", type(self.pyfunc).__name__)
        return json.dumps({"tensor_op_name": name, "python_module": type(self).__module__})
