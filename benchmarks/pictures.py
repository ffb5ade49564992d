"""A folder of JPEGs, cut by chance to 224, flipped, normalised and batched: images per second, and how a step overlaps.

    python benchmarks/pictures.py --mindspore-python /path/to/venv-with-mindspore/bin/python

Both sides run this file in turn, each in its own process; medians of the rounds. `overlap` is the time of a loop whose
step takes as long as a batch does, over the sum of both alone: 1.0 where nothing overlaps, 0.5 where all does.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

IMAGES, BATCH = 320, 32
MEAN, DEVIATION = [123.7, 116.3, 103.5], [58.4, 57.1, 57.4]


def make(folder: Path) -> None:
    """Two classes of smooth pictures of 500 by 375, as large as photographs on the web."""
    from PIL import Image

    draw = np.random.default_rng(0)
    for n in range(IMAGES):
        small = Image.fromarray(draw.integers(0, 255, (12, 16, 3), np.uint8))
        place = folder / f"class{n % 2}"
        place.mkdir(exist_ok=True)
        small.resize((500, 375), Image.Resampling.BICUBIC).save(place / f"{n}.jpg", quality=90)


def pipeline(ms: Any, folder: str, workers: int) -> Any:
    """What recipes for ImageNet do."""
    ds, vision = ms.dataset, ms.dataset.vision
    steps = [
        vision.RandomCropDecodeResize(224),
        vision.RandomHorizontalFlip(),
        vision.Normalize(MEAN, DEVIATION),
        vision.HWC2CHW(),
    ]
    data = ds.ImageFolderDataset(folder, num_parallel_workers=workers, shuffle=True)
    return data.map(steps, "image", num_parallel_workers=workers).batch(BATCH)


def seconds(data: Any, step: Callable[[], Any]) -> float:
    """Of an epoch with a step for each batch."""
    rows = data.create_tuple_iterator(num_epochs=1)
    start = time.perf_counter()
    for _ in rows:
        step()
    return time.perf_counter() - start


def work(span: float) -> Callable[[], Any]:
    """What holds a core for so many seconds, without Python's lock, as a compiled step does."""
    a = np.random.default_rng(0).standard_normal((300, 300))
    start = time.perf_counter()
    for _ in range(20):
        a @ a
    count = max(int(span / (time.perf_counter() - start) * 20), 1)
    return lambda: [a @ a for _ in range(count)]


def measure(ms: Any, folder: str, workers: int) -> dict[str, float]:
    """Images per second, and how much overlaps."""
    seconds(pipeline(ms, folder, workers), lambda: None)
    alone = seconds(pipeline(ms, folder, workers), lambda: None)
    step = work(alone / (IMAGES / BATCH))
    start = time.perf_counter()
    for _ in range(IMAGES // BATCH):
        step()
    stepping = time.perf_counter() - start
    both = seconds(pipeline(ms, folder, workers), step)
    return {"rate": IMAGES / alone, "overlap": both / (alone + stepping)}


def side(python: str, module: str, folder: str, workers: int) -> dict[str, float]:
    """`measure` in a process of its own."""
    command = [python, __file__, "--side", module, "--folder", folder, "--workers", str(workers)]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    out = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    return dict(json.loads(out.strip().splitlines()[-1]))


def compare(python: str | None, folder: str, rounds: int) -> None:
    """Print both sides in turn, by number of workers."""
    print(f"{'workers':>8} {'side':10} {'images/s':>9} {'overlap':>8}")
    for workers in (1, 2):
        sides = {"msacc": sys.executable, "mindspore": python}
        found: dict[str, list[dict[str, float]]] = {
            name: [] for name, used in sides.items() if used
        }
        for _ in range(rounds):
            for name, runs in found.items():
                runs.append(side(sides[name] or "", name, folder, workers))
        middle = {
            n: {k: statistics.median(r[k] for r in runs) for k in runs[0]}
            for n, runs in found.items()
        }
        for name, values in middle.items():
            print(f"{workers:8} {name:10} {values['rate']:9.0f} {values['overlap']:8.2f}")
        if "mindspore" in middle:
            print(
                f"{workers:8} {'ratio':10} {middle['msacc']['rate'] / middle['mindspore']['rate']:9.2f}"
            )


def main() -> None:
    """Compare both sides, or measure one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mindspore-python", help="a Python that has real MindSpore")
    parser.add_argument("--rounds", type=int, default=5)
    for name in ("--side", "--folder", "--workers"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side:
        module = __import__(options.side)
        __import__(f"{options.side}.dataset.vision")
        print(json.dumps(measure(module, options.folder, int(options.workers))))
        return
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        compare(options.mindspore_python, folder, options.rounds)


if __name__ == "__main__":
    main()
