"""Tokenizers that need libraries which msacc does not use: they raise NotImplementedError."""

from __future__ import annotations

from typing import Any, NoReturn

from msacc.common.unsupported_names import refusal_reason
from msacc.dataset.text.base import TextTensorOperation

_WHY = "MindSpore holds cppjieba; with jieba installed use text.PythonTokenizer(jieba.lcut)"


def _refuse(name: str, library: str, how: str) -> NoReturn:
    raise NotImplementedError(
        f"{name}: msacc does not use {library}; with it installed, `text.PythonTokenizer({how})` "
        "does the same work in a map."
    )


@refusal_reason(_WHY)
class JiebaTokenizer(TextTensorOperation):
    """Refused: MindSpore holds cppjieba."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse("JiebaTokenizer", "jieba", "jieba.lcut")

    @refusal_reason(_WHY)
    def add_word(self, word: str, freq: int | None = None) -> NoReturn:
        """Refused, as the tokenizer is, whatever `word` and `freq` are: NotImplementedError."""
        _refuse(f"JiebaTokenizer.add_word({word!r}, {freq})", "jieba", "jieba.lcut")

    @refusal_reason(_WHY)
    def add_dict(self, user_dict: object) -> NoReturn:
        """Refused, as the tokenizer is, whatever `user_dict` is: NotImplementedError."""
        _refuse(f"JiebaTokenizer.add_dict({user_dict!r:.40})", "jieba", "jieba.lcut")
