"""Word lists and vectors, models of pieces, written pipelines, settings, converters' sources,
arguments and variables.
"""

from __future__ import annotations

import gzip
import itertools
import json
import pickle
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import msacc.dataset as ds
from msacc import mindrecord
from msacc.communication import _environment
from msacc.dataset import text
from msacc.launch import options
from msacc.launch.options import UsageError
from msacc.mindrecord import tools
from msacc.train.callback import OnRequestExit
from tests.dataset import layouts, records
from tests.hostile.attack import Format
from tests.hostile.mutate import (
    Mutation,
    Random,
    chosen,
    damaged_bytes,
    damaged_json,
    damaged_text,
    damaged_value,
)

_TEXT: tuple[Mutation, ...] = (damaged_text,)
_JSON: tuple[Mutation, ...] = (damaged_json,)


def _one(name: str, content: str | bytes) -> Callable[[Path], Any]:
    raw = content.encode() if isinstance(content, str) else content
    return lambda folder: (folder / name).write_bytes(raw)


def _form(
    name: str, make: Any, hit: str, read: Any, how: tuple[Mutation, ...], *errors: type[Exception]
) -> Format:
    return Format(name, make, tuple(hit.split()), read, errors or (RuntimeError,), how)


# -- texts -------------------------------------------------------------------------------------
_VECTORS = "2 3\nthe 0.1 0.2 0.3\nword 1 -2 3e-4\né 0 0 1\n"


def _pieces(folder: Path) -> None:
    lines = [f"line {i} of some words, and others {i * 7}" for i in range(60)]
    (folder / "lines.txt").write_text("\n".join(lines))
    vocab = text.SentencePieceVocab.from_file(
        [str(folder / "lines.txt")], 60, 0.9995, text.SentencePieceModel.UNIGRAM, {}
    )
    text.SentencePieceVocab.save_model(vocab, str(folder), "m.model")


def _tokenized(folder: Path) -> None:
    text.SentencePieceTokenizer(str(folder / "m.model"), text.SPieceTokenizerOutType.STRING)(
        "some words é"
    )


def _read_lines(folder: Path) -> None:
    reader = ds.utils.LineReader(str(folder / "a.txt"))
    for i in range(len(reader)):
        reader.readline(i + 1)
    reader.close()


# -- written pipelines -------------------------------------------------------------------------
def _pipeline(folder: Path) -> None:
    (folder / "lines.txt").write_text("first\nsecond\nthird\n")
    made = ds.TextFileDataset(str(folder / "lines.txt"), shuffle=False)
    made = made.map(text.Lookup(text.Vocab.from_list(["first", "second"]), "first"), ["text"])
    made = made.shuffle(3).repeat(2).batch(2, drop_remainder=True).take(2)
    ds.serialize(made, str(folder / "p.json"))


def _again(folder: Path) -> None:
    made = ds.deserialize(json_filepath=str(folder / "p.json"))
    assert made is not None
    # It may say that its rows come a thousand million times.
    for _ in itertools.islice(made.create_tuple_iterator(num_epochs=1, output_numpy=True), 20):
        pass


# -- converters --------------------------------------------------------------------------------
def _pickled(folder: Path) -> None:
    batch = {b"data": layouts.pattern(2, 3072), b"labels": [1, 2]}
    for name in ("data_batch_1", "test_batch"):
        (folder / name).write_bytes(pickle.dumps(batch, 2))


