# Written by `python -m tests.stubs`.
import numpy as _numpy
from enum import IntEnum
from typing import Any
class JiebaMode(IntEnum):
    MIX = 0
    MP = 1
    HMM = 2
class NormalizeForm(IntEnum):
    NONE = 0
    NFC = 1
    NFKC = 2
    NFD = 3
    NFKD = 4
class SPieceTokenizerLoadType(IntEnum):
    FILE = 0
    MODEL = 1
class SPieceTokenizerOutType(IntEnum):
    STRING = 0
    INT = 1
class SentencePieceModel(IntEnum):
    UNIGRAM = 0
    BPE = 1
    CHAR = 2
    WORD = 3
def to_bytes(array: _numpy.ndarray, encoding: str = 'utf8') -> _numpy.ndarray: ...
def to_str(array: _numpy.ndarray, encoding: str = 'utf8') -> _numpy.ndarray: ...
