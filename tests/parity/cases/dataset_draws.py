"""What random transforms draw: with a seed both sides draw the same, row by row and worker by worker."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image

from tests.parity.harness import Arrays, case

Made = Callable[[Any, Any], Any]

_ROWS, _COLUMNS = np.mgrid[0:20, 0:16]
IMAGE = np.stack([_ROWS * 12, _COLUMNS * 15, (_ROWS * 7 + _COLUMNS * 3) % 256], -1).astype(np.uint8)

ARRAYS: dict[str, tuple[Made, int]] = {
    "crop": (lambda v, t: v.RandomCrop(6), 1),
    "crop_of_two_workers": (lambda v, t: v.RandomCrop(6), 2),
    "crop_padded": (lambda v, t: v.RandomCrop(22, padding=1, pad_if_needed=True), 1),
    "flip": (lambda v, t: v.RandomHorizontalFlip(0.4), 2),
    "upside_down": (lambda v, t: v.RandomVerticalFlip(0.6), 1),
    "resized_crop": (lambda v, t: v.RandomResizedCrop(8), 1),
    "colour": (lambda v, t: v.RandomColor(), 1),
    "sharpness": (lambda v, t: v.RandomSharpness(), 1),
    "posterize": (lambda v, t: v.RandomPosterize((1, 8)), 1),
    "solarize": (lambda v, t: v.RandomSolarize((10, 240)), 1),
    "brightness": (lambda v, t: v.RandomColorAdjust((0.5, 1.5), (0.4, 1.6), (0.3, 1.9)), 1),
    "lighting": (lambda v, t: v.RandomLighting(5.0), 1),
    "rotation": (lambda v, t: v.RandomRotation(40), 1),
    "rotation_smooth": (lambda v, t: v.RandomRotation((10, 80), v.Inter.BILINEAR, True), 1),
    "affine": (lambda v, t: v.RandomAffine(15, (0.1, 0.2), (0.8, 1.2), (1, 5)), 1),
    "invert": (lambda v, t: v.RandomInvert(0.4), 1),
    "equalize": (lambda v, t: v.RandomEqualize(0.4), 1),
    "contrast": (lambda v, t: v.RandomAutoContrast(prob=0.4), 1),
    "cut_out": (lambda v, t: v.CutOut(5, 3), 1),
    "applied": (lambda v, t: t.RandomApply([v.RandomCrop(12), v.RandomHorizontalFlip()], 0.6), 1),
    "chosen": (lambda v, t: t.RandomChoice([v.RandomCrop(12), v.Invert()]), 2),
    "augmented": (lambda v, t: v.UniformAugment([v.RandomCrop(9), v.Invert(), v.Equalize()], 2), 1),
    "subpolicy": (
        lambda v, t: v.RandomSelectSubpolicy(
            [[(v.RandomCrop(12), 0.5), (v.Invert(), 0.6)], [(v.RandomHorizontalFlip(), 0.7)]]
        ),
        1,
    ),
}

PICTURES: dict[str, Made] = {
    "pil_crop": lambda v, t: v.RandomCrop(6),
    "pil_flip": lambda v, t: v.RandomHorizontalFlip(0.4),
    "pil_resized_crop": lambda v, t: v.RandomResizedCrop(8),
    "pil_colour": lambda v, t: v.RandomColor(),
    "pil_sharpness": lambda v, t: v.RandomSharpness(),
    "pil_lighting": lambda v, t: v.RandomLighting(5.0),
    "pil_rotation": lambda v, t: v.RandomRotation(40),
    "pil_affine": lambda v, t: v.RandomAffine(15, (0.1, 0.2), (0.8, 1.2), (1, 5)),
    "pil_grey": lambda v, t: v.RandomGrayscale(0.5),
    "pil_applied": lambda v, t: t.RandomApply([v.RandomCrop(12)], 0.6),
    "pil_chosen": lambda v, t: t.RandomChoice([v.RandomCrop(12), v.RandomHorizontalFlip()]),
}


def _rows(ms: Any, make: Made, workers: int, picture: bool) -> Arrays:
    data = importlib.import_module(f"{ms.__name__}.dataset")
    transforms = importlib.import_module(f"{ms.__name__}.dataset.transforms")
    vision = importlib.import_module(f"{ms.__name__}.dataset.vision")
    data.config.set_seed(7)
    steps = [make(vision, transforms)]
    if picture:
        steps = [vision.ToPIL(), *steps, np.array]
    images = np.stack([np.roll(IMAGE, 3 * i, 0) for i in range(4)])
    source = data.NumpySlicesDataset(images, ["image"], shuffle=False)
    mapped = source.map(steps, "image", num_parallel_workers=workers)
    rows = mapped.create_tuple_iterator(num_epochs=2, output_numpy=True)
    return {f"{epoch}_{i}": row[0] for epoch in range(2) for i, row in enumerate(rows)}


def _drawn(name: str, make: Made, workers: int, picture: bool) -> None:
    def rows(ms: Any, run: Any) -> Arrays:
        return _rows(ms, make, workers, picture)

    rows.__module__ = __name__
    case(name=f"draws_{name}", jit=False, rtol=0, atol=0)(rows)


for _name, (_make, _workers) in ARRAYS.items():
    _drawn(_name, _make, _workers, False)
for _name, _make in PICTURES.items():
    _drawn(_name, _make, 1, True)


@case(jit=False, rtol=0, atol=0)
def draws_at_once(ms: Any, run: Any) -> Arrays:
    """A call begins with the seed each time."""
    data = importlib.import_module(f"{ms.__name__}.dataset")
    vision = importlib.import_module(f"{ms.__name__}.dataset.vision")
    data.config.set_seed(7)
    crop = vision.RandomCrop(6)
    flip = vision.RandomHorizontalFlip(0.6)
    return {"first": crop(IMAGE), "again": crop(IMAGE), "flip": flip(IMAGE)}


@case(jit=False, rtol=0, atol=0)
def draws_turned(ms: Any, run: Any) -> Arrays:
    """Turns and shears of arrays, without chance."""
    vision = importlib.import_module(f"{ms.__name__}.dataset.vision")
    how = vision.Inter
    made = [
        vision.Rotate(15.0),
        vision.Rotate(33.0, how.BICUBIC, fill_value=(10, 100, 200)),
        vision.Rotate(33.0, how.LINEAR, True, (3, 4)),
        vision.Affine(15.0, [0.1, 0.2], 0.8, [5, 7], fill_value=(10, 100, 200)),
        vision.Affine(-20.0, [0.1, 0.0], 1.3, 8, how.BILINEAR),
        vision.AdjustSaturation(1.37),
    ]
    out = {str(i): turn(IMAGE) for i, turn in enumerate(made)}
    return {**out, "grey": vision.Rotate(30.0)(IMAGE[..., 0].copy())}


@case(jit=False, rtol=0, atol=0)
def draws_affine_of_a_picture(ms: Any, run: Any) -> Arrays:
    """Two shares of a PIL image are those across and down, either way."""
    data = importlib.import_module(f"{ms.__name__}.dataset")
    vision = importlib.import_module(f"{ms.__name__}.dataset.vision")
    data.config.set_seed(9)
    moved = vision.RandomAffine(0, (0.3, 0.2))(Image.fromarray(IMAGE))
    return {"moved": np.array(moved)}
