"""All formats, in families that share the inputs of a run."""

from __future__ import annotations

from tests.hostile.attack import Format
from tests.hostile.checkpoints import CHECKPOINTS
from tests.hostile.mindrecords import MINDRECORDS
from tests.hostile.others import OTHERS
from tests.hostile.sources import ANNOTATED, BINARY, IMAGES, RECORDS, SOUNDS, TEXTS

FORMATS = [
    *CHECKPOINTS,
    *MINDRECORDS,
    *RECORDS,
    *BINARY,
    *ANNOTATED,
    *TEXTS,
    *SOUNDS,
    *IMAGES,
    *OTHERS,
]


def _named(*starts: str) -> list[Format]:
    return [form for form in FORMATS if form.name.startswith(starts)]


FAMILIES: dict[str, list[Format]] = {
    "`.ckpt`": [form for form in CHECKPOINTS if form.name == ".ckpt"],
    "`.ckpt` with a checksum": _named(".ckpt with"),
    "encrypted `.ckpt` (AES-GCM, AES-CBC, SM4-CBC)": _named(".ckpt, "),
    "safetensors, merged safetensors and their map": _named("safetensors", "unified", "param_name"),
    "MindIR, also encrypted": _named("MindIR"),
    "strategy and group files (protobuf, JSON)": _named("strategy", "group"),
    "folders of runs that go on": _named("a run", "folder"),
    "MindRecord, also encrypted": [f for f in MINDRECORDS if "index" not in f.name],
    "MindRecord's index (SQLite), also encrypted": _named("MindRecord's"),
    "TFRecord, its schema, zlib, gzip": list(RECORDS),
    "idx: MNIST, FashionMNIST, KMNIST, EMNIST, QMNIST": _named("MNIST", "EMNIST", "QMNIST"),
    "CIFAR-10, CIFAR-100, STL10": _named("CIFAR", "STL10"),
    "MATLAB: SVHN, Flowers102, Caltech101, SBD": [f for f in BINARY if "MATLAB" in f.name],
    "COCO (five tasks), Manifest, Cityscapes, in JSON": _named("COCO", "Manifest", "Cityscapes"),
    "VOC, in XML": _named("VOC"),
    "lists of CelebA, Flickr, KITTI, LFW, WIDERFace and seven others": _named(
        "CelebA", "Food", "IMDB", "Flickr", "KITTI", "LFW", "PhotoTour", "Places", "SBU", "Semeion", "SUN", "WIDER"
    ),
    "CSV, text, CLUE, SQuAD and ten other sources of texts": list(TEXTS),
    "wav, sphere, and the texts of speech": list(SOUNDS),
    **{f"{kind}: Decode, read_image": _named(f"{kind}, ") for kind in ("JPEG", "PNG", "BMP", "GIF", "WEBP",
        "TIFF", "PPM")},
    "images of ImageFolder, VOC, PhotoTour": _named("images"),
    "Vocab, word vectors, SentencePiece, LineReader": _named("Vocab", "word", "Sentence", "LineReader"),
    "written pipelines, settings, OnRequestExit's file": _named("written", "dataset.config", "OnRequest"),
    "converters: CIFAR's pickles, CSV, gzip, TFRecord, ImageNet": [f for f in OTHERS if "ToMR" in f.name],
    "`msrun`'s arguments": _named("msrun"),
    "launchers' variables": _named("launchers"),
    "rank tables": _named("rank"),
}  # fmt: skip
