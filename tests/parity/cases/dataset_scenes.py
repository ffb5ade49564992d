"""Sets of scenes, faces and signs in public layouts, and made up rows: rows, orders, refusals."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset import scene_layouts
from tests.parity.cases.dataset_images import SEED, Build
from tests.parity.cases.dataset_pipeline import found
from tests.parity.harness import Arrays, case

Way = tuple[tuple[Any, ...], dict[str, Any]]
Layout = Callable[[Path], None]


def way(*given: Any, **options: Any) -> Way:
    """The arguments behind the folder."""
    return ("$", *given), options


def still(*given: Any, **options: Any) -> Way:
    """The same in the files' order."""
    return way(*given, shuffle=False, **options)


def build(name: str, given: Way) -> Build:
    """A dataset of that class; `$` in a text is the folder."""

    def put(value: Any, folder: str) -> Any:
        if isinstance(value, list):
            return [put(item, folder) for item in value]
        return value.replace("$", folder) if isinstance(value, str) else value

    def made(ds: Any, folder: str) -> Any:
        arguments = [put(value, folder) for value in given[0]]
        return getattr(ds, f"{name}Dataset")(*arguments, **given[1])

    return made


def rows(layout: Layout, make: Build, chapter: str) -> Callable[[Any, Any], Arrays]:
    """A case: two epochs of a dataset in a folder of that layout."""

    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        ds.config.set_seed(SEED)
        with tempfile.TemporaryDirectory() as folder:
            layout(Path(folder))
            dataset = make(ds, folder)
            return {"size": np.array(dataset.get_dataset_size()), **found(dataset, epochs=2)}

    body.__module__ = chapter
    return body


def refused(calls: dict[Layout, tuple[str, dict[str, Way]]], ms: Any, run: Any) -> Arrays:
    """The exception of each call, or of reading what it gives."""
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out: Arrays = {}
    for layout, (name, ways) in calls.items():
        with tempfile.TemporaryDirectory() as folder:
            layout(Path(folder))
            for told, given in ways.items():

                def body(given: Way = given, name: str = name, folder: str = folder) -> list[Any]:
                    list(build(name, given)(ds, folder))
                    return []

                out[f"{name}_{told}"] = run.raises(body)["raises"]
    return out


def nothing(folder: Path) -> None:
    """An empty folder."""


L = scene_layouts
SETS: dict[str, tuple[Layout, dict[str, Way]]] = {
    "Caltech256": (
        L.caltech256,
        {
            "all": still(decode=True),
            "shuffled": way(),
            "shard": way(num_shards=2, shard_id=1, shuffle=False),
        },
    ),
    "Cityscapes": (
        L.cityscapes,
        {
            "instance": still(decode=True),
            "shuffled": way(),
            "all": still("all"),
            "coarse": still("all", "coarse", "semantic"),
            "extra": still("train_extra", "coarse", "color"),
            "polygon": still("val", "fine", "polygon"),
        },
    ),
    "DIV2K": (
        L.div2k,
        {
            "bicubic": still(decode=True),
            "shuffled": way(),
            "all": still("all", "unknown", 3),
            "mild": still("train", "mild", 4),
            "difficult": still("train", "difficult", 4),
            "wild": still("valid", "wild", 4),
            "eighth": still("train", "bicubic", 8),
        },
    ),
    "Flickr": (
        L.flickr,
        {
            "all": (("$/images", "$/good.token"), {"shuffle": False, "decode": True}),
            "shuffled": (("$/images", "$/good.token"), {}),
            "few": (("$/images", "$/few.token"), {}),
        },
    ),
    "KITTI": (L.kitti, {"train": still(decode=True), "shuffled": way(), "test": still("test")}),
    "LFW": (
        L.lfw,
        {
            "people": still(decode=True),
            "shuffled": way(),
            "train": still("people", "train"),
            "test": still("people", "test", "original"),
            "folds": still("people", "10fold", "deepfunneled"),
            "pairs": still("pairs"),
            "pairs_train": still("pairs", "train"),
            "pairs_folds": still("pairs", "10fold"),
        },
    ),
    "LSUN": (
        L.lsun,
        {
            "all": still(decode=True),
            "shuffled": way(),
            "train": still("train"),
            "some": still("valid", ["tower", "bedroom"]),
        },
    ),
    "Omniglot": (
        L.omniglot,
        {"all": still(decode=True), "shuffled": way(), "evaluation": still(False)},
    ),
    "PhotoTour": (
        L.photo_tour,
        {
            "pairs": still("liberty", "test"),
            "shuffled": way("liberty", "test"),
            "patches": still("liberty", num_shards=100, shard_id=99),
        },
    ),
    "Places365": (
        L.places365,
        {
            "train": still(),
            "shuffled": way(),
            "val": still("val"),
            "large": still("val", False, True),
            "challenge": still("train-challenge", False),
        },
    ),
    "RenderedSST2": (
        L.rendered,
        {
            "all": still(),
            "shuffled": way(),
            "train": still("train"),
            "test": still("test"),
            "val": still("val", decode=True),
        },
    ),
    "SB": (
        L.borders,
        {
            "borders": still(),
            "shuffled": way(),
            "segments": still("Segmentation", "train", decode=True),
            "val": still("Boundaries", "val"),
            "noval": still("Boundaries", "train_noval"),
        },
    ),
    "SBU": (L.captions, {"all": still(), "shuffled": way(decode=True)}),
    "Semeion": (
        L.semeion,
        {"all": still(), "shuffled": way(), "shard": still(num_shards=2, shard_id=1)},
    ),
    "SUN397": (L.sun397, {"all": still(), "shuffled": way(decode=True)}),
    "WIDERFace": (
        L.wider_face,
        {
            "all": still(),
            "shuffled": way(decode=True),
            "train": still("train"),
            "valid": still("valid", decode=True),
            "test": still("test"),
        },
    ),
    "FakeImage": (
        nothing,
        {
            "plain": ((5, (3, 5, 3), 7, 3), {"shuffle": False}),
            "shuffled": ((5, [16, 5, 3], 4), {}),
        },
    ),
}

