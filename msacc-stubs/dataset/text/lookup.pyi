# Written by `python -m tests.stubs`.
import numpy as _numpy
from msacc.dataset.text.base import TextTensorOperation
from msacc.dataset.text.vocab import Vocab
from typing import Any
class Lookup(TextTensorOperation):
    vocab: Vocab
    unknown_token: str
    data_type: Any
    def __init__(self, vocab: Vocab, unknown_token: str | None = None, data_type: Any = ...) -> None: ...
    def block(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
    def sample(self, x: _numpy.ndarray) -> _numpy.ndarray: ...
