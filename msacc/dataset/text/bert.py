"""BERT's tokenizers: BasicTokenizer, WordpieceTokenizer and BertTokenizer."""

from __future__ import annotations

import functools
import unicodedata
from typing import Any

import numpy as np
import regex

from msacc.common import checks as check
from msacc.dataset.text.base import (
    Span,
    Tokenizer,
    byte_offsets,
    check_flag,
    check_string,
    split_at,
)
from msacc.dataset.text.text_enums import NormalizeForm
from msacc.dataset.text.unicode import fold_case, is_whitespace
from msacc.dataset.text.vocab import Vocab

_SPECIAL_WORDS = r"\[CLS\]|\[SEP\]|\[UNK\]|\[PAD\]|\[MASK\]"
_SPECIAL = regex.compile(f"({_SPECIAL_WORDS})")
_CJK = (
    "\u4e00-\u9fff\u3400-\u4dbf\U00020000-\U0002a6df\U0002a700-\U0002b73f\U0002b740-\U0002b81f"
    "\U0002b820-\U0002ceaf\uf900-\ufaff\U0002f800-\U0002fa1f"
)
_CONTROL, _ACCENTS = regex.compile(r"[\p{Cc}\p{Cf}]"), regex.compile(r"\p{Mn}")


@functools.cache
def _delimiters(preserve_unused: bool) -> regex.Pattern[str]:
    """Returns the pattern of special tokens, whitespace, and single-character tokens."""
    special = rf"{_SPECIAL_WORDS}|\[unused\d+\]|" if preserve_unused else ""
    return regex.compile(rf"{special}\s+|[!-/:-@\[-`{{-~\p{{P}}{_CJK}]")


def _without_accents(text: str) -> str:
    text = fold_case(text)
    return text if text.isascii() else _ACCENTS.sub("", unicodedata.normalize("NFD", text))


class BasicTokenizer(Tokenizer):
    """Splits at whitespace, punctuation and around each Chinese character.

    Control characters become spaces first.

    `lower_case` folds case and removes accents; `normalization_form` counts only without it.
    `preserve_unused_token` does not split [CLS], [SEP], [UNK], [PAD], [MASK] and [unused1].
    `keep_whitespace`: whitespace is a token too.
    `with_offsets`: also give where each token begins and ends, in bytes.

    Offsets refer to the normalized text. Categories are those of the package `regex`, which may know later
    characters than MindSpore.

    Raises TypeError for flags that are no bool.
    """

    def __init__(
        self,
        lower_case: bool = False,
        keep_whitespace: bool = False,
        normalization_form: NormalizeForm = NormalizeForm.NONE,
        preserve_unused_token: bool = True,
        with_offsets: bool = False,
    ) -> None:
        self.lower_case = check_flag(lower_case, "lower_case")
        self.keep_whitespace = check_flag(keep_whitespace, "keep_whitespace")
        self.preserve_unused_token = check_flag(preserve_unused_token, "preserve_unused_token")
        self.with_offsets = check_flag(with_offsets, "with_offsets")
        self.normalization_form = check_normal_form(normalization_form)

    def normalized(self, text: str) -> str:
        """Returns the text that is split."""
        if self.lower_case and self.preserve_unused_token:
            parts = _SPECIAL.split(text)
            parts[::2] = [_without_accents(part) for part in parts[::2]]
            text = "".join(parts)
        elif self.lower_case:
            text = _without_accents(text)
        else:
            text = unicode_normalize(text, self.normalization_form)
        return _CONTROL.sub(" ", text)

    def spans(self, text: str) -> list[Span]:
        return split_at(text, _delimiters(self.preserve_unused_token), self._msacc_keep_delimiter)

    def _msacc_keep_delimiter(self, delimiter: str) -> bool:
        return self.keep_whitespace or not is_whitespace(delimiter)


