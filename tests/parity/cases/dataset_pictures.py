"""Boxes, perspective, stacks of images, image files, mixed concatenations: values and refusals."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from tests.dataset.layouts import pattern
from tests.parity.harness import Arrays, case

_IMAGE = pattern(8, 9, 3)
_STACK = pattern(2, 3, 8, 9, 3)
_BOXES = np.array([[1, 2, 3, 4, 7], [2, 1, 6, 7, 9], [0, 0, 9, 8, 1]], np.float32)


def _vision(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.dataset.vision")


_STACKS: dict[str, Callable[[Any], Any]] = {
    "centre": lambda v: v.CenterCrop((4, 5)),
    "gamma": lambda v: v.AdjustGamma(0.5),
    "across": lambda v: v.HorizontalFlip(),
    "down": lambda v: v.VerticalFlip(),
    "normalize": lambda v: v.Normalize([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]),
    "rescale": lambda v: v.Rescale(2.0, 1.0),
    "resize": lambda v: v.Resize((4, 5)),
    "turn": lambda v: v.Rotate(90),
    "random_across": lambda v: v.RandomHorizontalFlip(1.0),
    "whole": lambda v: v.RandomCrop((8, 9)),
    "whole_resized": lambda v: v.RandomResizedCrop((4, 5), (1.0, 1.0), (1.125, 1.125)),
}


@case(jit=False, rtol=0, atol=0)
def stacks(ms: Any, run: Any) -> Arrays:
    vision = _vision(ms)
    # A quarter turn differs by the middle's place: only its shape is compared.
    out = {name: make(vision)(_STACK) for name, make in _STACKS.items()}
    return {**out, "turn": np.array(out["turn"].shape)}


_FIXED: dict[str, Callable[[Any], Any]] = {
    "across": lambda v: v.RandomHorizontalFlipWithBBox(1.0),
    "down": lambda v: v.RandomVerticalFlipWithBBox(1.0),
    "neither": lambda v: v.RandomVerticalFlipWithBBox(0.0),
    "resized": lambda v: v.ResizeWithBBox((5, 7)),
    "resized_edge": lambda v: v.ResizeWithBBox(5, v.Inter.NEAREST),
    "whole": lambda v: v.RandomCropWithBBox((8, 9)),
    "padded": lambda v: v.RandomCropWithBBox((12, 13), [2, 2, 2, 2]),
    "whole_resized": lambda v: v.RandomResizedCropWithBBox((4, 5), (1.0, 1.0), (1.125, 1.125)),
    "inside": lambda v: v.BoundingBoxAugment(v.RandomHorizontalFlip(1.0), 1.0),
}


@case(jit=False, rtol=0, atol=0)
def boxes(ms: Any, run: Any) -> Arrays:
    vision, out = _vision(ms), {}
    for name, make in _FIXED.items():
        given = _BOXES[2:] if name == "inside" else _BOXES
        image, result = make(vision)(_IMAGE, given.copy())
        out[f"{name}.image"], out[f"{name}.boxes"] = image, result
    return out


@case(jit=False)
def box_refusals(ms: Any, run: Any) -> Arrays:
    vision = _vision(ms)
    flip = vision.RandomVerticalFlipWithBBox(1.0)
    calls: dict[str, Callable[[], Any]] = {
        "type": lambda: flip(_IMAGE, _BOXES.astype(np.float64)),
        "vector": lambda: flip(_IMAGE, _BOXES[0].copy()),
        "three": lambda: flip(_IMAGE, _BOXES[:, :3].copy()),
        "none": lambda: flip(_IMAGE, _BOXES[:0].copy()),
        "negative": lambda: flip(_IMAGE, _BOXES - 3),
        "outside": lambda: flip(_IMAGE, _BOXES * 3),
        "alone": lambda: flip(_IMAGE),
        "prob": lambda: vision.RandomHorizontalFlipWithBBox(2.0),
        "size": lambda: vision.ResizeWithBBox(0),
        "inter": lambda: vision.ResizeWithBBox(5, 1),
        "large": lambda: vision.RandomCropWithBBox((14, 16))(_IMAGE, _BOXES.copy()),
        "scale": lambda: vision.RandomResizedCropWithBBox(5, (1, 0.5)),
        "transform": lambda: vision.BoundingBoxAugment(5, 1.0),
        "ratio": lambda: vision.BoundingBoxAugment(vision.RandomHorizontalFlip(1.0), 2.0),
        "stack": lambda: vision.RandomVerticalFlip(1.0)(_STACK),
        "random_size": lambda: vision.RandomResizeWithBBox("a"),
    }
    return _refused(calls, run)


def _refused(calls: dict[str, Callable[[], Any]], run: Any) -> Arrays:
    out: Arrays = {}
    for name, call in calls.items():

        def body(call: Callable[[], Any] = call) -> list[Any]:
            call()
            return []

        out[name] = run.raises(body)["raises"]
    return out


_POINTS = {
    "in": ([[0, 0], [8, 0], [8, 7], [0, 7]], [[1, 1], [7, 0], [8, 6], [0, 7]]),
    "half": ([[0, 63], [63, 63], [63, 0], [0, 0]], [[0, 32], [32, 32], [32, 0], [0, 0]]),
    "turned": ([[0, 0], [8, 0], [8, 7], [0, 7]], [[3, 2], [1, 7], [8, 1], [4, 4]]),
}


@case(jit=False, rtol=1e-6, atol=1e-4)
def perspective(ms: Any, run: Any) -> Arrays:
    vision, out = _vision(ms), {}
    for name, (start, end) in _POINTS.items():
        for how in ("LINEAR", "NEAREST", "BICUBIC", "AREA"):
            moved = vision.Perspective(start, end, getattr(vision.Inter, how))
            for kind in ("uint8", "float32", "int16", "float64"):
                out[f"{name}.{how}.{kind}"] = moved(_IMAGE.astype(kind))
            out[f"{name}.{how}.grey"] = moved(_IMAGE[..., 0])
        out[f"{name}.pil"] = np.array(vision.Perspective(start, end)(Image.fromarray(_IMAGE)))
    never = vision.RandomPerspective(0.5, 0.0)
    out["never"] = np.array(never(Image.fromarray(_IMAGE)))
    still = vision.RandomPerspective(0.0, 1.0, vision.Inter.NEAREST)
    out["still"] = np.array(still(Image.fromarray(_IMAGE)))
    return out


@case(jit=False)
def perspective_refusals(ms: Any, run: Any) -> Arrays:
    vision = _vision(ms)
    good = [[2, 2], [1, 1], [3, 3], [4, 4]]
    calls: dict[str, Callable[[], Any]] = {
        "number": lambda: vision.Perspective(1.0, 2.0),
        "numbers": lambda: vision.Perspective([2, 1, 3], good),
        "three": lambda: vision.Perspective(good[:3], good),
        "single": lambda: vision.Perspective([[2], [1], [3], [4]], good),
        "end_single": lambda: vision.Perspective(good, [[2], [1], [3], [4]]),
        "large": lambda: vision.Perspective(good, [[2, 2], [1, 1], [3, 3], [4, 2**31]]),
        "inter": lambda: vision.Perspective(good, good, "x"),
        "rank": lambda: vision.Perspective(good, good)(_IMAGE[None]),
        "type": lambda: vision.Perspective(good, good)(_IMAGE.astype(np.int32)),
        "scale": lambda: vision.RandomPerspective(2.0),
        "prob": lambda: vision.RandomPerspective(0.5, -1.0),
        "random_inter": lambda: vision.RandomPerspective(0.5, 0.5, 3),
        "array": lambda: vision.RandomPerspective()(_IMAGE),
    }
    return _refused(calls, run)


@case(jit=False, rtol=0, atol=0)
def image_files(ms: Any, run: Any) -> Arrays:
    vision, out = _vision(ms), {}
    with tempfile.TemporaryDirectory() as folder:
        vision.write_png(f"{folder}/rgb.png", _IMAGE)
        vision.write_png(f"{folder}/grey.png", _IMAGE[..., 0], 9)
        vision.write_jpeg(f"{folder}/rgb.jpg", _IMAGE, 90)
        vision.write_file(f"{folder}/raw", pattern(5))
        Image.fromarray(pattern(4, 5, 4)).save(f"{folder}/alpha.png")
        for name in ("rgb.png", "grey.png", "alpha.png"):
            for mode in vision.ImageReadMode:
                out[f"{name}.{mode.name}"] = vision.read_image(f"{folder}/{name}", mode)
        out["jpeg_shape"] = np.array(vision.read_image(f"{folder}/rgb.jpg").shape)
        out["raw"] = vision.read_file(f"{folder}/raw")
        out["pixels"] = np.array(Image.open(Path(folder, "rgb.png")))
    out["jpeg"] = vision.encode_jpeg(_IMAGE[..., :1], 50)
    out["png"] = vision.encode_png(_IMAGE, 0)[:8]
    for name, image in {"array": _IMAGE, "pil": Image.fromarray(_IMAGE), "stack": _STACK}.items():
        out[f"{name}.size"] = np.array(vision.get_image_size(image))
        out[f"{name}.channels"] = np.array(vision.get_image_num_channels(image))
    return out


@case(jit=False)
def image_file_refusals(ms: Any, run: Any) -> Arrays:
    vision = _vision(ms)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "text").write_text("x")
        calls: dict[str, Callable[[], Any]] = {
            "jpeg_type": lambda: vision.encode_jpeg(_IMAGE.astype(np.float32)),
            "jpeg_channels": lambda: vision.encode_jpeg(_IMAGE[..., :2]),
            "jpeg_list": lambda: vision.encode_jpeg(_IMAGE.tolist()),
            "jpeg_quality": lambda: vision.encode_jpeg(_IMAGE, 0),
            "jpeg_quality_float": lambda: vision.encode_jpeg(_IMAGE, 50.0),
            "png_level": lambda: vision.encode_png(_IMAGE, 10),
            "png_level_float": lambda: vision.encode_png(_IMAGE, 5.0),
            "png_list": lambda: vision.encode_png(_IMAGE.tolist()),
            "size_list": lambda: vision.get_image_size([1]),
            "channels_list": lambda: vision.get_image_num_channels([1]),
            "read_gone": lambda: vision.read_file(f"{folder}/zz"),
            "read_number": lambda: vision.read_file(5),
            "read_folder": lambda: vision.read_file(folder),
            "image_gone": lambda: vision.read_image(f"{folder}/zz"),
            "image_text": lambda: vision.read_image(f"{folder}/text"),
            "image_mode": lambda: vision.read_image(f"{folder}/text", 5),
            "image_number": lambda: vision.read_image(5),
            "write_matrix": lambda: vision.write_file(f"{folder}/b", _IMAGE),
            "write_float": lambda: vision.write_file(f"{folder}/b", np.ones(3, np.float32)),
            "write_text": lambda: vision.write_file(f"{folder}/b", "a"),
            "write_number": lambda: vision.write_file(5, pattern(5)),
            "write_gone": lambda: vision.write_file(f"{folder}/zz/b", pattern(5)),
            "write_jpeg": lambda: vision.write_jpeg(5, _IMAGE),
            "write_jpeg_quality": lambda: vision.write_jpeg(f"{folder}/b", _IMAGE, 0),
            "write_png": lambda: vision.write_png(5, _IMAGE),
            "write_png_level": lambda: vision.write_png(f"{folder}/b", _IMAGE, 10),
        }
        return _refused(calls, run)


@case(jit=False, rtol=0, atol=0)
def concatenations(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")

    def part(low: int, high: int) -> Any:
        return ds.NumpySlicesDataset({"x": np.arange(low, high)}, shuffle=False)

    def rows(dataset: Any, *samplers: Any, epochs: int = 1) -> np.ndarray:
        for sampler in samplers:
            dataset.use_sampler(sampler)
        rows = dataset.create_tuple_iterator(num_epochs=epochs, output_numpy=True)
        return np.array([int(row[0]) for _ in range(epochs) for row in rows])

    ds.config.set_seed(3)
    third = ds.DistributedSampler(3, 1, False)
    return {
        "two": rows(part(0, 3) + part(3, 10), ds.RandomSampler()),
        "epochs": rows(part(0, 3) + part(3, 10), ds.RandomSampler(), epochs=3),
        "nested": rows((part(0, 3) + part(3, 10)) + part(10, 14), ds.RandomSampler()),
        "mapped": rows(part(0, 3).map(lambda x: x + 9, ["x"]) + part(3, 10), ds.RandomSampler()),
        "twice": rows(part(0, 3) + part(3, 10), ds.DistributedSampler(3, 0, False), third),
        "back": rows(part(0, 3) + part(3, 10), ds.RandomSampler(), third),
    }


@case(jit=False)
def concatenation_refusals(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")

    def both(**options: Any) -> Any:
        return ds.NumpySlicesDataset([1, 2], **options) + ds.NumpySlicesDataset([3, 4])

    spread = ds.DistributedSampler(3, 1, False)
    calls: dict[str, Callable[[], Any]] = {
        "sequential": lambda: both().use_sampler(ds.SequentialSampler()),
        "replacement": lambda: both().use_sampler(ds.RandomSampler(True)),
        "samples": lambda: both().use_sampler(ds.RandomSampler(False, 3)),
        "shuffle": lambda: both().use_sampler(ds.DistributedSampler(3, 1)),
        "shard_samples": lambda: both().use_sampler(ds.DistributedSampler(3, 1, False, 2)),
        "part_samples": lambda: both(num_samples=1).use_sampler(spread),
        "batches": lambda: (both().batch(2) + both().batch(2)).use_sampler(spread),
        "empty": lambda: both().skip(4) + both(),
    }
    return _refused(calls, run)


@case(jit=False, rtol=0, atol=0)
def debug_seed(ms: Any, run: Any) -> Arrays:
    ds = importlib.import_module(f"{ms.__name__}.dataset")
    rows = ds.NumpySlicesDataset(np.arange(8), shuffle=False).shuffle(4)
    ds.config.set_seed(5489)
    ds.config.set_debug_mode(True)
    try:
        iterator = rows.create_tuple_iterator(num_epochs=1, output_numpy=True)
        result = [int(row[0]) for row in iterator]
        return {"rows": np.array(result), "seed": np.array(ds.config.get_seed())}
    finally:
        ds.config.set_debug_mode(False)
        ds.config.set_seed(5489)
