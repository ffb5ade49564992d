"""Random transforms by their distribution, batch mixers, old homes."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image

import msacc.dataset as ds
from msacc.common import warn_once
from msacc.dataset import transforms, vision
from msacc.dataset.transform_random import Draws

IMAGE = np.random.RandomState(0).randint(0, 256, (20, 24, 3)).astype(np.uint8)


def many(operation: Any, image: np.ndarray = IMAGE, count: int = 400) -> list[np.ndarray]:
    ds.config.set_seed(ds.config.get_seed())  # what draws from Python's random begins anew, too
    data = ds.NumpySlicesDataset({"x": np.stack([image] * count)}, shuffle=False)
    data = data.map(operation, "x")
    return [row[0] for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]


@pytest.mark.parametrize(("prob", "low", "high"), [(0.0, 0, 0), (0.3, 80, 160), (1.0, 400, 400)])
def test_flip_probability(prob: float, low: int, high: int) -> None:
    flipped = sum((x != IMAGE).any() for x in many(vision.RandomHorizontalFlip(prob)))
    assert low <= flipped <= high


def test_random_crop_places_are_uniform() -> None:
    ramp = np.arange(16, dtype=np.uint8).reshape(4, 4, 1)
    corners = np.bincount([int(x[0, 0, 0]) for x in many(vision.RandomCrop(2), ramp, 900)])
    assert np.flatnonzero(corners).tolist() == [0, 1, 2, 4, 5, 6, 8, 9, 10]
    assert corners[corners > 0].min() > 60


def test_resized_crop_areas_lie_in_the_scale() -> None:
    crop = vision.RandomResizedCrop(8, scale=(0.2, 0.5), ratio=(0.5, 2.0))
    draws, image = Draws(0), np.zeros((100, 140, 3), np.uint8)
    boxes = [crop.draw(image, draws) for _ in range(300)]
    areas = [h * w / 14000 for _, _, h, w in boxes]
    assert 0.19 < min(areas) < 0.23
    assert 0.47 < max(areas) < 0.51
    assert all(t >= 0 and s >= 0 and t + h <= 100 and s + w <= 140 for t, s, h, w in boxes)


def test_color_adjust_draws_factors_in_range() -> None:
    grey = np.full((4, 4, 3), 100, np.uint8)
    levels = [int(x[0, 0, 0]) for x in many(vision.RandomColorAdjust(brightness=0.4), grey)]
    assert 58 <= min(levels) < 65
    assert 135 < max(levels) <= 142


def test_idle_color_adjust_changes_nothing() -> None:
    np.testing.assert_array_equal(vision.RandomColorAdjust()(IMAGE), IMAGE)


RANDOM: list[Callable[[], Any]] = [
    lambda: vision.RandomColor(),
    lambda: vision.RandomSharpness(),
    lambda: vision.RandomPosterize((3, 5)),
    lambda: vision.RandomSolarize(),
    lambda: vision.RandomGrayscale(0.5),
    lambda: vision.RandomLighting(0.5),
    lambda: vision.RandomAdjustSharpness(2.0),
    lambda: vision.RandomAutoContrast(10.0),
    lambda: vision.RandomEqualize(),
    lambda: vision.RandomInvert(),
    lambda: vision.RandomRotation(30),
    lambda: vision.RandomAffine(10, (0.1, 0.1), (0.9, 1.1), 5),
    lambda: vision.RandomResize(10),
    lambda: vision.RandomResizedCrop(10),
    lambda: vision.CutOut(5),
    lambda: vision.UniformAugment([vision.Invert(), vision.HorizontalFlip()], 2),
    lambda: vision.RandomSelectSubpolicy(
        [[(vision.Invert(), 0.5)], [(vision.VerticalFlip(), 1.0)]]
    ),
    lambda: vision.AutoAugment(),
    lambda: vision.RandAugment(),
    lambda: vision.TrivialAugmentWide(),
    lambda: transforms.RandomApply([vision.Invert()], 0.5),
    lambda: transforms.RandomChoice([vision.Invert(), vision.HorizontalFlip()]),
    lambda: transforms.RandomOrder([vision.Invert(), vision.AdjustBrightness(1.5)]),
]


@pytest.mark.parametrize("make", RANDOM)
def test_random_transforms_vary_and_repeat(make: Callable[[], Any]) -> None:
    first, again = many(make(), count=12), many(make(), count=12)
    for a, b in zip(first, again, strict=True):
        np.testing.assert_array_equal(a, b)
    assert any(a.shape != first[0].shape or (a != first[0]).any() for a in first)
    assert {a.dtype for a in first} == {np.dtype(np.uint8)}


def test_random_erasing_works_on_planes() -> None:
    planes = np.ones((3, 16, 16), np.float32)
    erased = many(vision.RandomErasing(0.5, value=(5, 6, 7)), planes, 100)
    hit = [x for x in erased if (x != 1).any()]
    assert 25 < len(hit) < 75
    assert {float(v) for v in np.unique(hit[0][2])} == {1.0, 7.0}


@pytest.mark.parametrize(
    "mixer", [vision.MixUpBatch(0.8), vision.CutMixBatch(vision.ImageBatchFormat.NHWC)]
)
def test_batch_mixers_keep_shapes_and_label_mass(mixer: Any) -> None:
    images = np.random.RandomState(0).randint(0, 256, (16, 8, 8, 3)).astype(np.uint8)
    data = ds.NumpySlicesDataset({"x": images, "y": np.arange(16, dtype=np.int32)}, shuffle=False)
    data = data.map(transforms.OneHot(16), "y").batch(8).map(mixer, ["x", "y"])
    for x, y in data.create_tuple_iterator(num_epochs=1, output_numpy=True):
        assert x.shape == (8, 8, 8, 3)
        assert x.dtype == np.uint8
        assert y.dtype == np.float32
        np.testing.assert_allclose(y.sum(axis=1), 1, rtol=1e-6)
        assert ((y > 0).sum(axis=1) == 2).any()


def encoded(image: np.ndarray) -> np.ndarray:
    buffer = io.BytesIO()
    Image.fromarray(image).save(buffer, "PNG")
    return np.frombuffer(buffer.getvalue(), np.uint8)


def test_decode_and_crop_decode() -> None:
    np.testing.assert_array_equal(vision.Decode()(encoded(IMAGE)), IMAGE)
    assert vision.RandomCropDecodeResize(7)(encoded(IMAGE)).shape == (7, 7, 3)
    assert isinstance(vision.Decode(to_pil=True)(encoded(IMAGE)), Image.Image)


def test_old_python_transforms_work_on_pil_images() -> None:
    py = importlib.import_module("msacc.dataset.vision.py_transforms")
    steps = py.Compose(
        [
            py.Decode(),
            py.RandomCrop(16),
            py.RandomHorizontalFlip(1.0),
            py.ToTensor(),
            py.Normalize((0.5, 0.5, 0.5), (0.2, 0.2, 0.2)),
        ]
    )
    data = ds.NumpySlicesDataset({"x": [encoded(IMAGE)] * 3}, shuffle=False)
    for (x,) in data.map(steps, "x").create_tuple_iterator(num_epochs=1, output_numpy=True):
        assert x.shape == (3, 16, 16)
        assert x.dtype == np.float32
    with pytest.raises(TypeError, match="should be PIL image"):
        py.RandomCrop(4)(IMAGE)


@pytest.mark.parametrize(
    ("home", "name"),
    [
        ("vision.c_transforms", "Resize"),
        ("transforms.c_transforms", "TypeCast"),
        ("vision.transforms", "HWC2CHW"),
        ("vision.utils", "Inter"),
        ("transforms.transforms", "Compose"),
    ],
)
def test_old_homes_hold_the_same_objects(home: str, name: str) -> None:
    result = getattr(importlib.import_module(f"msacc.dataset.{home}"), name)
    assert result in (getattr(vision, name, None), getattr(transforms, name, None))


def test_settings_without_effect_say_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    warn_once.forget()
    before = ds.config.get_prefetch_size()
    ds.config.set_prefetch_size(3)
    ds.config.set_prefetch_size(4)
    assert ds.config.get_prefetch_size() == 4
    ds.config.set_prefetch_size(before)
    assert capsys.readouterr().err.count("set_prefetch_size") <= 1


@pytest.mark.parametrize(
    ("setter", "value", "error"),
    [
        ("set_prefetch_size", 0, ValueError),
        ("set_prefetch_size", "a", TypeError),
        ("set_num_parallel_workers", 0, ValueError),
        ("set_auto_offload", 1, TypeError),
        ("set_seed", 2**32, ValueError),
    ],
)
def test_settings_are_checked(setter: str, value: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        getattr(ds.config, setter)(value)
