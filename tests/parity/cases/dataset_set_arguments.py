"""The reading arguments of the newer sets: shards, samplers, numbers of rows, workers."""

from __future__ import annotations

import importlib
import inspect
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset.layouts import pattern
from tests.parity.cases import dataset_scenes, dataset_sentences
from tests.parity.cases.dataset_scenes import build
from tests.parity.harness import Arrays, case

_WAYS: dict[str, dict[str, Any]] = {
    "shard": {"num_shards": 2, "shard_id": 1, "shuffle": False, "num_parallel_workers": 1},
    "some": {"num_samples": 1, "shuffle": False, "num_parallel_workers": 2, "cache": None},
}


@case(jit=False, rtol=0, atol=0)
def reading(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    out: Arrays = {}
    for name, (layout, ways) in {**dataset_scenes.SETS, **dataset_sentences.SETS}.items():
        given, options = next(iter(ways.values()))
        known = inspect.signature(getattr(ds, f"{name}Dataset").__init__).parameters
        more = {**_WAYS, "chosen": {"sampler": ds.SequentialSampler(0, 1)}}
        with tempfile.TemporaryDirectory() as folder:
            layout(Path(folder))
            for told, words in more.items():
                if told == "chosen" and "sampler" not in known:
                    continue
                plain = {k: v for k, v in options.items() if k not in (*words, "shuffle")}
                used = {k: v for k, v in words.items() if k in known}
                dataset = build(name, (given, {**plain, **used}))(ds, folder)
                rows = list(dataset.create_tuple_iterator(num_epochs=1, output_numpy=True))
                out[f"{name}.{told}"] = np.array([len(rows)])
    talks = dataset_sentences.L.iwslt2017
    with tempfile.TemporaryDirectory() as folder:
        talks(Path(folder))
        pair = ds.IWSLT2017Dataset(folder, "train", language_pair=("de", "en"), shuffle=False)
        out["pair"] = np.array([str(row[0]) for row in pair.create_tuple_iterator(num_epochs=1)])
    rows = ds.RandomDataset(
        3, num_parallel_workers=1, cache=None, shuffle=True, num_shards=2, shard_id=1
    )
    out["random"] = np.array([rows.get_dataset_size()])
    return out


@case(jit=False)
def box_shapes(ms: Any, run: Any) -> Arrays:
    vision = importlib.import_module(f"{ms.__name__}.dataset.vision")
    boxes, image = np.array([[0, 0, 9, 8]], np.float32), pattern(8, 9, 3)
    cut = vision.RandomCropWithBBox(
        (20, 21), None, pad_if_needed=True, fill_value=3, padding_mode=vision.Border.EDGE
    )
    resized = vision.RandomResizedCropWithBBox(
        (4, 5), interpolation=vision.Inter.NEAREST, max_attempts=3
    )
    made = {"cut": cut, "resized": resized, "any": vision.RandomResizeWithBBox((4, 5))}
    return {n: np.array(t(image, boxes.copy())[0].shape) for n, t in made.items()}
