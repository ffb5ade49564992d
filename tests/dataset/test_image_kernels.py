"""Images in fewer passes: compiled loops, tables for neighbouring steps, another decoder; always the same bits."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np
import pytest
from PIL import Image

import msacc.dataset as ds
import msacc.dataset.transforms as transforms
import msacc.dataset.vision as vision
from msacc.dataset import image_decoding, jpeg
from msacc.dataset.native import compiled_loops as native
from msacc.dataset.pipeline import fused_lookup
from msacc.dataset.vision import resize
from msacc.dataset.vision.utils import Inter

MEAN, DEVIATION = [123.7, 116.3, 103.5], [58.4, 57.1, 57.4]


def noise(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


@pytest.fixture
def loops() -> Any:
    result = native.loaded()
    if result is None:
        pytest.skip("no C compiler here")
    return result


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_compiled_loops_resize_as_numpy_does(
    channels: int, loops: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = np.random.default_rng(channels)
    for _ in range(40):
        height, width, new_height, new_width = (int(n) for n in draw.integers(1, 90, 4))
        whole = noise(2, height + 3, width + 2, channels)
        for xs in (whole[:, 1 : height + 1, 1 : width + 1], whole[:, ::-1, ::-1]):
            compiled = resize.resize(xs, new_height, new_width, Inter.LINEAR)
            with monkeypatch.context() as patch:
                patch.setattr(native, "loaded", lambda: None)
                plain = resize.resize(xs, new_height, new_width, Inter.LINEAR)
            assert np.array_equal(compiled, plain)


def test_without_loops_numpy_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MSACC_NATIVE", "0")
    assert native.loaded() is None
    assert vision.Resize((4, 5))(noise(9, 7, 3)).shape == (4, 5, 3)


def test_loops_that_others_could_have_written_are_not_run(tmp_path: Any) -> None:
    (tmp_path / "kernels.so").write_bytes(b"")
    tmp_path.chmod(0o777)
    with pytest.raises(OSError, match="can be written by others"):
        native._is_trusted(tmp_path)


@pytest.mark.skipif(native.loaded() is None, reason="no C compiler here")
def test_loops_are_run_where_files_are_for_a_group(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MSACC_CACHE", str(tmp_path / "kept"))
    before = os.umask(0o002)
    try:
        assert native._loaded.__wrapped__() is not None
    finally:
        os.umask(before)
    assert [path.name[:7] for path in (tmp_path / "kept").glob("native-*")] == ["native-"]


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


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("sizes", [(24, 24), (19, 23)])
@pytest.mark.parametrize("name", CHAINS)
def test_a_table_gives_what_its_steps_give(
    name: str, sizes: tuple[int, int], compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks of images of one size, and rows of images of different sizes."""
    if not compiled:
        monkeypatch.setattr(native, "loaded", lambda: None)
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
