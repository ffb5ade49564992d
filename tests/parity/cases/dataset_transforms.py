"""Transforms on small arrays, called at once."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image

from tests.parity.harness import Arrays, case

_RANDOM = np.random.RandomState(0)
RGB = _RANDOM.randint(0, 256, (9, 11, 3)).astype(np.uint8)
GREY = _RANDOM.randint(0, 256, (28, 28, 1)).astype(np.uint8)
FLOAT = _RANDOM.rand(9, 11, 3).astype(np.float32)
RGBA = np.dstack([RGB, RGB[..., :1]])
LEVELS = np.arange(256, dtype=np.uint8).reshape(16, 16, 1)
PIL = Image.fromarray(RGB)
NUMBERS = np.array([300.7, -5.5, 70000.0, 0.0])


def arrays(result: Any) -> Arrays:
    parts = result if isinstance(result, tuple) else (result,)
    return {str(i): np.asarray(part) for i, part in enumerate(parts)}


def add(table: dict[str, Callable[[Any, Any, Any], Any]], **options: Any) -> None:
    """Cases from functions of (ms, vision, transforms)."""
    for name, build in table.items():

        def body(ms: Any, run: Any, build: Callable[..., Any] = build) -> Arrays:
            ds = importlib.import_module(f"{ms.__name__}.dataset")
            return arrays(build(ms, ds.vision, ds.transforms))

        body.__module__ = __name__
        case(name=name, jit=False, **options)(body)


EXACT: dict[str, Callable[[Any, Any, Any], Any]] = {
    "rescale": lambda ms, v, t: v.Rescale(1 / 0.3081, -0.1307 / 0.3081)(LEVELS),
    "rescale_scale_only": lambda ms, v, t: v.Rescale(1 / 255.0, 0.0)(LEVELS),
    "rescale_float": lambda ms, v, t: v.Rescale(1 / 255.0, 0.5)(FLOAT),
    "rescale_int32": lambda ms, v, t: v.Rescale(2, 0.5)(RGB.astype(np.int32)),
    "normalize": lambda ms, v, t: v.Normalize([123.675, 116.28, 103.53], [58.4, 57.1, 57.4])(RGB),
    "normalize_float": lambda ms, v, t: v.Normalize([0.1, 0.2, 0.3], [0.4, 0.5, 0.6])(FLOAT),
    "normalize_chw": lambda ms, v, t: v.Normalize([1, 2, 3], [4, 5, 6], is_hwc=False)(
        np.ascontiguousarray(RGB.transpose(2, 0, 1))
    ),
    "normalize_one": lambda ms, v, t: v.Normalize([121.0], [70.0])(LEVELS),
    "normalize_one_for_three": lambda ms, v, t: v.Normalize([10.0], [2.0])(RGB),
    "normalize_flat": lambda ms, v, t: v.Normalize([10.0], [2.0])(GREY[..., 0]),
    "normalize_pil": lambda ms, v, t: v.Normalize([1, 2, 3], [4, 5, 6])(PIL),
    "hwc2chw": lambda ms, v, t: v.HWC2CHW()(RGB),
    "hwc2chw_flat": lambda ms, v, t: v.HWC2CHW()(GREY[..., 0]),
    "center_crop": lambda ms, v, t: v.CenterCrop((4, 3))(RGB),
    "center_crop_odd": lambda ms, v, t: v.CenterCrop(6)(RGB),
    "center_crop_larger": lambda ms, v, t: v.CenterCrop((14, 4))(RGB),
    "center_crop_pil": lambda ms, v, t: v.CenterCrop(6)(PIL),
    "crop": lambda ms, v, t: v.Crop((1, 2), (3, 4))(RGB),
    "flip_horizontal": lambda ms, v, t: v.HorizontalFlip()(RGB),
    "flip_vertical": lambda ms, v, t: v.VerticalFlip()(RGB),
    "pad_four": lambda ms, v, t: v.Pad((1, 2, 3, 4), 5)(RGB),
    "pad_two": lambda ms, v, t: v.Pad((1, 2), (5, 6, 7))(RGB),
    "pad_edge": lambda ms, v, t: v.Pad(2, 0, v.Border.EDGE)(RGB),
    "pad_reflect": lambda ms, v, t: v.Pad(2, 0, v.Border.REFLECT)(RGB),
    "pad_symmetric": lambda ms, v, t: v.Pad(2, 0, v.Border.SYMMETRIC)(RGB),
    "pad_to_size": lambda ms, v, t: v.PadToSize((12, 15), None, 9)(RGB),
    "pad_to_size_offset": lambda ms, v, t: v.PadToSize((12, 15), (1, 2), 9)(RGB),
    "to_tensor": lambda ms, v, t: v.ToTensor()(RGB),
    "to_tensor_levels": lambda ms, v, t: v.ToTensor()(LEVELS),
    "to_tensor_flat": lambda ms, v, t: v.ToTensor()(GREY[..., 0]),
    "to_tensor_pil": lambda ms, v, t: v.ToTensor()(PIL),
    "to_tensor_float16": lambda ms, v, t: v.ToTensor(np.float16)(RGB),
    "to_pil": lambda ms, v, t: v.ToPIL()(RGB),
    "to_type": lambda ms, v, t: v.ToType(np.float32)(RGB),
    "grayscale": lambda ms, v, t: v.Grayscale(3)(PIL),
    "brightness": lambda ms, v, t: v.AdjustBrightness(1.5)(RGB),
    "brightness_pil": lambda ms, v, t: v.AdjustBrightness(0.6)(PIL),
    "contrast": lambda ms, v, t: v.AdjustContrast(1.5)(RGB),
    "contrast_pil": lambda ms, v, t: v.AdjustContrast(1.5)(PIL),
    "saturation": lambda ms, v, t: v.AdjustSaturation(1.5)(RGB),
    "saturation_pil": lambda ms, v, t: v.AdjustSaturation(1.5)(PIL),
    "sharpness": lambda ms, v, t: v.AdjustSharpness(1.5)(RGB),
    "hue": lambda ms, v, t: v.AdjustHue(0.2)(RGB),
    "hue_negative": lambda ms, v, t: v.AdjustHue(-0.1)(RGB),
    "gamma": lambda ms, v, t: v.AdjustGamma(0.7, 1.1)(RGB),
    "invert": lambda ms, v, t: v.Invert()(RGB),
    "equalize": lambda ms, v, t: v.Equalize()(RGB),
    "equalize_pil": lambda ms, v, t: v.Equalize()(PIL),
    "auto_contrast": lambda ms, v, t: v.AutoContrast()(RGB),
    "auto_contrast_cut": lambda ms, v, t: v.AutoContrast(10.0, [10, 20])(RGB),
    "posterize": lambda ms, v, t: v.Posterize(3)(RGB),
    "solarize": lambda ms, v, t: v.Solarize((50, 150))(RGB),
    "slice_patches": lambda ms, v, t: v.SlicePatches(2, 3)(RGB),
    "slice_patches_drop": lambda ms, v, t: v.SlicePatches(2, 3, v.SliceMode.DROP)(RGB),
    "slice_patches_fill": lambda ms, v, t: v.SlicePatches(4, 3, v.SliceMode.PAD, 7)(RGB),
    "resized_crop": lambda ms, v, t: v.ResizedCrop(1, 2, 5, 6, (7, 7))(RGB),
    "five_crop": lambda ms, v, t: v.FiveCrop(4)(PIL),
    "erase": lambda ms, v, t: v.Erase(1, 1, 2, 2, 5)(RGB),
    "rotate": lambda ms, v, t: v.Rotate(30)(RGB),
    "one_hot": lambda ms, v, t: t.OneHot(4)(np.array([1, 3], np.int32)),
    "one_hot_scalar": lambda ms, v, t: t.OneHot(4)(np.array(2, np.uint32)),
    "one_hot_smooth": lambda ms, v, t: t.OneHot(4, 0.1)(np.array(2)),
    "pad_end": lambda ms, v, t: t.PadEnd([4, 3], 10)(np.array([[1, 2], [3, 4]])),
    "pad_end_cut": lambda ms, v, t: t.PadEnd([2])(np.array([1, 2, 3])),
    "fill": lambda ms, v, t: t.Fill(3.7)(np.array([1, 2])),
    "concatenate": lambda ms, v, t: t.Concatenate(0, np.array([1.0]), np.array([5.0]))(
        np.array([2.0, 3.0])
    ),
    "duplicate": lambda ms, v, t: t.Duplicate()(np.array([1, 2])),
    "mask": lambda ms, v, t: t.Mask(t.Relational.GE, 2, ms.int32)(np.array([1, 2, 3])),
    "slice_int": lambda ms, v, t: t.Slice(-1)(np.arange(5)),
    "slice_list": lambda ms, v, t: t.Slice(slice(0, 2), [0, 2])(np.arange(12).reshape(3, 4)),
    "compose": lambda ms, v, t: t.Compose([lambda x: x + 1, t.TypeCast(ms.float32)])(np.arange(3)),
}
EXACT.update(
    {
        f"type_cast_{name}": lambda ms, v, t, name=name: t.TypeCast(getattr(ms, name))(NUMBERS)
        for name in ("uint8", "int8", "uint16", "int32", "uint32", "int64", "bool_", "float16")
    }
)
for _mode in [
    "BGR2BGRA",
    "BGRA2BGR",
    "BGR2RGBA",
    "RGBA2BGR",
    "BGR2RGB",
    "BGRA2RGBA",
    "BGR2GRAY",
    "RGB2GRAY",
    "GRAY2BGR",
    "GRAY2BGRA",
    "BGRA2GRAY",
    "RGBA2GRAY",
]:
    _source = {"BGRA": RGBA, "RGBA": RGBA, "GRAY": GREY}.get(_mode.split("2")[0], RGB)
    EXACT[f"convert_{_mode}"] = lambda ms, v, t, mode=_mode, x=_source: v.ConvertColor(
        getattr(v.ConvertMode, f"COLOR_{mode}")
    )(x)
for _inter in ("LINEAR", "NEAREST", "BICUBIC", "AREA"):
    for _size in ((32, 32), (14, 14), (9, 40), (56, 56), (30, 20), 20):
        EXACT[f"resize_{_inter}_{_size}"] = lambda ms, v, t, i=_inter, s=_size: v.Resize(
            s, getattr(v.Inter, i)
        )(GREY)
    EXACT[f"resize_{_inter}_rgb"] = lambda ms, v, t, i=_inter: v.Resize(
        (13, 7), getattr(v.Inter, i)
    )(RGB)
for _inter in ("LINEAR", "NEAREST", "BICUBIC", "ANTIALIAS"):
    EXACT[f"resize_{_inter}_pil"] = lambda ms, v, t, i=_inter: v.Resize(
        (13, 7), getattr(v.Inter, i)
    )(PIL)
add(EXACT, rtol=0, atol=0)

NEAR: dict[str, Callable[[Any, Any, Any], Any]] = {
    "resize_float": lambda ms, v, t: v.Resize((13, 7))(FLOAT),
    "resize_float_cubic": lambda ms, v, t: v.Resize((13, 7), v.Inter.BICUBIC)(FLOAT),
    "contrast_float": lambda ms, v, t: v.AdjustContrast(1.5)(FLOAT),
    "saturation_float": lambda ms, v, t: v.AdjustSaturation(1.5)(FLOAT),
    "gamma_float": lambda ms, v, t: v.AdjustGamma(0.7, 1.1)(FLOAT),
    "blur_float": lambda ms, v, t: v.GaussianBlur((3, 5), (1.0, 2.0))(FLOAT),
    "rgb_to_hsv": lambda ms, v, t: v.RgbToHsv(True)(RGB),
    "hsv_to_rgb": lambda ms, v, t: v.HsvToRgb(True)(FLOAT),
}
add(NEAR, rtol=1e-5, atol=1e-6)

# uint8 within one step.
STEP: dict[str, Callable[[Any, Any, Any], Any]] = {
    "blur": lambda ms, v, t: v.GaussianBlur(3)(RGB),
    "blur_sigma": lambda ms, v, t: v.GaussianBlur((3, 5), (1.0, 2.0))(RGB),
}
add(STEP, rtol=0, atol=1)


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    v, t = ds.vision, ds.transforms
    bad: dict[str, Callable[[], Any]] = {
        "type": lambda: t.TypeCast("nothing"),
        "one_hot_0": lambda: t.OneHot(0),
        "one_hot_large": lambda: t.OneHot(4)(np.array(4)),
        "one_hot_float": lambda: t.OneHot(4)(np.array(1.0)),
        "one_hot_rate": lambda: t.OneHot(3, 2.0),
        "pad_end_rank": lambda: t.PadEnd([4, 4])(np.array([1])),
        "slice_range": lambda: t.Slice(7)(np.arange(5)),
        "compose_empty": lambda: t.Compose([]),
        "compose_number": lambda: t.Compose([5]),
        "apply_prob": lambda: t.RandomApply([lambda x: x], 2.0),
        "mean_range": lambda: v.Normalize([300.0], [2.0]),
        "std_0": lambda: v.Normalize([3.0], [0.0]),
        "std_length": lambda: v.Normalize([3.0, 1.0], [1.0]),
        "mean_channels": lambda: v.Normalize([3.0, 1.0], [1.0, 1.0])(RGB),
        "rescale_int64": lambda: v.Rescale(1.0, 0.5)(RGB.astype(np.int64)),
        "hwc2chw_rank": lambda: v.HWC2CHW()(RGB[None]),
        "resize_0": lambda: v.Resize(0),
        "resize_antialias": lambda: v.Resize(5, v.Inter.ANTIALIAS)(RGB),
        "resize_pil_area": lambda: v.Resize(5, v.Inter.AREA)(PIL),
        "crop_outside": lambda: v.Crop((1, 2), 30)(RGB),
        "flip_prob": lambda: v.RandomHorizontalFlip(1.5),
        "contrast_grey": lambda: v.AdjustContrast(1.5)(GREY),
        "posterize_float": lambda: v.Posterize(3)(FLOAT),
        "grayscale_array": lambda: v.Grayscale()(RGB),
        "random_crop_large": lambda: v.RandomCrop(40)(RGB),
        "decode": lambda: v.Decode()(np.zeros(10, np.uint8)),
    }
    return {name: run.raises(lambda fn=fn: [fn(), []][1])["raises"] for name, fn in bad.items()}
