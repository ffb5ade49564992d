"""Data sets against real MindSpore's: LeNet's and the MLP's pipeline, pictures, what overlaps a step, ten million rows.

    python benchmarks/data.py --mindspore-python /path/to/venv-with-mindspore/bin/python [--json FILE]

Both sides run this file in turn, each in its own process, with 1, 2 and 4 workers, as far as there are cores; medians
of the rounds. A ratio above 1 is in msacc's favour, throughout. `loop over the slower` is the time of a loop whose
step takes as long as its data, over the longer of both alone: 1.0 where all overlaps, 2.0 where nothing does.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pictures

DIGITS, ROWS, EPOCHS = 20_000, 10_000_000, 3
# MindSpore refuses more workers than there are cores.
WORKERS = sorted({1, min(2, os.cpu_count() or 1), min(4, os.cpu_count() or 1)})
Figures = dict[str, float]


def make_digits(folder: Path) -> None:
    """MNIST's two files, of noise."""
    draw = np.random.default_rng(0)
    images = draw.integers(0, 256, (DIGITS, 28, 28), np.uint8).tobytes()
    labels = draw.integers(0, 10, DIGITS, np.uint8).tobytes()
    folder.mkdir()
    (folder / "train-images-idx3-ubyte").write_bytes(
        struct.pack(">4i", 2051, DIGITS, 28, 28) + images
    )
    (folder / "train-labels-idx1-ubyte").write_bytes(struct.pack(">2i", 2049, DIGITS) + labels)


def lenet(ms: Any, folder: str, workers: int) -> Any:
    """The tutorial's `create_dataset`."""
    vision, transforms = ms.dataset.vision, ms.dataset.transforms
    data = ms.dataset.MnistDataset(folder)
    data = data.map(transforms.TypeCast(ms.int32), "label", num_parallel_workers=workers)
    steps = [
        vision.Resize((32, 32), interpolation=vision.Inter.LINEAR),
        vision.Rescale(1 / 0.3081, -1 * 0.1307 / 0.3081),
        vision.Rescale(1.0 / 255.0, 0.0),
        vision.HWC2CHW(),
    ]
    data = data.map(steps, "image", num_parallel_workers=workers)
    return data.shuffle(buffer_size=10000).batch(32, drop_remainder=True)


def mlp(ms: Any, folder: str, workers: int) -> Any:
    """The quickstart's `datapipe`."""
    vision, transforms = ms.dataset.vision, ms.dataset.transforms
    steps = [
        vision.Rescale(1.0 / 255.0, 0),
        vision.Normalize((0.1307,), (0.3081,)),
        vision.HWC2CHW(),
    ]
    data = ms.dataset.MnistDataset(folder).map(steps, "image", num_parallel_workers=workers)
    return data.map(transforms.TypeCast(ms.int32), "label", num_parallel_workers=workers).batch(64)


class Costly:
    """Rows that take a millisecond of numpy each."""

    def __len__(self) -> int:
        return 640

    def __getitem__(self, place: int) -> np.ndarray:
        return np.sort(np.random.default_rng(place).random(12_000))


def functions(ms: Any, folder: str, workers: int) -> Any:
    """A script's own source and function."""
    data = ms.dataset.GeneratorDataset(Costly(), ["x"], shuffle=True)
    return data.map(lambda x: x[::2] * 2, "x").batch(32)


class Numbers:
    """Rows that are their own numbers."""

    def __len__(self) -> int:
        return ROWS

    def __getitem__(self, place: int) -> np.ndarray:
        return np.array(place)


def ten_million(ms: Any) -> Figures:
    """Seconds to the first batch of a shuffled source, and megabytes then and after 300 more."""
    before, start = _megabytes(), time.perf_counter()
    data = ms.dataset.GeneratorDataset(Numbers(), ["x"], shuffle=True).batch(32)
    rows = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    next(rows)
    seconds, first = time.perf_counter() - start, _megabytes() - before
    for _ in range(300):
        next(rows)
    return {"start": seconds, "memory": first, "later": _megabytes() - before}


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def rates(make: Callable[..., Any], rows: int, *where: Any) -> Figures:
    """Rows per second and per processor second of three epochs, from the iterator's making on, after one to warm up.

    Not of single epochs: MindSpore makes rows of the next one while the last is read.
    """
    for _ in make(*where).create_tuple_iterator(num_epochs=1):
        pass
    start, spent = time.perf_counter(), time.process_time()
    walked = make(*where).create_tuple_iterator(num_epochs=EPOCHS)
    for _ in range(EPOCHS):
        for _ in walked:
            pass
    return {
        "rate": EPOCHS * rows / (time.perf_counter() - start),
        "thrift": EPOCHS * rows / (time.process_time() - spent),
    }


def overlap(make: Callable[..., Any], *where: Any) -> Figures:
    """A loop with a step as long as its data, over the longer of both."""
    pictures.seconds(make(*where), lambda: None)
    alone = pictures.seconds(make(*where), lambda: None)
    steps = 640 // 32 if make is functions else pictures.IMAGES // pictures.BATCH
    step = pictures.work(alone / steps)
    start = time.perf_counter()
    for _ in range(steps):
        step()
    stepping = time.perf_counter() - start
    return {"slower": pictures.seconds(make(*where), step) / max(alone, stepping)}


