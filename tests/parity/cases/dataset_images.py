"""Image sets in public layouts: rows, orders, classes, refusals."""

from __future__ import annotations

import importlib
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset import layouts
from tests.parity.cases.dataset_pipeline import found
from tests.parity.harness import Arrays, case

SEED = 7
Build = Callable[[Any, str], Any]

# Layout -> name of a case -> the dataset in a folder of that layout.
SETS: dict[str, dict[str, Build]] = {
    "kmnist": {
        "train": lambda ds, d: ds.KMnistDataset(d, "train", shuffle=False),
        "shuffled": lambda ds, d: ds.KMnistDataset(d),
        "shard": lambda ds, d: ds.KMnistDataset(d, num_shards=2, shard_id=1, num_samples=3),
    },
    "emnist": {
        "all": lambda ds, d: ds.EMnistDataset(d, "mnist", shuffle=False),
        "train": lambda ds, d: ds.EMnistDataset(d, "letters", "train"),
        "test": lambda ds, d: ds.EMnistDataset(d, "letters", "test", shuffle=False),
    },
    "qmnist": {
        "all": lambda ds, d: ds.QMnistDataset(d),
        "train": lambda ds, d: ds.QMnistDataset(d, "train", False, shuffle=False),
        "test": lambda ds, d: ds.QMnistDataset(d, "test", shuffle=False),
        "nist": lambda ds, d: ds.QMnistDataset(d, "nist", False, shuffle=False),
    },
    "stl10": {
        "all": lambda ds, d: ds.STL10Dataset(d, shuffle=False),
        "train": lambda ds, d: ds.STL10Dataset(d, "train", shuffle=False),
        "both": lambda ds, d: ds.STL10Dataset(d, "train+unlabeled", shuffle=False),
    },
    "svhn": {
        "all": lambda ds, d: ds.SVHNDataset(d),
        "extra": lambda ds, d: ds.SVHNDataset(d, "extra", shuffle=False),
        "shard": lambda ds, d: ds.SVHNDataset(d, "train", num_shards=2, shard_id=1),
    },
    "voc": {
        "segments": lambda ds, d: ds.VOCDataset(d, shuffle=False, decode=True),
        "segments_val": lambda ds, d: ds.VOCDataset(d, usage="val", decode=True),
        "boxes": lambda ds, d: ds.VOCDataset(d, "Detection", shuffle=False, decode=True),
        "shuffled": lambda ds, d: ds.VOCDataset(d, "Detection", decode=True),
        "classes": lambda ds, d: ds.VOCDataset(
            d, "Detection", "train", {"dog": 5, "cat": 2}, shuffle=False, decode=True
        ),
        "hidden": lambda ds, d: ds.VOCDataset(
            d, "Detection", shuffle=False, decode=True, extra_metadata=True
        ),
        "names": lambda ds, d: ds.VOCDataset(
            d, shuffle=False, decode=True, extra_metadata=True
        ).rename("_meta-filename", "name"),
    },
    "coco": {
        **{
            task.lower(): lambda ds, d, task=task: ds.CocoDataset(
                f"{d}/images", f"{d}/all.json", task, shuffle=False, decode=True
            )
            for task in ("Detection", "Stuff", "Keypoint")
        },
        "panoptic": lambda ds, d: ds.CocoDataset(
            f"{d}/images", f"{d}/panoptic.json", "Panoptic", shuffle=False, decode=True
        ),
        "captions": lambda ds, d: ds.CocoDataset(
            f"{d}/images", f"{d}/captions.json", "Captioning", shuffle=False, decode=True
        ),
        "shuffled": lambda ds, d: ds.CocoDataset(f"{d}/images", f"{d}/all.json", decode=True),
        "no_crowd": lambda ds, d: ds.CocoDataset(f"{d}/images", f"{d}/no_crowd.json", decode=True),
        "no_category": lambda ds, d: ds.CocoDataset(
            f"{d}/images", f"{d}/no_category.json", "Stuff", decode=True
        ),
        "names": lambda ds, d: ds.CocoDataset(
            f"{d}/images", f"{d}/all.json", shuffle=False, decode=True, extra_metadata=True
        ).rename("_meta-filename", "name"),
    },
    "manifest": {
        "train": lambda ds, d: ds.ManifestDataset(f"{d}/good", shuffle=False, decode=True),
        "shuffled": lambda ds, d: ds.ManifestDataset(f"{d}/good", decode=True),
        "eval": lambda ds, d: ds.ManifestDataset(f"{d}/good", "eval", decode=True),
        "classes": lambda ds, d: ds.ManifestDataset(
            f"{d}/good", class_indexing={"dog": 5, "cat": 1}, shuffle=False, decode=True
        ),
    },
}


