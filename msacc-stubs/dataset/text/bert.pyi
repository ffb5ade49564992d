# Written by `python -m tests.stubs`.
import numpy as _numpy
from collections.abc import Sequence
from msacc.dataset.text.base import Tokenizer
from msacc.dataset.text.text_enums import NormalizeForm
from msacc.dataset.text.vocab import Vocab
from typing import Any
class BasicTokenizer(Tokenizer):
    lower_case: Any
    keep_whitespace: Any
    preserve_unused_token: Any
    normalization_form: Any
    def __init__(self, lower_case: bool = False, keep_whitespace: bool = False, normalization_form: NormalizeForm = ..., preserve_unused_token: bool = True, with_offsets: bool = False) -> None: ...
    def normalized(self, text: str) -> str: ...
    def spans(self, text: str) -> list[tuple[str, int, int]]: ...
class BertTokenizer(Tokenizer):
    vocab: Vocab
    def __init__(self, vocab: Vocab, suffix_indicator: str = '##', max_bytes_per_token: int = 100, unknown_token: str = '[UNK]', lower_case: bool = False, keep_whitespace: bool = False, normalization_form: NormalizeForm = ..., preserve_unused_token: bool = True, with_offsets: bool = False) -> None: ...
class WordpieceTokenizer(Tokenizer):
    vocab: Vocab
    max_bytes_per_token: int
    suffix_indicator: Any
    unknown_token: Any
    ranks: Any
    def __init__(self, vocab: Vocab, suffix_indicator: str = '##', max_bytes_per_token: int = 100, unknown_token: str = '[UNK]', with_offsets: bool = False) -> None: ...
    def word_pieces(self, token: str) -> list[tuple[str, int, int]]: ...
    def sample(self, x: _numpy.ndarray) -> Any: ...
    def all_word_pieces(self, tokens: Sequence[str], bases: Sequence[int]) -> tuple[list[str], list[int], list[int]]: ...