def measure(ms: Any, folder: str, workers: int) -> dict[str, Figures]:
    """Everything with so many workers."""
    photos, digits = f"{folder}/photos", f"{folder}/digits"
    found = {
        "LeNet": rates(lenet, DIGITS, ms, digits, workers),
        "MLP": rates(mlp, DIGITS, ms, digits, workers),
        "pictures": rates(pictures.pipeline, pictures.IMAGES, ms, photos, workers),
    }
    if workers == 1:
        found["pictures, overlap"] = overlap(pictures.pipeline, ms, photos, 1)
        found["functions, overlap"] = overlap(functions, ms, "", 1)
        found["ten million"] = ten_million(ms)
    return found


def side(python: str, module: str, folder: str, workers: int) -> dict[str, Figures]:
    """`measure` in a process of its own."""
    command = [python, __file__, "--side", module, "--folder", folder, "--workers", str(workers)]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    out = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    return dict(json.loads(out.strip().splitlines()[-1]))


Found = dict[tuple[str, int], dict[str, Figures]]


def medians(python: str, folder: str, rounds: int) -> Found:
    """By side and number of workers, both sides in turn."""
    runs: dict[tuple[str, int], list[dict[str, Figures]]] = {}
    sides = {"msacc": sys.executable, "mindspore": python}
    for _ in range(rounds):
        for workers in WORKERS:
            for module, used in sides.items():
                runs.setdefault((module, workers), []).append(side(used, module, folder, workers))
    return {
        key: {
            what: {name: statistics.median(run[what][name] for run in every) for name in figures}
            for what, figures in every[0].items()
        }
        for key, every in runs.items()
    }


def tables(found: Found) -> list[dict[str, Any]]:
    """What docs/performance.md shows."""
    found_rates = []
    for what in ("LeNet", "MLP", "pictures"):
        ours, theirs = (
            {w: found[module, w][what] for w in WORKERS} for module in ("msacc", "mindspore")
        )
        for name, one, other in [
            *((str(w), ours[w], theirs[w]) for w in WORKERS[:2]),
            ("best", _best(ours), _best(theirs)),
        ]:
            parts = [one["rate"], other["rate"]]
            spent = one["thrift"] / other["thrift"]
            found_rates.append(
                [
                    what,
                    name,
                    *(round(n) for n in parts),
                    round(parts[0] / parts[1], 2),
                    round(spent, 2),
                ]
            )
    one, other = found["msacc", 1], found["mindspore", 1]
    rest = [
        [
            f"loop over the slower: {what}",
            round(one[what]["slower"], 2),
            round(other[what]["slower"], 2),
        ]
        for what in ("pictures, overlap", "functions, overlap")
    ] + [
        [
            f"10 million rows: {text}",
            round(one["ten million"][name], 2),
            round(other["ten million"][name], 2),
        ]
        for name, text in (
            ("start", "seconds to the first batch"),
            ("memory", "MB then"),
            ("later", "MB 300 batches later"),
        )
    ]
    return [
        {
            "title": "Rows per second of input pipelines",
            "columns": [
                "pipeline",
                "workers",
                "msacc",
                "MindSpore",
                "ratio",
                "ratio per processor second",
            ],
            "rows": found_rates,
            "notes": [
                f"{os.cpu_count()} cores; best: of {', '.join(map(str, WORKERS))} workers, each side its own."
            ],
        },
        {
            "title": "Input pipelines beside a step, and long ones",
            "columns": ["what", "msacc", "MindSpore"],
            "rows": rest,
            "notes": [
                "1.0: the loop is as fast as the slower of step and data; 2.0: as both one after the other."
            ],
        },
    ]


def _best(by_workers: dict[int, Figures]) -> Figures:
    return max(by_workers.values(), key=lambda figures: figures["rate"])


def show(table: dict[str, Any]) -> None:
    """Print one table."""
    lines = [table["columns"], *table["rows"]]
    widths = [max(len(str(line[i])) for line in lines) for i in range(len(lines[0]))]
    print(f"\n{table['title']}")
    for line in lines:
        print("  ".join(str(cell).ljust(width) for cell, width in zip(line, widths, strict=True)))
    print(*table["notes"], sep="\n")


def main() -> None:
    """Compare both sides, or measure one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mindspore-python", help="a Python that has real MindSpore")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="write the tables to this file")
    for name in ("--side", "--folder", "--workers"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side:
        module = __import__(options.side)
        __import__(f"{options.side}.dataset.vision")
        print(json.dumps(measure(module, options.folder, int(options.workers))))
        return
    if options.mindspore_python is None:
        parser.error("--mindspore-python is needed: every figure is a ratio")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "photos").mkdir()
        pictures.make(Path(folder) / "photos")
        make_digits(Path(folder) / "digits")
        found = tables(medians(options.mindspore_python, folder, options.rounds))
    for table in found:
        show(table)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
