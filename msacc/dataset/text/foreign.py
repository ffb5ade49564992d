"""Tokenizers that need libraries which msacc does not use; they refuse by name."""

from __future__ import annotations

from typing import Any, NoReturn

from msacc.dataset.text.base import TextTensorOperation


def _refuse(name: str, library: str, how: str) -> NoReturn:
    raise NotImplementedError(
        f"{name}: msacc does not use {library}; with it installed, `text.PythonTokenizer({how})` "
        "does the same work in a map."
    )


class JiebaTokenizer(TextTensorOperation):
    """Refused: MindSpore holds cppjieba."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse("JiebaTokenizer", "jieba", "jieba.lcut")


class SentencePieceTokenizer(TextTensorOperation):
    """Refused: MindSpore holds sentencepiece."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        how = "lambda s: processor.encode(s, out_type=str)"
        _refuse("SentencePieceTokenizer", "sentencepiece", how)


class SentencePieceVocab:
    """Refused: MindSpore holds sentencepiece."""

    @classmethod
    def from_dataset(cls, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        _refuse("SentencePieceVocab.from_dataset", "sentencepiece", "processor.encode_as_pieces")

    @classmethod
    def from_file(cls, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        _refuse("SentencePieceVocab.from_file", "sentencepiece", "processor.encode_as_pieces")

    @classmethod
    def save_model(cls, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        _refuse("SentencePieceVocab.save_model", "sentencepiece", "processor.encode_as_pieces")
