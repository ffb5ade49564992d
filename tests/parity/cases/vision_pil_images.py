"""What transforms that MindSpore has in C++ alone give for PIL images: arrays."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from PIL import Image

from tests.parity.harness import case

IMAGE = (np.arange(40 * 50 * 3) * 7 % 251).astype(np.uint8).reshape(40, 50, 3)


def _transformed(transforms: list[Any], kept: Any) -> dict[str, np.ndarray]:
    found = {}
    for transform in transforms:
        out, name = transform(Image.fromarray(IMAGE)), type(transform).__name__
        found[f"{name}.type"] = np.array(type(out).__name__)
        found[f"{name}.out"] = kept(np.asarray(out))
    return found


@case(jit=False)
def fixed(ms: Any, run: Any) -> Any:
    """Their values."""
    vision = importlib.import_module(f"{ms.__name__}.dataset.vision")
    flips = [vision.Crop((0, 0), 8), vision.HorizontalFlip(), vision.VerticalFlip()]
    values = [vision.RandomEqualize(1.0), vision.RandomInvert(1.0)]
    moved = [vision.Affine(15, [0.2, 0.2], 1.1, [10.0, 10.0]), vision.Rotate(20)]
    contrast = [vision.RandomAutoContrast(prob=1.0)]
    return _transformed([*flips, *values, *moved, *contrast], lambda out: out)


@case(jit=False)
def drawn(ms: Any, run: Any) -> Any:
    """Their shapes and dtypes: the rest is drawn."""
    vision = importlib.import_module(f"{ms.__name__}.dataset.vision")
    augmented = [vision.AutoAugment(), vision.RandAugment(), vision.TrivialAugmentWide()]
    moved = [vision.CutOut(5), vision.RandomResize((20, 25))]
    return _transformed([*augmented, *moved], lambda out: np.array(f"{out.dtype} {out.shape}"))
