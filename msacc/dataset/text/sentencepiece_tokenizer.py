"""SentencePiece: trained vocabularies and a tokenizer; needs the package sentencepiece."""

from __future__ import annotations

import importlib
import io
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset.text.base import TextTensorOperation
from msacc.dataset.text.text_enums import SentencePieceModel, SPieceTokenizerOutType

if TYPE_CHECKING:
    from msacc.dataset.dataset import Dataset

# Trainer settings that are arguments of their own and ignored in `params`.
_EXPLICIT_SETTINGS = ("input", "vocab_size", "model_type", "character_coverage", "model_prefix")


def _library(where: str) -> Any:
    try:
        return importlib.import_module("sentencepiece")
    except ImportError as error:
        raise ImportError(
            f"{where} needs the package sentencepiece; pip install sentencepiece."
        ) from error


def _trainer_settings(
    vocab_size: int | None, coverage: float, model_type: SentencePieceModel, params: dict[str, Any]
) -> dict[str, Any]:
    """Checks and returns the trainer's settings: TypeError, ValueError."""
    if vocab_size is None:
        raise TypeError("vocab_size must be provided.")
    check.integer(None, "vocab_size", vocab_size, 0, 2**32 - 1)
    check.instance(None, "character_coverage", coverage, float)
    check.instance(None, "model_type", model_type, SentencePieceModel)
    check.instance(None, "params", params, dict)
    more = {name: value for name, value in params.items() if name not in _EXPLICIT_SETTINGS}
    return {
        "vocab_size": vocab_size,
        "character_coverage": coverage,
        "model_type": model_type.name.lower(),
        "minloglevel": 2,
        **more,
    }


def _train(where: str, **settings: object) -> SentencePieceVocab:
    model = io.BytesIO()
    try:
        _library(where).SentencePieceTrainer.train(model_writer=model, **settings)
    except (OSError, RuntimeError) as error:
        raise RuntimeError(f"SentencePieceVocab: {error}") from error
    vocab = SentencePieceVocab()
    vocab._model = model.getvalue()
    return vocab


class SentencePieceVocab:
    """A trained model, created by `from_file` or `from_dataset`."""

    def __init__(self) -> None:
        self._model = b""

    @classmethod
    def from_dataset(
        cls,
        dataset: Dataset,
        col_names: list[str],
        vocab_size: int,
        character_coverage: float,
        model_type: SentencePieceModel,
        params: dict[str, str],
    ) -> SentencePieceVocab:
        """Train a model of `vocab_size` pieces on the strings of some columns.

        `character_coverage`: the share of characters that the model knows, 0.98 to 1. `model_type`:
        a SentencePieceModel. `params`: more settings of SentencePiece's trainer.

        Raises TypeError or ValueError for other arguments, RuntimeError for errors of the trainer or
        the dataset, ImportError without sentencepiece.
        """
        names = [col_names] if isinstance(col_names, str) else col_names
        check.instance(None, "col_names", names, list)
        for name in names:
            check.instance(None, "col_names", name, str)
        settings = _trainer_settings(vocab_size, character_coverage, model_type, params)
        column_names = dataset.get_col_names()
        for name in names:
            if name not in column_names:
                raise RuntimeError(
                    f"Invalid column, column name: {name} does not exist; the dataset has {column_names}."
                )
        texts = _strings(dataset, names or column_names)
        return _train("SentencePieceVocab.from_dataset", sentence_iterator=texts, **settings)

    @classmethod
    def from_file(
        cls,
        file_path: list[str],
        vocab_size: int,
        character_coverage: float,
        model_type: SentencePieceModel,
        params: dict[str, str],
    ) -> SentencePieceVocab:
        """Train a model of `vocab_size` pieces on the lines of files; the rest as `from_dataset`."""
        check.instance(None, "file_path", file_path, list)
        settings = _trainer_settings(vocab_size, character_coverage, model_type, params)
        if not file_path:
            raise IndexError("SentencePieceVocab.from_file: file_path is empty; give a file.")
        return _train("SentencePieceVocab.from_file", input=list(file_path), **settings)

    @classmethod
    def save_model(cls, vocab: SentencePieceVocab, path: str, filename: str) -> None:
        """Write the model to the file `filename` in the folder `path`: TypeError, RuntimeError."""
        check.instance(None, "vocab", vocab, SentencePieceVocab)
        check.instance(None, "path", path, str)
        check.instance(None, "filename", filename, str)
        if not os.path.isdir(path):
            raise RuntimeError(f"Get real path failed, path={path}; give a folder that exists.")
        with open(os.path.join(path, filename), "wb") as file:
            file.write(vocab._model)


def _strings(dataset: Dataset, names: list[str]) -> Iterator[str]:
    for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True):
        for name in names:
            if row[name].dtype.kind == "U":
                yield from row[name].ravel().tolist()


class SentencePieceTokenizer(TextTensorOperation):
    """A string to its sentence pieces, or to their ids (int32).

    `mode`: a SentencePieceVocab, or the path of a model.
    `out_type`: SPieceTokenizerOutType.STRING or INT.

    Raises TypeError for other arguments, RuntimeError for inputs that are no single string and for invalid
    models, ImportError without sentencepiece.
    """

    ranks = (0,)

    def __init__(self, mode: Any, out_type: SPieceTokenizerOutType) -> None:
        check.instance(None, "mode", mode, (str, SentencePieceVocab))
        check.instance(None, "out_type", out_type, SPieceTokenizerOutType)
        self.mode, self.out_type = mode, out_type
        self._msacc_model: Any = None

    def _msacc_processor(self) -> Any:
        """Returns the library's processor, created at first use."""
        if self._msacc_model is None:
            library = _library("SentencePieceTokenizer")
            raw = (
                self.mode._model
                if isinstance(self.mode, SentencePieceVocab)
                else self._msacc_file()
            )
            try:
                self._msacc_model = library.SentencePieceProcessor(model_proto=raw)
            except (OSError, RuntimeError) as error:
                raise RuntimeError(
                    f"SentencePieceTokenizer: {self.mode!r} is no model: {error}"
                ) from error
        return self._msacc_model

    def _msacc_file(self) -> bytes:
        if not os.path.isfile(self.mode):
            raise RuntimeError(f"The file {self.mode} does not exist.")
        with open(self.mode, "rb") as file:
            return file.read()

    def sample(self, x: np.ndarray) -> np.ndarray:
        self.check(x, x.ndim)
        if self.out_type is SPieceTokenizerOutType.INT:
            return np.array(self._msacc_processor().encode(x.item(), out_type=int), np.int32)
        return np.array(self._msacc_processor().encode(x.item(), out_type=str), np.str_)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_msacc_model": None}
