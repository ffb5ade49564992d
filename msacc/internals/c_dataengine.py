"""`mindspore._c_dataengine`: the operations behind text transforms, as subclasses of those build them in `parse()`."""

from __future__ import annotations

from typing import Any

from msacc.common import dtype as mstype
from msacc.dataset.text import BasicTokenizer, Lookup, NormalizeForm
from msacc.dataset.text import Vocab as Words


class Vocab:
    """Words and their numbers, as the engine keeps them."""

    def __init__(self, ids: dict[str, int]):
        self._ids = dict(ids)

    @staticmethod
    def from_dict(words: dict[str, int]) -> Vocab:
        """From {word: number}."""
        return Vocab(words)

    def vocab(self) -> dict[str, int]:
        """{word: number}."""
        return dict(self._ids)


class LookupOperation(Lookup):
    """`Lookup`, from the engine's Vocab and its name of a type."""

    def __init__(self, vocab: Any, unknown_token: str | None, data_type: str = "int32"):
        words = Words.from_dict(vocab.vocab() if isinstance(vocab, Vocab) else vocab)
        kind = mstype.bool_ if data_type == "bool" else getattr(mstype, data_type)
        super().__init__(words, unknown_token, kind)


class BasicTokenizerOperation(BasicTokenizer):
    """`BasicTokenizer`, all its arguments given."""

    def __init__(
        self,
        lower_case: bool,
        keep_whitespace: bool,
        normalization_form: NormalizeForm,
        preserve_unused_token: bool,
        with_offsets: bool,
    ):
        options = (lower_case, keep_whitespace, normalization_form, preserve_unused_token)
        super().__init__(*options, with_offsets)
