"""For the scripts of tests/projects: their arguments, small data that they lay down, and how they tell their numbers.

On PYTHONPATH of every case, under MindSpore and under msacc alike; imports neither (moved.py does, where it is asked).
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

import numpy as np


def arguments(**more: Any) -> argparse.Namespace:
    """--checkout, --data and --out as paths, and one --NAME for each keyword (its default; a list
    gives the choices).
    """
    parser = argparse.ArgumentParser()
    for name in ("checkout", "data", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name, default in more.items():
        choices = default if isinstance(default, list) else None
        default = choices[0] if choices else default
        kind = type(default) if default is not None else str
        parser.add_argument(f"--{name}", default=default, choices=choices, type=kind)
    if os.environ.get("LAID_MOVED"):
        import moved

        moved.start(int(os.environ["LAID_MOVED"]))
    return parser.parse_args()


def tell(out: Path, **values: Any) -> None:
    """Write the numbers of a case: floats, or lists of them. Of several processes the one of rank 0 should call it."""
    told = {name: np.asarray(value, dtype=np.float64).tolist() for name, value in values.items()}
    out.write_text(json.dumps(told))


def sums(parameters: Any) -> list[float]:
    """The sum of the absolute values of each parameter."""
    return [float(np.abs(p.asnumpy().astype(np.float64)).sum()) for p in parameters]


def pictures(
    folder: Path, classes: int, each: int, size: int = 64, seed: int = 0, suffix: str = "png"
) -> Path:
    """folder/class_K/N.png: smooth pictures whose colours tell the class."""
    from PIL import Image

    draws = np.random.RandomState(seed)
    for kind in range(classes):
        place = folder / f"class_{kind}"
        place.mkdir(parents=True)
        for number in range(each):
            small = draws.randint(0, 100, (4, 4, 3)) + 150 * np.eye(3, dtype=int)[kind % 3]
            picture = Image.fromarray(small.clip(0, 255).astype(np.uint8)).resize((size, size))
            picture.save(place / f"{number}.{suffix}")
    return folder
