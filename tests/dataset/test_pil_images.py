"""What transforms give for PIL images, as MindSpore 2.10 does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image

import msacc.dataset.vision as vision


@pytest.mark.parametrize(
    "transform",
    [vision.Affine(15, [0.2, 0.2], 1.1, [10.0, 10.0]), vision.AutoAugment(), vision.Crop((0, 0), 8)]
    + [vision.CutOut(5), vision.HorizontalFlip(), vision.RandAugment(), vision.RandomEqualize(1.0)]
    + [vision.RandomAutoContrast(prob=1.0), vision.RandomInvert(1.0), vision.RandomResize(20)]
    + [vision.Rotate(20), vision.TrivialAugmentWide(), vision.VerticalFlip()],
    ids=lambda transform: type(transform).__name__,
)
def test_what_mindspore_has_in_cpp_only_gives_arrays_for_pil_images(transform: Any) -> None:
    image = Image.fromarray(np.arange(40 * 50 * 3, dtype=np.uint8).reshape(40, 50, 3))
    assert isinstance(transform(image), np.ndarray)
