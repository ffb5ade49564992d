"""Public data sets' files and the sources that read them."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

import msacc.dataset as ds
from tests.dataset import layouts, records, scene_layouts, sound_layouts, text_layouts
from tests.hostile.attack import Format
from tests.hostile.mutate import (
    Mutation,
    Random,
    chosen,
    damaged_bytes,
    damaged_json,
    damaged_text,
)

Made = Callable[[Path], Any]
_BYTES: tuple[Mutation, ...] = (damaged_bytes,)
_TEXT: tuple[Mutation, ...] = (damaged_text,)
_JSON: tuple[Mutation, ...] = (damaged_json,)


def rows(dataset: Any) -> None:
    """Every row of an epoch."""
    for _ in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True):
        pass


def _source(
    name: str, make: Made, hit: str, opened: Callable[[Path], Any], how: tuple[Mutation, ...]
) -> Format:
    def read(folder: Path) -> None:
        rows(opened(folder))

    return Format(name, make, tuple(hit.split()), read, (RuntimeError,), how)


def _cifar(labels: int) -> Made:
    def make(folder: Path) -> None:
        for name in ("data_batch_1.bin", "test_batch.bin", "train.bin", "test.bin"):
            (folder / name).write_bytes(layouts.pattern(3, 3072 + labels, seed=labels).tobytes())

    return make


def _csv(folder: Path) -> None:
    (folder / "a.csv").write_text('a,b,c\n1,2.5,"x, y"\n3,-4e2,""\n5,6,z é\n')


def _lines(folder: Path) -> None:
    (folder / "a.txt").write_text("first line\n\nsecond é line\nthird\n")


def _folder(folder: Path) -> None:
    layouts.picture(folder / "cat/0.png", 5)
    layouts.picture(folder / "dog/1.png", 7)


def _matlab(name: str, opened: Callable[[Path], Any], make: Made, hit: str) -> Format:
    return _source(name, make, hit, opened, _BYTES)


def _off(kind: Any, *args: Any, **how: Any) -> Any:
    return kind(*args, shuffle=False, **how)


BINARY = [
    _source("MNIST, FashionMNIST, KMNIST (idx)", layouts.kmnist, "*-ubyte",
        lambda d: _off(ds.MnistDataset, str(d)), _BYTES),
    _source("EMNIST (idx)", layouts.emnist, "emnist-mnist*", lambda d: _off(ds.EMnistDataset, str(d), "mnist"), _BYTES),
    _source("QMNIST (idx)", layouts.qmnist, "qmnist*", lambda d: _off(ds.QMnistDataset, str(d), "train", False),
        _BYTES),
    _source("CIFAR-10", _cifar(1), "*batch*.bin", lambda d: _off(ds.Cifar10Dataset, str(d)), _BYTES),
    _source("CIFAR-100", _cifar(2), "t*.bin", lambda d: _off(ds.Cifar100Dataset, str(d)), _BYTES),
    _source("STL10", layouts.stl10, "*.bin", lambda d: _off(ds.STL10Dataset, str(d)), _BYTES),
    _source("SVHN (MATLAB)", layouts.svhn, "*.mat", lambda d: _off(ds.SVHNDataset, str(d), "train"), _BYTES),
    _source("Flowers102 (MATLAB)", layouts.flowers, "*.mat", lambda d: _off(ds.Flowers102Dataset, str(d)), _BYTES),
    _source("Caltech101 (MATLAB)", layouts.caltech, "Annotations/*/*.mat",
        lambda d: _off(ds.Caltech101Dataset, str(d), "annotation"), _BYTES),
    _source("SBD (MATLAB)", scene_layouts.borders, "cls/*.mat *.txt",
        lambda d: _off(ds.SBDataset, str(d), "Segmentation"), _BYTES),
]  # fmt: skip

ANNOTATED = [
    _source("VOC (XML)", layouts.voc, "Annotations/*.xml ImageSets/Main/train.txt",
        lambda d: _off(ds.VOCDataset, str(d), "Detection"), _TEXT),
    *[
        _source(f"COCO {task} (JSON)", layouts.coco, "all.json", lambda d,
            task=task: _off(ds.CocoDataset, f"{d}/images", f"{d}/all.json", task), _JSON)
        for task in ("Detection", "Stuff", "Keypoint")
    ],
    _source("COCO Panoptic (JSON)", layouts.coco, "panoptic.json",
        lambda d: _off(ds.CocoDataset, f"{d}/images", f"{d}/panoptic.json", "Panoptic"), _JSON),
    _source("COCO Captioning (JSON)", layouts.coco, "captions.json",
        lambda d: _off(ds.CocoDataset, f"{d}/images", f"{d}/captions.json", "Captioning"), _JSON),
    _source("Manifest (JSON lines)", layouts.manifest, "good", lambda d: _off(ds.ManifestDataset, f"{d}/good"), _JSON),
    _source("CelebA", layouts.celeba, "*.txt", lambda d: _off(ds.CelebADataset, str(d), usage="train"), _TEXT),
    _source("Food101", layouts.food, "meta/*.txt", lambda d: _off(ds.Food101Dataset, str(d)), _TEXT),
    _source("IMDB", layouts.imdb, "train/*/*.txt", lambda d: _off(ds.IMDBDataset, str(d)), _TEXT),
    _source("Cityscapes polygons (JSON)", scene_layouts.cityscapes, "gtFine/train/*/*.json",
        lambda d: _off(ds.CityscapesDataset, str(d), task="polygon"), _JSON),
    _source("Flickr", scene_layouts.flickr, "good.token",
        lambda d: _off(ds.FlickrDataset, f"{d}/images", f"{d}/good.token"), _TEXT),
    _source("KITTI", scene_layouts.kitti, "data_object_label_2/training/label_2/*.txt",
        lambda d: _off(ds.KITTIDataset, str(d), "train"), _TEXT),
    _source("LFW people", scene_layouts.lfw, "people*.txt lfw-names.txt",
        lambda d: _off(ds.LFWDataset, str(d), "people"), _TEXT),
    _source("LFW pairs", scene_layouts.lfw, "pairs*.txt", lambda d: _off(ds.LFWDataset, str(d), "pairs"), _TEXT),
    _source("PhotoTour", scene_layouts.photo_tour, "liberty/m50*.txt",
        lambda d: _off(ds.PhotoTourDataset, str(d), "liberty", "test"), _TEXT),
    _source("Places365", scene_layouts.places365, "*.txt", lambda d: _off(ds.Places365Dataset, str(d), "val"), _TEXT),
    _source("SBU", scene_layouts.captions, "*.txt", lambda d: _off(ds.SBUDataset, str(d)), _TEXT),
    _source("Semeion", scene_layouts.semeion, "semeion.data", lambda d: _off(ds.SemeionDataset, str(d)), _TEXT),
    _source("SUN397", scene_layouts.sun397, "*.txt", lambda d: _off(ds.SUN397Dataset, str(d)), _TEXT),
    _source("WIDERFace", scene_layouts.wider_face, "wider_face_split/*train*.txt",
        lambda d: _off(ds.WIDERFaceDataset, str(d), "train"), _TEXT),
]  # fmt: skip

TEXTS = [
    _source("CSV", _csv, "a.csv", lambda d: _off(ds.CSVDataset, f"{d}/a.csv", column_defaults=[1, 0.5, ""]), _TEXT),
    _source("text", _lines, "a.txt", lambda d: _off(ds.TextFileDataset, f"{d}/a.txt"), _TEXT),
    _source("CLUE (JSON lines)", text_layouts.clue, "AFQMC_train.json",
        lambda d: _off(ds.CLUEDataset, f"{d}/AFQMC_train.json"), _JSON),
    _source("CLUE WSC (JSON lines)", text_layouts.clue, "WSC_train.json",
        lambda d: _off(ds.CLUEDataset, f"{d}/WSC_train.json", "WSC"), _JSON),
    _source("CoNLL2000", text_layouts.conll, "*.txt", lambda d: _off(ds.CoNLL2000Dataset, str(d)), _TEXT),
    _source("EnWik9", text_layouts.enwik, "enwik9", lambda d: _off(ds.EnWik9Dataset, str(d)), _TEXT),
    _source("IWSLT2016 (XML, lines)", text_layouts.iwslt2016, "texts/de/en/de-en/*",
        lambda d: _off(ds.IWSLT2016Dataset, str(d), "all", ["de", "en"]), _TEXT),
    _source("Multi30k", text_layouts.multi30k, "training/*",
        lambda d: _off(ds.Multi30kDataset, str(d), "train"), _TEXT),
    _source("SQuAD (JSON)", text_layouts.squad, "*.json", lambda d: _off(ds.SQuADDataset, str(d)), _JSON),
    _source("SST2", text_layouts.sst2, "train.tsv", lambda d: _off(ds.SST2Dataset, str(d), "train"), _TEXT),
    _source("UDPOS", text_layouts.udpos, "*.txt", lambda d: _off(ds.UDPOSDataset, str(d)), _TEXT),
    _source("AG News (CSV)", layouts.news3, "train.csv", lambda d: _off(ds.AGNewsDataset, str(d), "train"), _TEXT),
    _source("Penn Treebank", layouts.lines, "ptb.train.txt",
        lambda d: _off(ds.PennTreebankDataset, str(d), "train"), _TEXT),
    _source("USPS", layouts.usps, "usps", lambda d: _off(ds.USPSDataset, str(d), "train"), _TEXT),
]  # fmt: skip

SOUNDS = [
    _source("wav (YesNo)", sound_layouts.yes_no, "*.wav", lambda d: _off(ds.YesNoDataset, str(d)), _BYTES),
    _source("wav (LJSpeech)", sound_layouts.lj_speech, "wavs/*.wav", lambda d: _off(ds.LJSpeechDataset, str(d)),
        _BYTES),
    _source("LJSpeech texts", sound_layouts.lj_speech, "metadata.csv",
        lambda d: _off(ds.LJSpeechDataset, str(d)), _TEXT),
    _source("SpeechCommands lists", sound_layouts.speech_commands, "*.txt",
        lambda d: _off(ds.SpeechCommandsDataset, str(d), "test"), _TEXT),
    _source("CMU Arctic texts", sound_layouts.cmu_arctic, "*aew*/etc/*",
        lambda d: _off(ds.CMUArcticDataset, str(d), "aew"), _TEXT),
    _source("LibriTTS texts", sound_layouts.libri_tts, "*/*/*/*.tsv",
        lambda d: _off(ds.LibriTTSDataset, str(d)), _TEXT),
    _source("sphere (TED-LIUM)", sound_layouts.tedlium, "train/sph/*",
        lambda d: _off(ds.TedliumDataset, str(d), "release1", "train"), (damaged_bytes, damaged_text)),
    _source("TED-LIUM texts", sound_layouts.tedlium, "train/stm/*",
        lambda d: _off(ds.TedliumDataset, str(d), "release1", "train"), _TEXT),
]  # fmt: skip


# -- TFRecord ----------------------------------------------------------------------------------
_ROWS: list[records.Row] = [
    {"x": [1, -2, 3 + i], "f": [0.5, 1.5 * i], "b": [b"bytes", b"\0x" * i]} for i in range(3)
]
_SCHEMA = {
    "datasetType": "TF",
    "numRows": 3,
    "columns": {
        "x": {"type": "int64", "rank": 1, "shape": [3]},
        "f": {"type": "float32", "rank": 1, "shape": [-1]},
        "b": {"type": "string", "rank": 1},
    },
}


def _tfrecord(folder: Path) -> None:
    records.write(folder / "a.tfrecord", _ROWS)
    records.write(folder / "a.zlib", _ROWS, "ZLIB")
    records.write(folder / "a.gzip", _ROWS, "GZIP")
    (folder / "schema.json").write_text(json.dumps(_SCHEMA))


def _reframed(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """Damaged messages in good frames."""
    messages = [records.example(row) for row in _ROWS]
    i = int(random.integers(len(messages)))
    messages[i] = damaged_bytes(random, messages[i], messages)
    return b"".join(map(records.framed, messages))


def _repacked(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    inner = _reframed if random.random() < 0.5 else damaged_bytes
    packed = raw[:2] == b"\x1f\x8b"
    content = gzip.decompress(raw) if packed else zlib.decompress(raw)
    content = inner(random, content, [content])
    return gzip.compress(content) if packed else zlib.compress(content)


def _records(name: str, **how: Any) -> Callable[[Path], Any]:
    return lambda d: ds.TFRecordDataset(
        f"{d}/{name}",
        f"{d}/schema.json" if how.pop("schema", False) else None,
        shuffle=False,
        **how,
    )


def _with_schema(folder: Path) -> Any:
    return ds.TFRecordDataset(f"{folder}/a.tfrecord", f"{folder}/schema.json", shuffle=False)


RECORDS = [
    _source("TFRecord", _tfrecord, "a.tfrecord", _records("a.tfrecord"), (damaged_bytes, _reframed)),
    _source("TFRecord with schema", _tfrecord, "a.tfrecord", _with_schema, (damaged_bytes, _reframed)),
    _source("TFRecord's schema (JSON)", _tfrecord, "schema.json", _with_schema, _JSON),
    _source("TFRecord, zlib", _tfrecord, "a.zlib", _records("a.zlib", compression_type="ZLIB"),
        (damaged_bytes, _repacked)),
    _source("TFRecord, gzip", _tfrecord, "a.gzip", _records("a.gzip", compression_type="GZIP"),
        (damaged_bytes, _repacked)),
]  # fmt: skip


# -- images ------------------------------------------------------------------------------------
_KINDS = {
    "JPEG": ({"quality": 60}, {"progressive": True}),
    "PNG": ({}, {"pnginfo": None}),
    "BMP": ({},),
    "GIF": ({},),
    "WEBP": ({}, {"lossless": True}),
    "TIFF": ({}, {"compression": "tiff_lzw"}, {"compression": "jpeg"}),
    "PPM": ({},),
}


def pictures(kind: str) -> Made:
    """Writes images of a kind, in classes."""

    def make(folder: Path) -> None:
        (folder / "c").mkdir()
        modes = ("RGB", "L", "P") if kind in ("PNG", "GIF", "BMP", "TIFF") else ("RGB", "L")
        for i, mode in enumerate(modes):
            for j, how in enumerate(_KINDS[kind]):
                if how.get("compression") == "jpeg" and mode == "P":
                    continue
                pixels = np.repeat(np.repeat(layouts.pattern(6, 7, 3, seed=i), 3, 0), 3, 1)
                Image.fromarray(pixels).convert(mode).save(folder / f"c/{i}{j}.img", kind, **how)

    return make


def damaged_png(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """A damaged chunk with a good checksum."""
    chunks, at = [], 8
    while at + 12 <= len(raw):
        size = int.from_bytes(raw[at : at + 4], "big")
        chunks.append((raw[at + 4 : at + 8], raw[at + 8 : at + 8 + size]))
        at += 12 + size
    i = int(random.integers(len(chunks)))
    name, body = chunks[i]
    if name == b"IDAT" and random.random() < 0.7:
        body = zlib.compress(damaged_bytes(random, zlib.decompress(body), [body]))
    else:
        body = damaged_bytes(random, body, [c for _, c in chunks])
    chunks[i] = (
        chosen(random, (name, name, name, b"tEXt", b"zTXt", b"iCCP", b"PLTE", b"fcTL")),
        body,
    )
    whole = [n + c + zlib.crc32(n + c).to_bytes(4, "big") for n, c in chunks]
    return raw[:8] + b"".join(len(w[4:-4]).to_bytes(4, "big") + w for w in whole)


def _decoded(folder: Path) -> None:
    for path in sorted((folder / "c").iterdir()):
        ds.vision.Decode()(np.fromfile(path, np.uint8))


def _read_images(folder: Path) -> None:
    for path in sorted((folder / "c").iterdir()):
        for mode in ds.vision.ImageReadMode:
            ds.vision.read_image(str(path), mode)


def _image(kind: str) -> list[Format]:
    how = (damaged_bytes, damaged_png) if kind == "PNG" else _BYTES
    return [
        Format(f"{kind}, Decode", pictures(kind), ("c/*",), _decoded, (RuntimeError,), how),
        Format(f"{kind}, read_image", pictures(kind), ("c/*",), _read_images, (RuntimeError,), how),
    ]


IMAGES = [
    *[form for kind in _KINDS for form in _image(kind)],
    _source("images, ImageFolder", _folder, "*/*.png",
        lambda d: _off(ds.ImageFolderDataset, str(d), decode=True), (damaged_bytes, damaged_png)),
    _source("images, VOC", layouts.voc, "JPEGImages/* SegmentationClass/*",
        lambda d: _off(ds.VOCDataset, str(d), decode=True), (damaged_bytes, damaged_png)),
    _source("images, PhotoTour", scene_layouts.photo_tour, "liberty/*.bmp",
        lambda d: _off(ds.PhotoTourDataset, str(d), "liberty", "train"), _BYTES),
]  # fmt: skip

SOURCES = [*BINARY, *ANNOTATED, *TEXTS, *SOUNDS, *RECORDS, *IMAGES]
