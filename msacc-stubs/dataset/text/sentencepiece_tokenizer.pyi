# Written by `python -m tests.stubs`.
import numpy as _numpy
from collections.abc import Mapping
from collections.abc import Sequence
from msacc.dataset.text.base import TextTensorOperation
from msacc.dataset.text.text_enums import SPieceTokenizerOutType
from msacc.dataset.text.text_enums import SentencePieceModel
from typing import Any
class SentencePieceTokenizer(TextTensorOperation):
    mode: Any
    out_type: SPieceTokenizerOutType
    ranks: Any
    def __init__(self, mode: Any, out_type: SPieceTokenizerOutType) -> None: ...
    def sample(self, x: _numpy.ndarray) -> _numpy.ndarray: ...
class SentencePieceVocab:
    def __init__(self) -> None: ...
    @classmethod
    def from_dataset(cls, dataset: Any, col_names: Sequence[str], vocab_size: int, character_coverage: float, model_type: SentencePieceModel, params: Mapping[str, str]) -> SentencePieceVocab: ...
    @classmethod
    def from_file(cls, file_path: Sequence[str], vocab_size: int, character_coverage: float, model_type: SentencePieceModel, params: Mapping[str, str]) -> SentencePieceVocab: ...
    @classmethod
    def save_model(cls, vocab: SentencePieceVocab, path: str, filename: str) -> None: ...