for _name, (_layout, _ways) in SETS.items():
    for _told, _given in _ways.items():
        case(name=f"{_name}_{_told}", jit=False, rtol=0, atol=0)(
            rows(_layout, build(_name, _given), __name__)
        )


def _random(ds: Any, count: Any, **options: Any) -> Any:
    schema = ds.Schema()
    for name, kind, shape in (("a", "int32", [2]), ("b", "float16", [2, 2]), ("c", "bool", [])):
        schema.add_column(name, kind, shape)
    return ds.RandomDataset(count, schema, num_parallel_workers=1, **options)


_RANDOM: dict[str, Build] = {
    "rows": lambda ds, d: _random(ds, 5),
    "columns": lambda ds, d: _random(ds, 3, columns_list=["c", "a"]),
    "samples": lambda ds, d: _random(ds, 3, num_samples=2),
    "drawn": lambda ds, d: ds.RandomDataset(4, num_parallel_workers=1),
    "fewer": lambda ds, d: ds.RandomDataset(4, num_samples=2, num_parallel_workers=1),
}
for _told, _make in _RANDOM.items():
    case(name=f"Random_{_told}", jit=False, rtol=0, atol=0)(rows(nothing, _make, __name__))

_SHARDS = {
    "shards_alone": way(num_shards=2),
    "shard_alone": way(shard_id=1),
    "shard_late": way(num_shards=2, shard_id=2),
    "workers": way(num_parallel_workers=0),
    "samples": way(num_samples=-1),
    "shuffle": way(shuffle=5),
    "decode": way(decode=5),
    "cache": way(cache=5),
    "gone": (("$/nowhere",), {}),
}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    calls: dict[Layout, tuple[str, dict[str, Way]]] = {
        L.caltech256: ("Caltech256", _SHARDS),
        L.cityscapes: (
            "Cityscapes",
            {
                "usage": way("x"),
                "usage_coarse": way("test", "coarse"),
                "usage_none": way(None),
                "quality": way("train", "x"),
                "task": way("train", "fine", "x"),
                "decode": way(decode=5),
            },
        ),
        L.div2k: (
            "DIV2K",
            {
                "usage": way("x"),
                "downgrade": way("train", "x"),
                "scale": way("train", "bicubic", 5),
                "scale_text": way("train", "bicubic", "2"),
                "mild": way("train", "mild", 2),
                "eight": way("train", "unknown", 8),
            },
        ),
        L.flickr: (
            "Flickr",
            {
                "picture": (("$/images", "$/gone.token"), {}),
                "line": (("$/images", "$/bad.token"), {}),
                "file": (("$/images", "$/nowhere"), {}),
                "file_number": (("$/images", 5), {}),
            },
        ),
        L.kitti: ("KITTI", {"usage": way("all"), "decode": way(decode=5)}),
        L.lfw: ("LFW", {"task": way("x"), "usage": way(None, "x"), "set": way(image_set="x")}),
        L.lsun: (
            "LSUN",
            {
                "usage": way("x"),
                "classes": way("all", ["x"]),
                "classes_text": way("all", "tower"),
                "absent": way("all", ["bridge"]),
            },
        ),
        L.omniglot: ("Omniglot", {"background": way(5)}),
        L.photo_tour: (
            "PhotoTour",
            {"name": way("x"), "usage": way("liberty", "all"), "absent": way("yosemite")},
        ),
        L.places365: ("Places365", {"usage": way("train"), "small": way(None, 5)}),
        L.rendered: ("RenderedSST2", {"usage": way("valid")}),
        L.borders: ("SB", {"task": way("x"), "usage": way("Boundaries", "test")}),
        L.wider_face: ("WIDERFace", {"usage": way("val")}),
    }
    return refused(calls, ms, run)


@case(jit=False)
def absent(ms: Any, run: Any) -> Arrays:
    out: Arrays = {}
    for name in SETS.keys() - {"Flickr", "PhotoTour", "FakeImage"}:
        out |= refused({nothing: (name, {"absent": way()})}, ms, run)
    return out


@case(jit=False)
def made_up_refusals(ms: Any, run: Any) -> Arrays:
    images: dict[str, Way] = {
        "none": ((0,), {}),
        "axes": ((3, (2, 2)), {}),
        "size": ((3, 5), {}),
        "text": ((3, (2, 2, "a")), {}),
        "classes": ((3, (2, 2, 2), 0), {}),
        "seed": ((3, (2, 2, 2), 2, "a"), {}),
    }
    random: dict[str, Way] = {
        "rows": (("a",), {}),
        "columns": ((3,), {"columns_list": "a"}),
        "schema": ((3, 5), {}),
        "shuffle": ((3,), {"shuffle": 5}),
        "shards": ((3,), {"num_shards": 2}),
        "cache": ((3,), {"cache": 5}),
    }
    out = refused({nothing: ("FakeImage", images)}, ms, run)
    return {**out, **refused({nothing: ("Random", random)}, ms, run)}