def rows(layout: str, build: Build, chapter: str = __name__) -> Callable[[Any, Any], Arrays]:
    """A case that reads the dataset `build` makes of a folder of that layout."""

    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        ds.config.set_seed(SEED)
        with tempfile.TemporaryDirectory() as folder:
            getattr(layouts, layout)(Path(folder))
            dataset = build(ds, folder)
            size = np.array(dataset.get_dataset_size())
            return {"size": size, **found(dataset, epochs=2)}

    body.__module__ = chapter
    return body


for _layout, _builds in SETS.items():
    for _name, _build in _builds.items():
        case(name=f"{_layout}_{_name}", jit=False, rtol=0, atol=0)(rows(_layout, _build))


CLASSES: dict[str, dict[str, Build]] = {
    "voc": {
        "boxes": lambda ds, d: ds.VOCDataset(d, "Detection"),
        "given": lambda ds, d: ds.VOCDataset(d, "Detection", class_indexing={"dog": 5, "cat": 2}),
    },
    "coco": {
        "boxes": lambda ds, d: ds.CocoDataset(f"{d}/images", f"{d}/all.json"),
        "panoptic": lambda ds, d: ds.CocoDataset(f"{d}/images", f"{d}/panoptic.json", "Panoptic"),
    },
    "manifest": {
        "train": lambda ds, d: ds.ManifestDataset(f"{d}/good"),
        "eval": lambda ds, d: ds.ManifestDataset(f"{d}/good", "eval"),
        "given": lambda ds, d: ds.ManifestDataset(f"{d}/good", class_indexing={"dog": 5}),
    },
}


