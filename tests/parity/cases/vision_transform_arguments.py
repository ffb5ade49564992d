"""Arguments of image transforms: turning, cutting, decoding, policies."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image

from tests.parity.cases.dataset_transforms import PIL, RGB, arrays
from tests.parity.harness import Arrays, case

Build = Callable[[Any, Any], Any]
# Fixed-point weights of two libraries differ on noise, not on a slope.
_ROWS, _COLUMNS = np.mgrid[:18, :33]
SLOPE = np.stack([5 * _ROWS + 2 * _COLUMNS, 6 * _COLUMNS, 200 - 7 * _ROWS], -1).astype(np.uint8)
UNSEEDED = 5489  # with any other seed MindSpore draws the same in every call
FLAT = np.full((12, 10, 3), 90, np.uint8)


def changed(op: Any) -> np.ndarray:
    """An array after `op` was called with it."""
    given = RGB.copy()
    op(given)
    return given


def drawn(op: Any, image: np.ndarray, count: int = 40) -> list[np.ndarray]:
    return [np.asarray(op(image)) for _ in range(count)]


def png(image: np.ndarray) -> np.ndarray:
    file = io.BytesIO()
    Image.fromarray(image).save(file, "PNG")
    return np.frombuffer(file.getvalue(), np.uint8)


def add(table: dict[str, Build], **options: Any) -> None:
    """Cases of this chapter from functions of (vision, transforms)."""
    for name, build in table.items():

        def body(ms: Any, run: Any, build: Build = build) -> Arrays:
            ds = importlib.import_module(f"{ms.__name__}.dataset")
            ds.config.set_seed(UNSEEDED)
            return arrays(build(ds.vision, ds.transforms))

        body.__module__ = __name__
        case(name=name, jit=False, **options)(body)


EXACT: dict[str, Build] = {
    "rotate_quarter": lambda v, t: v.Rotate(90.0, expand=True)(RGB),
    "rotate_centre": lambda v, t: v.Rotate(degrees=90.0, center=(3, 4), fill_value=7)(RGB),
    "rotate_fill": lambda v, t: v.Rotate(45.0, fill_value=(1, 2, 1))(RGB)[0, 0],
    "affine_moved": lambda v, t: v.Affine(
        degrees=0.0, translate=[0.2, -0.3], scale=1.0, shear=[0.0, 0.0], fill_value=5
    )(RGB),
    "affine_turned": lambda v, t: v.Affine(
        degrees=90.0, translate=[0.0, 0.0], scale=1.0, shear=[0.0, 0.0], fill_value=(9, 8, 7)
    )(RGB),
    "resized_crop": lambda v, t: v.ResizedCrop(1, 2, 6, 8, (3, 4), interpolation=v.Inter.NEAREST)(
        RGB
    ),
    "ten_crop": lambda v, t: np.stack(v.TenCrop(size=(5, 4), use_vertical_flip=True)(PIL)),
    "pad_to_size": lambda v, t: v.PadToSize((12, 15), padding_mode=v.Border.REFLECT)(RGB),
    "decode": lambda v, t: v.Decode(to_pil=True)(img=png(RGB).tobytes()),
    "decode_array": lambda v, t: v.Decode(to_pil=False)(png(RGB)),
    "erase": lambda v, t: v.Erase(1, 2, 3, 4, value=(1, 2, 3), inplace=True)(RGB.copy()),
    "erase_in_place": lambda v, t: changed(v.Erase(1, 2, 3, 4, value=9, inplace=True)),
    "erase_apart": lambda v, t: changed(v.Erase(1, 2, 3, 4, value=9, inplace=False)),
    "concatenate": lambda v, t: t.Concatenate(axis=-1, prepend=np.ones(2), append=np.full(1, 3.0))(
        np.zeros(3)
    ),
    "choice": lambda v, t: t.RandomChoice(transforms=[v.HorizontalFlip(), v.HorizontalFlip()])(RGB),
    "order": lambda v, t: t.RandomOrder(transforms=[v.HorizontalFlip(), v.VerticalFlip()])(RGB),
    "subpolicy": lambda v, t: v.RandomSelectSubpolicy(
        policy=[[(v.HorizontalFlip(), 1.0), (v.VerticalFlip(), 0.0)]]
    )(RGB),
    "uniform": lambda v, t: np.unique(
        drawn(v.UniformAugment(transforms=[v.Invert(), v.Invert(), v.Invert()], num_ops=1), FLAT)
    ),
    "uniform_twice": lambda v, t: np.unique(
        drawn(v.UniformAugment([v.Invert(), v.AdjustBrightness(0.5)], num_ops=2), FLAT)
    ),
    "affine_sheared": lambda v, t: v.Affine(0.0, [0.0, 0.0], 1.5, shear=[20.0, 0.0])(SLOPE)[
        5:-5, 8:-8
    ],
}
add(EXACT)

CLOSE: dict[str, Build] = {
    "rotate_smooth": lambda v, t: v.Rotate(30.0, resample=v.Inter.BILINEAR)(SLOPE)[5:-5, 8:-8],
    "affine_smooth": lambda v, t: v.Affine(
        30.0, [0.1, 0.1], 1.2, [5.0, 3.0], resample=v.Inter.BILINEAR
    )(SLOPE)[5:-5, 8:-8],
    "random_affine_smooth": lambda v, t: v.RandomAffine((30, 30), resample=v.Inter.BILINEAR)(SLOPE)[
        5:-5, 8:-8
    ],
}
add(CLOSE, rtol=0, atol=1.01)


@case(jit=False)
def cut_mix(ms: Any, run: Any) -> Arrays:
    """Batches of one image mix to themselves; with no chance for it, any batch stays."""
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    v, layout = ds.vision, importlib.import_module(f"{ms.__name__}.dataset.vision").ImageBatchFormat
    equal = [(np.full((3, 4, 6), 30, np.uint8), np.array([0, 1], np.uint32))] * 4
    other = [
        (np.full((4, 6, 3), 9 * i, np.uint8), np.eye(4)[i].astype(np.uint32)) for i in range(4)
    ]
    mixes = {
        "equal": (equal, v.CutMixBatch(image_batch_format=layout.NCHW, alpha=0.4, prob=1.0)),
        "never": (other, v.CutMixBatch(layout.NHWC, prob=0.0)),
    }
    out: Arrays = {}
    for name, (rows, mix) in mixes.items():
        data = ds.GeneratorDataset(rows, ["image", "label"], shuffle=False).batch(4)
        data = data.map(mix, ["image", "label"])
        for row in data.create_dict_iterator(output_numpy=True, num_epochs=1):
            out.update({f"{name}.{key}": value for key, value in row.items()})
    return out


GREY = np.full((8, 8, 3), 128, np.uint8)


@case(jit=False)
def augmented(ms: Any, run: Any) -> Arrays:
    """Chosen by lot: which values turn up in many draws is compared, where that is certain.

    Turning an image of one colour brings in nothing but the value that fills.
    """
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    v = ds.vision
    ds.config.set_seed(UNSEEDED)
    none = v.RandAugment(num_ops=0)
    weak = v.RandAugment(
        num_ops=1, magnitude=0, num_magnitude_bins=4, interpolation=v.Inter.BILINEAR, fill_value=5
    )
    wide = v.TrivialAugmentWide(
        num_magnitude_bins=2, interpolation=v.Inter.BILINEAR, fill_value=(200, 200, 200)
    )
    learned = v.AutoAugment(
        policy=v.AutoAugmentPolicy.SVHN, interpolation=v.Inter.BILINEAR, fill_value=200
    )
    return {
        "none": np.asarray(none(GREY)),
        "weak": np.unique(drawn(weak, GREY)),
        "wide": np.array(200 in np.unique(drawn(wide, GREY, 80))),
        "learned": np.array(200 in np.unique(drawn(learned, GREY, 80))),
        **run.raises(lambda: v.RandAugment(magnitude=4, num_magnitude_bins=4)),
    }


REFUSED: dict[str, Build] = {
    "concatenate": lambda v, t: t.Concatenate(axis=1),
    "rotate": lambda v, t: v.Rotate("90"),
    "affine_scale": lambda v, t: v.Affine(0.0, [0.0, 0.0], 0.0, [0.0, 0.0]),
    "affine_translate": lambda v, t: v.Affine(0.0, [2.0, 0.0], 1.0, [0.0, 0.0]),
    "affine_translate_3": lambda v, t: v.Affine(0.0, [0.0] * 3, 1.0, 0.0),
    "affine_degrees": lambda v, t: v.Affine(400.0, [0.0, 0.0], 1.0, 0.0),
    "affine_shear": lambda v, t: v.Affine(0.0, [0.0, 0.0], 1.0, shear=[1.0]),
    "affine_resample": lambda v, t: v.Affine(0.0, [0.0, 0.0], 1.0, [0.0, 0.0], resample=1),
    "ten_crop": lambda v, t: v.TenCrop(5, use_vertical_flip=1),
    "pad_to_size": lambda v, t: v.PadToSize(5, padding_mode="reflect"),
    "cut_mix_format": lambda v, t: v.CutMixBatch(image_batch_format="NCHW"),
    "cut_mix_prob": lambda v, t: v.CutMixBatch(v.ImageBatchFormat.NCHW, prob=2.0),
    "augment_policy": lambda v, t: v.AutoAugment(policy="svhn"),
    "wide_bins": lambda v, t: v.TrivialAugmentWide(num_magnitude_bins=1),
    "uniform_ops": lambda v, t: v.UniformAugment([v.Invert()], num_ops=2),
    "subpolicy": lambda v, t: v.RandomSelectSubpolicy(policy=[[(v.Invert(), 2.0)]]),
    "choice": lambda v, t: t.RandomChoice(transforms=1),
    "erase": lambda v, t: v.Erase(0, 0, 1, 1, inplace=1),
}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    return {
        name: run.raises(lambda b=build: b(ds.vision, ds.transforms) and np.zeros(1))["raises"]
        for name, build in REFUSED.items()
    }