class WordpieceTokenizer(Tokenizer):
    """Splits tokens (a string, or (n,)) into the longest word pieces in `vocab`, from the left.

    Pieces after the first start with `suffix_indicator`. A token without such pieces, or longer than
    `max_bytes_per_token`, becomes `unknown_token`, or stays unchanged if that is empty. Offsets are in
    UTF-8 bytes within the token; a token that is too long ends where `unknown_token` would, as in
    MindSpore.

    `with_offsets`: also give where each token begins and ends.
    """

    ranks = (0, 1)

    def __init__(
        self,
        vocab: Vocab,
        suffix_indicator: str = "##",
        max_bytes_per_token: int = 100,
        unknown_token: str = "[UNK]",
        with_offsets: bool = False,
    ) -> None:
        if vocab is None:
            raise ValueError("vocab is not provided. Give a text.Vocab.")
        if not isinstance(vocab, Vocab):
            raise TypeError(
                f"Wrong input type for vocab, should be text.Vocab object. Got {vocab!r}."
            )
        check.integer(None, "max_bytes_per_token", max_bytes_per_token)
        if not 0 <= max_bytes_per_token < 1 << 32:
            raise ValueError(
                f"Input is not within the required interval of [0, {(1 << 32) - 1}]. "
                f"Got max_bytes_per_token: {max_bytes_per_token}."
            )
        self.vocab, self.max_bytes_per_token = vocab, max_bytes_per_token
        self.suffix_indicator = check_string(suffix_indicator, "suffix_indicator")
        self.unknown_token = check_string(unknown_token, "unknown_token")
        self.with_offsets = check_flag(with_offsets, "with_offsets")

    def word_pieces(self, token: str) -> list[Span]:
        """Returns the word pieces of one token with their offsets in characters."""
        words, spans, start = self.vocab.ids(), [], 0
        is_short = len(token.encode()) <= self.max_bytes_per_token
        while is_short and start < len(token):
            mark = self.suffix_indicator if start else ""
            stops = range(len(token), start, -1)
            stop = next((s for s in stops if mark + token[start:s] in words), None)
            if stop is None:
                break
            spans.append((mark + token[start:stop], start, stop))
            start = stop
        return spans if start == len(token) else [(self.unknown_token or token, 0, len(token))]

    def sample(self, x: np.ndarray) -> Any:
        self.check(x, x.ndim)
        tokens = x.reshape(-1).tolist()
        return self._msacc_to_arrays(*self.all_word_pieces(tokens, [0] * len(tokens)))

    def all_word_pieces(
        self, tokens: list[str], bases: list[int]
    ) -> tuple[list[str], list[int], list[int]]:
        """Returns the word pieces of several tokens, with offsets relative to each token's base."""
        words: list[str] = []
        starts: list[int] = []
        stops: list[int] = []
        for token, base in zip(tokens, bases, strict=True):
            offset = byte_offsets(token)
            for word, start, stop in self.word_pieces(token) if token else ():
                words.append(word)
                starts.append(base + offset[start])
                stops.append(base + (self._msacc_overlong_end(token) or offset[stop]))
        return words, starts, stops

    def _msacc_overlong_end(self, token: str) -> int:
        """Returns MindSpore's end of a token that is too long: the bytes of the unknown token; else 0."""
        long = len(token.encode()) > self.max_bytes_per_token
        return len(self.unknown_token.encode()) if long else 0


class BertTokenizer(Tokenizer):
    """`BasicTokenizer`, then `WordpieceTokenizer`; offsets refer to the normalized text.

    Takes a str and returns an array of str, the pieces.

    `vocab`: a Vocab.
    `suffix_indicator`: what stands before a piece that continues a word.
    `max_bytes_per_token`: longer words become `unknown_token`.
    `lower_case`, `keep_whitespace`: bools.
    `normalization_form`: a NormalizeForm.
    `preserve_unused_token`: keep '[CLS]' and its like whole.
    `with_offsets`: return (pieces, starts, ends).
    """

    def __init__(
        self,
        vocab: Vocab,
        suffix_indicator: str = "##",
        max_bytes_per_token: int = 100,
        unknown_token: str = "[UNK]",
        lower_case: bool = False,
        keep_whitespace: bool = False,
        normalization_form: NormalizeForm = NormalizeForm.NONE,
        preserve_unused_token: bool = True,
        with_offsets: bool = False,
    ) -> None:
        self._msacc_wordpiece = WordpieceTokenizer(
            vocab, suffix_indicator, max_bytes_per_token, unknown_token, with_offsets
        )
        self._msacc_basic = BasicTokenizer(
            lower_case, keep_whitespace, normalization_form, preserve_unused_token, True
        )
        self.vocab, self.with_offsets = vocab, with_offsets

    def _msacc_tokenize(self, text: str) -> tuple[list[str], list[int], list[int]]:
        tokens, starts, _ = self._msacc_basic._msacc_tokenize(text)
        return self._msacc_wordpiece.all_word_pieces(tokens, starts)


def check_normal_form(value: object) -> NormalizeForm:
    """Checks and returns a NormalizeForm; TypeError for others."""
    if not isinstance(value, NormalizeForm):
        raise TypeError(
            "Wrong input type for normalization_form, should be enum of 'NormalizeForm'. "
            f"Got {value!r}."
        )
    return value


def unicode_normalize(text: str, form: NormalizeForm) -> str:
    """Returns the text in a normal form of Unicode."""
    if form == NormalizeForm.NONE:
        return text
    return unicodedata.normalize(form.name, text)  # type: ignore[arg-type]
