"""SentencePiece: trained vocabularies, pieces, refusals.

UNIGRAM is left out: the numbers that its training gives differ from version to version of the library.
"""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

_WORDS = ["mind", "spore", "model", "train", "use", "data", "set", "the", "and", "of"]
_LINES = [
    " ".join(_WORDS[(i * k + j) % 10] for j in range(1 + i % 7)) + (" é." if i % 3 else "")
    for i in range(40)
    for k in (1, 3)
]
_TEXTS = ["use the mind model.", "unknown 漢 words", "", "data  set"]


def _written(folder: str) -> str:
    path = Path(folder, "lines.txt")
    path.write_text("\n".join(_LINES) + "\n", encoding="utf-8")
    return str(path)


def _pieces(text: Any, vocab: Any) -> Arrays:
    kind = text.SPieceTokenizerOutType
    words, numbers = (text.SentencePieceTokenizer(vocab, how) for how in (kind.STRING, kind.INT))
    out: Arrays = {}
    for i, one in enumerate(_TEXTS):
        out[f"{i}.words"] = np.array(" ".join(words(one).tolist()))
        out[f"{i}.numbers"] = numbers(one)
    return out


def _modules(ms: Any) -> tuple[Any, Any]:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    return ds, importlib.import_module(f"{ms.__name__}.dataset.text")


def _trained(name: str, size: int, from_file: bool) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        ds, text = _modules(ms)
        kind = getattr(text.SentencePieceModel, name)
        with tempfile.TemporaryDirectory() as folder:
            path = _written(folder)
            if from_file:
                vocab = text.SentencePieceVocab.from_file([path], size, 0.9995, kind, {})
                text.SentencePieceVocab.save_model(vocab, folder, "m.model")
                return _pieces(text, f"{folder}/m.model")
            lines = ds.TextFileDataset(path, shuffle=False)
            more = {"user_defined_symbols": "mind"} if name == "BPE" else {}
            vocab = text.SentencePieceVocab.from_dataset(lines, ["text"], size, 0.9995, kind, more)
            return _pieces(text, vocab)

    body.__module__ = __name__
    return body


for _name, _size in (("BPE", 33), ("CHAR", 20), ("WORD", 14)):
    for _from_file in (True, False):
        case(name=f"{_name.lower()}_{'file' if _from_file else 'rows'}", jit=False, rtol=0, atol=0)(
            _trained(_name, _size, _from_file)
        )


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ds, text = _modules(ms)
    vocab, model = text.SentencePieceVocab, text.SentencePieceModel.BPE
    out: Arrays = {}
    with tempfile.TemporaryDirectory() as folder:
        path = _written(folder)
        lines = ds.TextFileDataset(path, shuffle=False)
        good = vocab.from_file([path], 33, 0.9995, model, {})
        kind = text.SPieceTokenizerOutType.INT
        calls: dict[str, Callable[[], Any]] = {
            "size": lambda: vocab.from_file([path], 100000, 0.9995, model, {}),
            "size_negative": lambda: vocab.from_file([path], -1, 0.9995, model, {}),
            "gone": lambda: vocab.from_file([f"{folder}/x"], 33, 0.9995, model, {}),
            "none": lambda: vocab.from_file([], 33, 0.9995, model, {}),
            "text": lambda: vocab.from_file(path, 33, 0.9995, model, {}),
            "coverage": lambda: vocab.from_file([path], 33, 0.5, model, {}),
            "coverage_int": lambda: vocab.from_file([path], 33, 1, model, {}),
            "model": lambda: vocab.from_file([path], 33, 0.9995, 1, {}),
            "params": lambda: vocab.from_file([path], 33, 0.9995, model, 5),
            "params_name": lambda: vocab.from_file([path], 33, 0.9995, model, {"zz": "1"}),
            "column": lambda: vocab.from_dataset(lines, ["x"], 33, 0.9995, model, {}),
            "column_number": lambda: vocab.from_dataset(lines, [5], 33, 0.9995, model, {}),
            "rows_size": lambda: vocab.from_dataset(lines, ["text"], None, 0.9995, model, {}),
            "save_folder": lambda: vocab.save_model(good, f"{folder}/x", "m"),
            "save_name": lambda: vocab.save_model(good, folder, 5),
            "save_vocab": lambda: vocab.save_model(5, folder, "m"),
            "mode": lambda: text.SentencePieceTokenizer(5, kind),
            "out_type": lambda: text.SentencePieceTokenizer(good, 5),
            "file": lambda: text.SentencePieceTokenizer(f"{folder}/x", kind)("a"),
            "several": lambda: text.SentencePieceTokenizer(good, kind)(["a", "b"]),
            "number": lambda: text.SentencePieceTokenizer(good, kind)(5),
        }
        for name, call in calls.items():

            def body(call: Callable[[], Any] = call) -> list[Any]:
                call()
                return []

            out[name] = run.raises(body)["raises"]
    return out
