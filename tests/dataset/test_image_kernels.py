"""Images in fewer passes: tables for neighbouring steps, another decoder; always the same bits."""

from __future__ import annotations

import io
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

import msacc.dataset as ds
import msacc.dataset.transforms as transforms
import msacc.dataset.vision as vision
from msacc.dataset import image_decoding, jpeg
from msacc.dataset.pipeline import fused_lookup
from msacc.dataset.vision import resize
from msacc.dataset.vision.utils import Inter

MEAN, DEVIATION = [123.7, 116.3, 103.5], [58.4, 57.1, 57.4]


def noise(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


def test_pixels_do_not_depend_on_the_vendors_primitives() -> None:
    """IPP of the wheels of OpenCV rounds otherwise; the setting of the script is as before."""
    image = noise(40, 50, 3, seed=1)
    for asked in (False, True):
        cv2.ipp.setUseIPP(asked)
        before = cv2.ipp.useIPP()
        bigger = resize.resize(image[None], 61, 33, Inter.BICUBIC)[0]
        assert cv2.ipp.useIPP() == before
        if not before:
            plain = cv2.resize(image, (33, 61), interpolation=cv2.INTER_CUBIC)
        assert np.array_equal(bigger, plain)


def test_what_opencv_does_not_take_is_a_runtime_error() -> None:
    with pytest.raises(RuntimeError, match="Resize: "):
        vision.Resize((4, 5))(np.zeros((9, 7, 3), np.int64))


CHAINS = {
    "normalised": lambda v: [v.RandomHorizontalFlip(), v.Normalize(MEAN, DEVIATION), v.HWC2CHW()],
    "as it lies": lambda v: [v.Rescale(1 / 255, 0.1), v.Normalize([0.4], [0.2]), v.VerticalFlip()],
    "to tensor": lambda v: [
        v.HorizontalFlip(),
        v.RandomVerticalFlip(),
        v.ToTensor(),
        v.Normalize([0.5, 0.4, 0.3], [0.1, 0.2, 0.3], is_hwc=False),
    ],
    "grey": lambda v: [v.Rescale(1 / 0.3, -0.4), v.Rescale(1 / 255, 0.0), v.HWC2CHW()],
    "halves": lambda v: [v.Rescale(2.0, 1.0), v.ToTensor(np.float16)],
}


@pytest.mark.parametrize("sizes", [(24, 24), (19, 23)])
@pytest.mark.parametrize("name", CHAINS)
def test_a_table_gives_what_its_steps_give(
    name: str, sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks of images of one size, and rows of images of different sizes."""
    ds.config.set_seed(3)
    shown = [noise(sizes[n % 2], 21, 1 if name == "grey" else 3, seed=n) for n in range(12)]

    def rows() -> list[np.ndarray]:
        data = ds.GeneratorDataset(shown, ["image"], shuffle=False).map(CHAINS[name](vision))
        return [row[0] for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]

    at_once = rows()
    monkeypatch.setattr(fused_lookup, "_fusible", lambda step, run: False)
    for one, other in zip(at_once, rows(), strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def test_what_no_table_suits_goes_step_by_step() -> None:
    steps = [vision.Rescale(2.0, 0.0), vision.HWC2CHW()]
    assert [type(s).__name__ for s in fused_lookup.fuse_steps(steps)] == ["FusedLookup"]
    both = [vision.HWC2CHW(), vision.Rescale(1.0, 0.0), vision.HWC2CHW()]
    assert len(fused_lookup.fuse_steps(both)) == 2
    assert (
        fused_lookup.fuse_steps([transforms.TypeCast("int32"), vision.HWC2CHW()])[1].__class__
        is vision.HWC2CHW
    )
    result = fused_lookup.fuse_steps(steps)[0]
    floats = np.random.default_rng(0).random((30, 31, 3), np.float32)
    assert np.array_equal(result.row((floats,))[0], (floats * 2).transpose(2, 0, 1))


def test_steps_that_do_not_fit_the_image_are_named() -> None:
    data = ds.NumpySlicesDataset([noise(40, 40, 2)], ["image"])
    data = data.map([vision.Normalize(MEAN, DEVIATION), vision.HWC2CHW()])
    with pytest.raises(RuntimeError, match=r"\[Normalize\] failed"):
        next(data.create_tuple_iterator())


def encoded(mode: str = "RGB", **kwargs: Any) -> bytes:
    file = io.BytesIO()
    small = Image.fromarray(noise(9, 8, 3)).resize((45, 38), Image.Resampling.BICUBIC)
    small.convert(mode).save(file, kwargs.pop("format", "JPEG"), **kwargs)
    return file.getvalue()


def as_pil_decodes(raw: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(raw)).convert("RGB"))


@pytest.mark.parametrize(
    "kwargs",
    [
        {"quality": 90},
        {"subsampling": 0},
        {"subsampling": 1, "progressive": True},
        {"exif": b"x" * 400},
    ],
    ids=str,
)
def test_jpegs_are_decoded_as_by_pil(kwargs: dict[str, Any]) -> None:
    raw = encoded(**kwargs)
    vector = np.frombuffer(raw, np.uint8)
    assert jpeg.extent(vector) == (45, 38)
    assert np.array_equal(image_decoding.decode(vector), as_pil_decodes(raw))
    assert image_decoding.decode(vector).flags.writeable


@pytest.mark.parametrize("mode", ["L", "CMYK"])
def test_other_colours_are_left_to_pil(mode: str) -> None:
    raw = encoded(mode)
    assert jpeg.extent(np.frombuffer(raw, np.uint8)) is None
    assert np.array_equal(image_decoding.decode(np.frombuffer(raw, np.uint8)), as_pil_decodes(raw))
    assert jpeg.extent(np.frombuffer(encoded(format="PNG"), np.uint8)) is None


def test_a_jpeg_that_is_cut_short_is_told_by_pil() -> None:
    raw = np.frombuffer(encoded()[:-200], np.uint8)
    with pytest.raises(RuntimeError, match="truncated"):
        image_decoding.decode(raw)


def test_a_jpeg_that_declares_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MSACC_MAX_IMAGE_PIXELS", "1000")
    with pytest.raises(RuntimeError, match="may be an image bomb"):
        image_decoding.decode(np.frombuffer(encoded(), np.uint8))
