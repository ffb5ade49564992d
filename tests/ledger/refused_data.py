"""Refused and said-once arguments of data pipelines."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msacc as ms
import msacc.dataset as ds
from msacc.dataset import text
from tests.dataset import layouts
from tests.ledger.kit import in_folder, numbers
from tests.ledger.row import Row, rows
from tests.parity.cases import dataset_scenes, dataset_sentences
from tests.parity.cases.args_readers import READERS
from tests.parity.cases.dataset_scenes import build


def of_set(name: str) -> Callable[[], Any]:
    """A newer set with `cache=`; DatasetCache speaks for it."""

    def made() -> Any:
        layouts = {**dataset_scenes.SETS, **dataset_sentences.SETS}
        with tempfile.TemporaryDirectory() as folder:
            layout, ways = layouts[name]
            layout(Path(folder))
            given, options = next(iter(ways.values()))
            return build(name, (given, {**options, "cache": ds.DatasetCache(1)}))(ds, folder)

    return made


_SETS = sorted({*dataset_scenes.SETS, *dataset_sentences.SETS} - {"SB"})


def cached(layout: Callable[[Path], None], name: str, file: str = "") -> Callable[[], Any]:
    """A reader with `cache=`; DatasetCache speaks for it."""

    def call(folder: str) -> Any:
        layout(Path(folder))
        reader = getattr(ds, f"{name}Dataset")
        return reader(f"{folder}/{file}" if file else folder, cache=ds.DatasetCache(1))

    return in_folder(call)


def numbered(folder: Path) -> None:
    writer = ms.mindrecord.FileWriter(f"{folder}/a.mindrecord", 1)
    writer.add_schema({"x": {"type": "int32"}}, "numbers")
    writer.write_raw_data([{"x": i} for i in range(3)])
    writer.commit()


def table(folder: Path) -> None:
    (folder / "a.csv").write_text("1,2\n3,4\n")


def empty_record(folder: Path) -> None:
    (folder / "a.tfrecord").write_bytes(b"")


def opened(reader: str, folder: str, **options: Any) -> Any:
    layout, build = READERS[reader]
    layout(Path(folder))
    return build(ds, folder, **options)


def read(folder: str, **options: Any) -> Any:
    numbered(Path(folder))
    return ms.mindrecord.FileReader(f"{folder}/a.mindrecord", **options).close()


_NO_SERVER = "MindSpore's cache is a server of its own; rows are read anew."
_FOREIGN = "The tokenizer needs a library that msacc does not hold."

_CACHED = {
    "AGNews": (layouts.news3, ""),
    "AmazonReview": (layouts.news3, ""),
    "DBpedia": (layouts.news3, ""),
    "YahooAnswers": (layouts.news4, ""),
    "YelpReview": (layouts.news2, ""),
    "SogouNews": (layouts.news3, ""),
    "PennTreebank": (layouts.lines, ""),
    "WikiText": (layouts.lines, ""),
    "USPS": (layouts.usps, ""),
    "CSV": (table, "a.csv"),
    "TextFile": (table, "a.csv"),
    "TFRecord": (empty_record, "a.tfrecord"),
    "Mind": (numbered, "a.mindrecord"),
}

ROWS: tuple[Row, ...] = (
    *rows(
        "mindspore.mindrecord.set_enc_mode",
        "enc_mode",
        lambda: ms.mindrecord.set_enc_mode("AES"),
        ValueError,
        "AES-GCM is MindSpore's one cipher; functions are exercised by the tests of files.",
    ),
    *(Row(f"mindspore.dataset.{n}Dataset", "cache", of_set(n), None, _NO_SERVER) for n in _SETS),
    Row(
        "mindspore.dataset.RandomDataset",
        "cache",
        lambda: ds.RandomDataset(1, cache=ds.DatasetCache(1)),
        None,
        _NO_SERVER,
    ),
    *(
        Row(f"mindspore.dataset.{n}Dataset", "cache", cached(layout, n, file), None, _NO_SERVER)
        for n, (layout, file) in _CACHED.items()
    ),
    *rows(
        "mindspore.dataset.AGNewsDataset.map",
        "cache",
        lambda: numbers().map(lambda x: x, cache=ds.DatasetCache(1)),
        None,
        _NO_SERVER,
    ),
    *(
        row
        for name in ("CelebA", "Coco", "ImageFolder", "VOC")
        for row in rows(
            f"mindspore.dataset.{name}Dataset",
            "decrypt",
            in_folder(lambda d, n=name: opened(n, d, decrypt=print)),
            NotImplementedError,
            "Files are decrypted before.",
        )
    ),
    *rows(
        "mindspore.dataset.text.JiebaTokenizer",
        "hmm_path mp_path mode with_offsets",
        lambda: text.JiebaTokenizer("a", "b"),
        NotImplementedError,
        _FOREIGN,
        "JiebaTokenizer",
    ),
    *rows(
        "mindspore.dataset.PKSampler",
        "num_class",
        lambda: ds.PKSampler(2, num_class=2),
        NotImplementedError,
        "MindSpore refuses it as well.",
    ),
    *rows(
        "mindspore.dataset.AGNewsDataset.save",
        "file_type",
        lambda: numbers().save("x", file_type="tfrecord"),
        ValueError,
        "MindRecord is the one type, in MindSpore too.",
        "tfrecord",
    ),
    *rows(
        "mindspore.dataset.OBSMindDataset",
        "dataset_files server ak sk sync_obs_path columns_list shuffle num_shards shard_id shard_equal_rows",
        lambda: ds.OBSMindDataset(["a"], "at", "ak", "sk", "obs://x", ["x"], False, 2, 1, False),
        NotImplementedError,
        "It needs Huawei's client of the object storage.",
        "OBSMindDataset",
    ),
    *rows(
        "mindspore.FileReader",
        "operator",
        in_folder(lambda d: read(d, operator=1)),
        None,
        "MindSpore's own readers of columns do nothing with it.",
    ),
)
