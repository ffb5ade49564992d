"""Images and texts with classes in public layouts: rows, orders, refusals."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.dataset import layouts
from tests.parity.cases.dataset_images import Build, rows
from tests.parity.harness import Arrays, case

_NEWS = {
    "AGNews": "news3",
    "AmazonReview": "news3",
    "DBpedia": "news3",
    "YahooAnswers": "news4",
    "YelpReview": "news2",
    "SogouNews": "news3",
}


def _of(name: str, **options: Any) -> Build:
    return lambda ds, d: getattr(ds, f"{name}Dataset")(d, num_parallel_workers=1, **options)


SETS: dict[str, dict[str, Build]] = {
    "celeba": {
        "all": lambda ds, d: ds.CelebADataset(d, shuffle=False, decode=True),
        "shuffled": lambda ds, d: ds.CelebADataset(d, decode=True),
        "train": lambda ds, d: ds.CelebADataset(d, usage="train", shuffle=False, decode=True),
        "valid": lambda ds, d: ds.CelebADataset(d, usage="valid", decode=True),
        "ends": lambda ds, d: ds.CelebADataset(d, extensions=[".jpg"], usage="test", decode=True),
    },
    "food": {
        "all": lambda ds, d: ds.Food101Dataset(d, shuffle=False, decode=True),
        "shuffled": lambda ds, d: ds.Food101Dataset(d, decode=True),
        "test": lambda ds, d: ds.Food101Dataset(d, "test", shuffle=False, decode=True),
    },
    "imdb": {
        "all": lambda ds, d: ds.IMDBDataset(d, shuffle=False),
        "shuffled": lambda ds, d: ds.IMDBDataset(d),
        "test": lambda ds, d: ds.IMDBDataset(d, "test", shuffle=False),
    },
    "flowers": {
        "all": lambda ds, d: ds.Flowers102Dataset(d, shuffle=False, decode=True),
        "shuffled": lambda ds, d: ds.Flowers102Dataset(d, decode=True),
        "test": lambda ds, d: ds.Flowers102Dataset(d, usage="test", shuffle=False, decode=True),
        "marks": lambda ds, d: ds.Flowers102Dataset(
            d, "Segmentation", "train", shuffle=False, decode=True
        ),
        "valid": lambda ds, d: ds.Flowers102Dataset(d, usage="valid", decode=True),
    },
    "caltech": {
        "category": lambda ds, d: ds.Caltech101Dataset(d, shuffle=False, decode=True),
        "shuffled": lambda ds, d: ds.Caltech101Dataset(d, decode=True),
        "outlines": lambda ds, d: ds.Caltech101Dataset(d, "annotation", shuffle=False, decode=True),
        "both": lambda ds, d: ds.Caltech101Dataset(d, "all", shuffle=False, decode=True),
    },
    "lines": {
        f"{name}_{usage}_{shuffle}": _of(name, usage=usage, shuffle=shuffle)
        for name in ("PennTreebank", "WikiText")
        for usage in ("all", "train", "valid")
        for shuffle in (False, True)
    },
    "usps": {
        "all": _of("USPS", shuffle=False),
        "shuffled": _of("USPS"),
        "shard": _of("USPS", num_shards=2, shard_id=1),
        "test": _of("USPS", usage="test", shuffle=False),
    },
}

for _layout, _builds in SETS.items():
    for _name, _build in _builds.items():
        case(name=f"{_layout}_{_name}", jit=False, rtol=0, atol=0)(rows(_layout, _build, __name__))

for _name, _layout in _NEWS.items():
    for _way, _given in {
        "all": {"shuffle": False},
        "shuffled": {},
        "train": {"usage": "train", "shuffle": False},
        "test": {"usage": "test", "shuffle": False, "num_samples": 2},
    }.items():
        case(name=f"{_name}_{_way}", jit=False, rtol=0, atol=0)(
            rows(_layout, _of(_name, **_given), __name__)
        )

REFUSED: dict[str, dict[str, Build]] = {
    "celeba": {
        "usage": lambda ds, d: ds.CelebADataset(d, usage="x"),
        "ends": lambda ds, d: list(ds.CelebADataset(d, extensions=[".png"])),
        "ends_number": lambda ds, d: ds.CelebADataset(d, extensions=5),
        "absent": lambda ds, d: list(ds.CelebADataset(tempfile.gettempdir())),
        "absent_part": lambda ds, d: list(ds.CelebADataset(tempfile.gettempdir(), usage="train")),
    },
    "food": {
        "usage": lambda ds, d: ds.Food101Dataset(d, "x"),
        "absent": lambda ds, d: list(ds.Food101Dataset(tempfile.gettempdir())),
        "decode": lambda ds, d: ds.Food101Dataset(d, decode=5),
    },
    "imdb": {
        "usage": lambda ds, d: ds.IMDBDataset(d, "x"),
        "absent": lambda ds, d: list(ds.IMDBDataset(tempfile.gettempdir())),
    },
    "flowers": {
        "task": lambda ds, d: ds.Flowers102Dataset(d, "x"),
        "usage": lambda ds, d: ds.Flowers102Dataset(d, usage="x"),
        "absent": lambda ds, d: ds.Flowers102Dataset(tempfile.gettempdir()),
    },
    "caltech": {
        "target": lambda ds, d: ds.Caltech101Dataset(d, "x"),
        "absent": lambda ds, d: ds.Caltech101Dataset(tempfile.gettempdir()),
    },
    "lines": {
        "usage": lambda ds, d: ds.WikiTextDataset(d, "x"),
        "absent": lambda ds, d: list(ds.PennTreebankDataset(tempfile.gettempdir())),
        "folder": lambda ds, d: ds.PennTreebankDataset(f"{d}/x"),
    },
    "news2": {
        "fields": lambda ds, d: list(ds.AGNewsDataset(d)),
        "usage": lambda ds, d: ds.YelpReviewDataset(d, "x"),
        "folder": lambda ds, d: ds.SogouNewsDataset(f"{d}/x"),
        "absent": lambda ds, d: list(ds.AmazonReviewDataset(tempfile.gettempdir())),
    },
    "usps": {
        "absent": lambda ds, d: list(ds.USPSDataset(tempfile.gettempdir())),
        "few": lambda ds, d: list(ds.USPSDataset(_written(d, "7 1:0.5\n"), "train")),
        "no_number": lambda ds, d: list(ds.USPSDataset(_written(d, "zz 1:0\n"), "train")),
        "empty": lambda ds, d: list(ds.USPSDataset(_written(d, ""), "train")),
    },
}


def _written(folder: str, text: str) -> str:
    (Path(folder) / "usps").write_text(text)
    return folder


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out: Arrays = {}
    for layout, calls in REFUSED.items():
        with tempfile.TemporaryDirectory() as folder:
            getattr(layouts, layout)(Path(folder))
            for name, call in calls.items():
                out[f"{layout}_{name}"] = run.raises(_nothing(call, ds, folder))["raises"]
    return out


def _nothing(call: Build, ds: Any, folder: str) -> Callable[[], list[Any]]:
    def body() -> list[Any]:
        call(ds, folder)
        return []

    return body
