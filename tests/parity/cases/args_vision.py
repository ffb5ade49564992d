"""Arguments of random transforms, in ranges of one point so that nothing is left to chance."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image

from tests.parity.cases.dataset_transforms import FLOAT, PIL, RGB, arrays
from tests.parity.harness import Arrays, case

Build = Callable[[Any, Any, Any], Any]


def add(table: dict[str, Build], **options: Any) -> None:
    """Cases of this chapter from functions of (ms, vision, transforms)."""
    for name, build in table.items():

        def body(ms: Any, run: Any, build: Build = build) -> Arrays:
            ds = importlib.import_module(f"{ms.__name__}.dataset")
            return arrays(build(ms, ds.vision, ds.transforms))

        body.__module__ = __name__
        case(name=name, jit=False, **options)(body)


def encoded() -> np.ndarray:
    """A JPEG of one colour: whatever is cut out of it looks the same."""
    file = io.BytesIO()
    Image.fromarray(np.full((16, 16, 3), 128, np.uint8)).save(file, "JPEG")
    return np.frombuffer(file.getvalue(), np.uint8)


FLAT = np.full((8, 8, 3), 90, np.uint8)

EXACT: dict[str, Build] = {
    "flip_always": lambda ms, v, t: v.RandomHorizontalFlip(prob=1.0)(RGB),
    "flip_vertical_always": lambda ms, v, t: v.RandomVerticalFlip(prob=1.0)(RGB),
    "grey_always": lambda ms, v, t: v.RandomGrayscale(prob=1.0)(PIL),
    "invert_always": lambda ms, v, t: v.RandomInvert(prob=1.0)(RGB),
    "auto_contrast_always": lambda ms, v, t: v.RandomAutoContrast(
        cutoff=10.0, ignore=[10, 20], prob=1.0
    )(RGB),
    "equalize_always": lambda ms, v, t: v.RandomEqualize(prob=1.0)(RGB),
    "posterize_bits": lambda ms, v, t: v.RandomPosterize(bits=(3, 3))(RGB),
    "solarize_one": lambda ms, v, t: v.RandomSolarize(threshold=(100, 100))(RGB),
    "crop_padding": lambda ms, v, t: v.RandomCrop((13, 15), padding=2, fill_value=(1, 2, 3))(RGB),
    "crop_padding_mode": lambda ms, v, t: v.RandomCrop(
        (13, 15), padding=(2, 2), padding_mode=v.Border.REFLECT
    )(RGB),
    "crop_if_needed": lambda ms, v, t: v.RandomCrop((9, 11), pad_if_needed=True)(RGB),
    "resized_crop_whole": lambda ms, v, t: v.RandomResizedCrop(
        size=(9, 9),
        scale=(1.0, 1.0),
        ratio=(1.0, 1.0),
        interpolation=v.Inter.NEAREST,
        max_attempts=3,
    )(RGB[:, :9]),
    "crop_decode_resize": lambda ms, v, t: v.RandomCropDecodeResize(
        size=(6, 5),
        scale=(0.5, 0.5),
        ratio=(1.0, 1.0),
        interpolation=v.Inter.NEAREST,
        max_attempts=4,
    )(encoded()),
    "cut_out": lambda ms, v, t: v.CutOut(length=8, num_patches=2, is_hwc=False)(
        np.zeros((3, 8, 8), np.uint8)
    ),
    "erasing": lambda ms, v, t: v.RandomErasing(
        prob=1.0, scale=(0.5, 0.5), ratio=(1.0, 1.0), value=3, inplace=True, max_attempts=3
    )(np.full((3, 8, 8), 3, np.float32)),
    "rotate_one": lambda ms, v, t: v.RandomRotation(
        degrees=(90, 90), resample=v.Inter.BILINEAR, expand=True
    )(RGB),
    "rotate_centre": lambda ms, v, t: v.RandomRotation((90, 90), center=(4, 4), fill_value=3)(RGB),
    "affine_nothing": lambda ms, v, t: v.RandomAffine(
        degrees=(0, 0), translate=(0, 0), scale=(1, 1), shear=(0, 0)
    )(RGB),
    "affine_turn": lambda ms, v, t: v.RandomAffine(
        degrees=(90, 90), resample=v.Inter.NEAREST, fill_value=7
    )(RGB),
    "colour_none": lambda ms, v, t: v.RandomColorAdjust(
        brightness=(0.5, 0.5), contrast=(1, 1), saturation=(1, 1), hue=(0, 0)
    )(RGB),
    "contrast_only": lambda ms, v, t: v.RandomColorAdjust(contrast=(0.5, 0.5))(RGB),
    "random_apply": lambda ms, v, t: t.RandomApply(
        [v.HorizontalFlip(), v.VerticalFlip()], prob=1.0
    )(RGB),
    "to_type": lambda ms, v, t: v.ToType(np.float16)(RGB),
    "adjust_gain": lambda ms, v, t: v.AdjustGamma(gamma=1.2, gain=0.5)(RGB),
}
add(EXACT)

CLOSE: dict[str, Build] = {
    "normalize_pad": lambda ms, v, t: v.NormalizePad(
        mean=[90.0, 90.0, 90.0], std=[50.0, 60.0, 70.0], dtype="float16"
    )(FLAT),
    "normalize_pad_chw": lambda ms, v, t: v.NormalizePad(
        [100.0, 110.0, 120.0], [50.0, 60.0, 70.0], is_hwc=False
    )(np.ascontiguousarray(RGB.transpose(2, 0, 1))),
    "saturation_only": lambda ms, v, t: v.RandomColorAdjust(saturation=(0.5, 0.5))(RGB),
    "hue_only": lambda ms, v, t: v.RandomColorAdjust(hue=(0.1, 0.1))(RGB),
    "random_color": lambda ms, v, t: v.RandomColor(degrees=(0.5, 0.5))(RGB),
    "random_sharpness": lambda ms, v, t: v.RandomSharpness(degrees=(1.5, 1.5))(RGB),
    "lighting_none": lambda ms, v, t: v.RandomLighting(alpha=0.0)(RGB),
    "random_adjust_sharpness": lambda ms, v, t: v.RandomAdjustSharpness(1.5, prob=1.0)(RGB),
    "linear": lambda ms, v, t: v.LinearTransformation(
        transformation_matrix=np.eye(27)[::-1] * 0.5, mean_vector=np.arange(27.0)
    )(FLOAT[:3, :3].transpose(2, 0, 1)),
    "mix_up_memory": lambda ms, v, t: v.MixUp(2, 0.5, is_single=False)(
        np.stack([FLOAT[:4, :4], FLOAT[4:8, :4]]), np.eye(2, dtype=np.float32)
    ),
    "mix_up": lambda ms, v, t: v.MixUp(batch_size=2, alpha=0.5, is_single=True)(
        np.stack([FLOAT[:4, :4]] * 2), np.array([[0, 1], [0, 1]], np.float32)
    ),
}
add(CLOSE, rtol=1e-3, atol=1.01)


@case(jit=False)
def resize_one_size(ms: Any, run: Any) -> Arrays:
    """An interpolation drawn by lot shows nothing in one colour."""
    vision = _vision(ms)
    return arrays(vision.RandomResize(size=5)(FLAT)) | {
        "box": np.asarray(vision.RandomResize(size=(6, 4))(FLAT))
    }


def _vision(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.dataset").vision


@case(jit=False, rtol=1e-4, atol=1e-4)
def mix_up_batch(ms: Any, run: Any) -> Arrays:
    """Equal images and labels mix to themselves, whatever the weights are."""
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    rows = [(np.full((4, 4, 3), 30, np.float32), np.array([0, 1], np.float32))] * 4
    data = ds.GeneratorDataset(rows, ["image", "label"], shuffle=False).batch(2)
    data = data.map(ds.vision.MixUpBatch(alpha=0.7), ["image", "label"])
    return {
        f"{i}.{key}": value
        for i, row in enumerate(data.create_dict_iterator(output_numpy=True))
        for key, value in row.items()
    }