def _hostile_pickle(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """A pickle of another thing; some would run code."""

    class Runs:
        def __reduce__(self) -> Any:
            return chosen(random, ((print, ("run",)), (np.load, ("x",)), (bytearray, (2**34,))))

    sizes = (0, 1, 2**20, 2**33)
    things: tuple[Any, ...] = (
        Runs(), {b"data": Runs(), b"labels": [1]}, [], 5, {b"data": 5, b"labels": 5}, {}, {b"data": []},
        {b"data": np.zeros((chosen(random, sizes[:3]), 2)), b"labels": [2**70, "x"]},
    )  # fmt: skip
    made = pickle.dumps(chosen(random, things), chosen(random, (2, 4)))
    huge = struct.pack("<I", chosen(random, sizes[:3]) * 1000) * 2
    return made if random.random() < 0.7 else made[:-1] + b"r" + huge[:4] + b"."


_numbers = itertools.count()


def _convert(make: Callable[[str, str], Any]) -> Callable[[Path], Any]:
    def read(folder: Path) -> None:
        # A name of its own: what failed may still hold its file.
        number = next(_numbers)
        try:
            make(str(folder), f"{folder}/out{number}").run()
        finally:
            for path in [*folder.glob(f"out{number}*")]:
                path.unlink()

    return read


def _packed_mnist(folder: Path) -> None:
    for part in ("train", "t10k"):
        for name, values, magic in (
            ("images-idx3", layouts.pattern(2, 28, 28), 2051),
            ("labels-idx1", layouts.pattern(2), 2049),
        ):
            head = struct.pack(">" + "I" * (1 + values.ndim), magic, *values.shape)
            path = folder / f"{part}-{name}-ubyte.gz"
            path.write_bytes(gzip.compress(head + values.tobytes()))


def _regzipped(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    plain = gzip.decompress(raw)
    return gzip.compress(damaged_bytes(random, plain, [plain]))


class _Feature:
    def __init__(self, shape: list[int], dtype: str):
        self.shape, self.dtype = shape, dtype


def _examples(folder: Path) -> None:
    records.write(folder / "a.tfrecord", [{"x": [i], "s": [b"text"]} for i in range(2)])


_FEATURES = {"x": _Feature([], "int64"), "s": _Feature([], "string")}


def _imagenet(folder: Path) -> None:
    (folder / "map.txt").write_text("n1 0\nn2 1\n")
    layouts.picture(folder / "images/n1/a.JPEG", 3)
    layouts.picture(folder / "images/n2/b.JPEG", 3)


# -- arguments and variables -------------------------------------------------------------------
_WORDS = [
    "--worker_num=2", "--local_worker_num=2", "--master_addr=127.0.0.1", "--master_port=8118", "--node_rank=0",
    "--log_dir=logs", "--join=True", "--cluster_time_out=60", '--bind_core={"device0": ["0-3", "8"]}',
    "--tail_worker_log=0,1", "--max_restarts=0", "--grace=1.5", "--hang_time_out=9", "train.py", "--lr", "1",
]  # fmt: skip
_VARIABLES = {
    "MS_ROLE": "MS_WORKER", "MS_WORKER_NUM": "2", "MS_SCHED_HOST": "127.0.0.1", "MS_SCHED_PORT": "8118",
    "MS_NODE_ID": "0", "MS_TOPO_TIMEOUT": "60", "RANK": "0", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1",
    "MASTER_PORT": "29500", "OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_LOCAL_SIZE": "2",
    "PMI_RANK": "0", "PMI_SIZE": "2", "RANK_ID": "0",
}  # fmt: skip
_TABLE = {
    "version": "1.0",
    "server_count": "1",
    "server_list": [
        {"server_id": "10.0.0.1", "device": [{"device_id": str(i), "rank_id": str(i)} for i in range(2)]}
    ],
}  # fmt: skip


def damaged_words(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """A list or an object of texts whose texts are damaged."""
    result = json.loads(raw)
    keys = list(result) if isinstance(result, dict) else range(len(result))
    for _ in range(int(random.integers(1, 4))):
        key = chosen(random, list(keys))
        result[key] = damaged_text(random, str(result[key]).encode(), [raw]).decode(
            errors="replace"
        )
    if isinstance(result, dict):
        # Launchers have names of their own: leave some of theirs out.
        result = {k: v for k, v in result.items() if random.random() < 0.8}
    elif random.random() < 0.3:
        del result[int(random.integers(len(result)))]
    return json.dumps(result).encode()


def _parsed_arguments(folder: Path) -> None:
    words = json.loads((folder / "words.json").read_text())
    if any(word.startswith(("-h", "--h")) for word in words):
        return
    options.parse([word for word in words if isinstance(word, str)])


def _placed(folder: Path) -> None:
    _environment.read_environment(json.loads((folder / "variables.json").read_text()))


def _table(folder: Path) -> None:
    variables = {"RANK_TABLE_FILE": str(folder / "table.json"), "RANK_ID": "1"}
    _environment.read_environment(variables)


def _asked(folder: Path) -> None:
    OnRequestExit(False, False, config_file=str(folder / "exit.json"))._msacc_requested_by_file()


def _settings(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    return json.dumps(damaged_value(random, json.loads(raw))).encode()


_MR = (RuntimeError, ValueError, mindrecord.ParamValueError, mindrecord.MRMInvalidSchemaError)
OTHERS = [
    _form("Vocab.from_file", _one("v.txt", "a,1\nb,2\nthe é,3\n"), "v.txt",
        lambda d: text.Vocab.from_file(str(d / "v.txt"), ","), _TEXT),
    _form("word vectors", _one("v.vec", _VECTORS), "v.vec", lambda d: text.FastText.from_file(str(d / "v.vec")), _TEXT),
    _form("SentencePiece models", _pieces, "m.model", _tokenized, (damaged_bytes,)),
    _form("LineReader", _one("a.txt", "one\r\ntwo é\nthree"), "a.txt", _read_lines, _TEXT),
    _form("written pipelines (JSON)", _pipeline, "p.json", _again, _JSON),
    _form("dataset.config.load (JSON)", _one("c.json", '{"seed": 1, "numParallelWorkers": 2}'), "c.json",
        lambda d: ds.config.load(str(d / "c.json")), (damaged_json, _settings)),
    _form("Cifar10ToMR (pickles)", _pickled, "data_batch_1", _convert(lambda d, out: tools.Cifar10ToMR(d, out)),
        (damaged_bytes, _hostile_pickle), *_MR),
    _form("CsvToMR", _one("a.csv", "a,b,c\n1,2.5,x\n2,,y\n"), "a.csv",
        _convert(lambda d, out: tools.CsvToMR(f"{d}/a.csv", out)), _TEXT, *_MR),
    _form("MnistToMR (gzip)", _packed_mnist, "*.gz", _convert(lambda d, out: tools.MnistToMR(d, out)),
        (damaged_bytes, _regzipped), *_MR),
    _form("TFRecordToMR", _examples, "a.tfrecord",
        _convert(lambda d, out: tools.TFRecordToMR(f"{d}/a.tfrecord", out, _FEATURES)), (damaged_bytes,), *_MR),
    _form("ImageNetToMR's map", _imagenet, "map.txt",
        _convert(lambda d, out: tools.ImageNetToMR(f"{d}/map.txt", f"{d}/images", out)), _TEXT, *_MR,
        mindrecord.errors.PathNotExistsError),
    _form("msrun's arguments", _one("words.json", json.dumps(_WORDS)), "words.json", _parsed_arguments,
        (damaged_words,), UsageError),
    _form("launchers' variables", _one("variables.json", json.dumps(_VARIABLES)), "variables.json", _placed,
        (damaged_words,), RuntimeError, NotImplementedError),
    _form("rank tables (JSON)", _one("table.json", json.dumps(_TABLE)), "table.json", _table, _JSON),
    _form("OnRequestExit's file (JSON)", _one("exit.json", '{"GracefulExit": 0}'), "exit.json", _asked, _JSON),
]  # fmt: skip
