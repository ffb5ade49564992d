"""Enumerations of the text transforms, and conversion between arrays of str and bytes."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class NormalizeForm(IntEnum):
    """Unicode's normal forms: NFC, NFD, NFKC and NFKD, or NONE to leave a text alone."""

    NONE = 0
    NFC = 1
    NFKC = 2
    NFD = 3
    NFKD = 4


class JiebaMode(IntEnum):
    """Algorithms of `JiebaTokenizer`: by a dictionary (MP), by a hidden Markov model (HMM), or both (MIX)."""

    MIX = 0
    MP = 1
    HMM = 2


class SentencePieceModel(IntEnum):
    """Algorithms of `SentencePieceVocab`: UNIGRAM, byte pair encoding (BPE), or pieces that are characters (CHAR)
    or words (WORD).
    """

    UNIGRAM = 0
    BPE = 1
    CHAR = 2
    WORD = 3


class SPieceTokenizerLoadType(IntEnum):
    """Source of the model of `SentencePieceTokenizer`: a file (FILE) or a vocabulary (MODEL)."""

    FILE = 0
    MODEL = 1


class SPieceTokenizerOutType(IntEnum):
    """Output type of `SentencePieceTokenizer`: the pieces (STRING) or their numbers (INT)."""

    STRING = 0
    INT = 1


def to_str(array: np.ndarray, encoding: str = "utf8") -> np.ndarray:
    """An array of bytes as an array of str, decoded by `encoding`; TypeError for anything but an array.

    An array of str comes back as it is: pipelines of MindSpore 1.x gave bytes, to scripts that decode what they read.
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"input should be a NumPy array, but got {type(array).__name__}.")
    return array if array.dtype.kind == "U" else np.char.decode(array, encoding)


def to_bytes(array: np.ndarray, encoding: str = "utf8") -> np.ndarray:
    """An array of str as an array of bytes, encoded by `encoding`; ValueError for anything but an array."""
    if not isinstance(array, np.ndarray):
        raise ValueError(f"input should be a NumPy array, but got {type(array).__name__}.")
    return np.char.encode(array, encoding)