@case(jit=False)
def classes(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out: Arrays = {}
    for layout, builds in CLASSES.items():
        with tempfile.TemporaryDirectory() as folder:
            getattr(layouts, layout)(Path(folder))
            for name, build in builds.items():
                known = build(ds, folder).get_class_indexing()
                out[f"{layout}_{name}"] = np.array(json.dumps(known, sort_keys=True))
                out[f"{layout}_{name}_count"] = np.array(str(build(ds, folder).num_classes()))
    return out


REFUSED: dict[str, dict[str, Build]] = {
    "kmnist": {
        "sampler": lambda ds, d: ds.KMnistDataset(d, sampler=ds.SequentialSampler(), shuffle=True),
        "sampler_samples": lambda ds, d: ds.MnistDataset(
            d, sampler=ds.SequentialSampler(), num_samples=1
        ),
        "shards_alone": lambda ds, d: ds.MnistDataset(d, num_shards=2),
        "shard_alone": lambda ds, d: ds.Cifar10Dataset(d, shard_id=2),
        "folder": lambda ds, d: list(ds.KMnistDataset(f"{d}/x")),
        "cache": lambda ds, d: ds.MnistDataset(d, cache=5),
    },
    "emnist": {
        "name": lambda ds, d: ds.EMnistDataset(d, "zz"),
        "name_number": lambda ds, d: ds.EMnistDataset(d, 5),
        "usage": lambda ds, d: ds.EMnistDataset(d, "mnist", "x"),
        "absent": lambda ds, d: list(ds.EMnistDataset(d, "digits")),
    },
    "qmnist": {
        "compat": lambda ds, d: ds.QMnistDataset(d, compat=5),
        "usage": lambda ds, d: ds.QMnistDataset(d, "x"),
        "absent": lambda ds, d: list(ds.QMnistDataset(tempfile.gettempdir())),
    },
    "stl10": {
        "usage": lambda ds, d: ds.STL10Dataset(d, "x"),
        "absent": lambda ds, d: list(ds.STL10Dataset(tempfile.gettempdir())),
    },
    "svhn": {
        "usage": lambda ds, d: ds.SVHNDataset(d, "x"),
        "absent": lambda ds, d: ds.SVHNDataset(tempfile.gettempdir()),
        "sampler": lambda ds, d: ds.SVHNDataset(d, sampler=ds.SequentialSampler(), shuffle=True),
    },
    "voc": {
        "no_object": lambda ds, d: list(ds.VOCDataset(d, "Detection", "none")),
        "gone": lambda ds, d: list(ds.VOCDataset(d, "Detection", "gone")),
        "usage": lambda ds, d: ds.VOCDataset(d, "Detection", "zz"),
        "usage_number": lambda ds, d: ds.VOCDataset(d, "Detection", 5),
        "task": lambda ds, d: ds.VOCDataset(d, "zz"),
        "task_number": lambda ds, d: ds.VOCDataset(d, 5),
        "classes": lambda ds, d: ds.VOCDataset(d, class_indexing={"dog": 1}),
        "classes_number": lambda ds, d: ds.VOCDataset(d, "Detection", class_indexing=5),
        "decode": lambda ds, d: ds.VOCDataset(d, decode=5),
        "indexing": lambda ds, d: ds.VOCDataset(d).get_class_indexing(),
    },
    "coco": {
        **{
            f"file_{name}": lambda ds, d, name=name: list(
                ds.CocoDataset(f"{d}/images", f"{d}/{name}.json")
            )
            for name in (
                [
                    "unknown",
                    "no_box",
                    "no_image",
                    "no_annotation",
                    "no_images",
                    "no_category",
                    "bad",
                    "nowhere",
                ]
            )
        },
        "no_crowd": lambda ds, d: list(
            ds.CocoDataset(f"{d}/images", f"{d}/no_crowd.json", "Stuff")
        ),
        "task": lambda ds, d: ds.CocoDataset(d, f"{d}/all.json", "zz"),
        "file_number": lambda ds, d: ds.CocoDataset(d, 5),
        "folder": lambda ds, d: ds.CocoDataset(f"{d}/zz", f"{d}/all.json"),
        "pictures": lambda ds, d: list(ds.CocoDataset(d, f"{d}/all.json")),
        "indexing": lambda ds, d: ds.CocoDataset(d, f"{d}/all.json", "Stuff").get_class_indexing(),
    },
    "manifest": {
        **{
            f"file_{name}": lambda ds, d, name=name: list(ds.ManifestDataset(f"{d}/{name}"))
            for name in ("gone", "bad", "bare", "nowhere")
        },
        "usage": lambda ds, d: list(ds.ManifestDataset(f"{d}/good", "x")),
        "file_number": lambda ds, d: ds.ManifestDataset(5),
        "classes": lambda ds, d: ds.ManifestDataset(f"{d}/good", class_indexing=5),
    },
}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out: Arrays = {}
    for layout, calls in REFUSED.items():
        with tempfile.TemporaryDirectory() as folder:
            getattr(layouts, layout)(Path(folder))
            for name, call in calls.items():

                def body(call: Build = call, folder: str = folder) -> list[Any]:
                    call(ds, folder)
                    return []

                out[f"{layout}_{name}"] = run.raises(body)["raises"]
    return out
