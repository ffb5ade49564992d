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
