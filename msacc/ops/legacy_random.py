"""Random sampling of older primitives: in the shape of a Tensor, within bounds, random boxes of an image."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.common.settings import settings
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims, torch_dtype
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op
from msacc.ops.core.random_stream import RandomPrimitive
from msacc.ops.random import generator_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Dims, DTypeLike
    from msacc.ops.core.random_stream import Stream


@bindings(
    PrimitiveClass(
        "LogNormalReverse",
        settings={
            "mean": Setting(1.0, checks.instance(float)),
            "std": Setting(2.0, checks.instance(float)),
        },
    )
)
@op
def log_normal_like(input: torch.Tensor, mean: float = 1.0, std: float = 2.0) -> torch.Tensor:
    """exp of normal numbers, in the shape and dtype of `input`."""
    return torch.empty_like(input).log_normal_(mean, std)


@bindings(
    PrimitiveClass(
        "Cauchy",
        settings={
            "size": Setting(check=checks.instance(list)),
            "median": Setting(0.0, checks.instance(float)),
            "sigma": Setting(1.0, checks.instance(float)),
        },
    )
)
@op
def cauchy(size: Dims, median: float = 0.0, sigma: float = 1.0) -> torch.Tensor:
    """Numbers of the Cauchy distribution of this `median` and scale `sigma`: Float32 of shape `size`.

    `size`: a list of ints; the others are floats.
    """
    return torch.empty(dims(size), device=settings.device).cauchy_(median, sigma)


@bindings(
    PrimitiveClass(
        "NonDeterministicInts",
        settings={
            "dtype": Setting(
                mstype.int64, checks.dtype(mstype.int32, mstype.int64, mstype.uint32, mstype.uint64)
            )
        },
    )
)
@op
def any_integers(shape: Dims, dtype: DTypeLike = mstype.int64) -> torch.Tensor:
    """Integers from all that the dtype holds, of a shape of two dimensions or more."""
    sizes = dims(shape)
    if len(sizes) < 2:
        raise ValueError(
            f"For 'NonDeterministicInts', 'shape' should have two sizes or more, but got {sizes}."
        )
    kind: Any = torch_dtype(dtype)
    bits = torch.iinfo(kind)
    samples = torch.randint(-(2**63), 2**63 - 1, sizes, device=settings.device)
    return samples.to(kind) if bits.bits == 64 else (samples >> 32).to(kind)


@bindings(
    RandomPrimitive(
        "ParameterizedTruncatedNormal", settings={"seed": Setting(0), "seed2": Setting(0)}
    )
)
@op
def truncated_normals(
    shape: Dims,
    mean: torch.Tensor,
    stdevs: torch.Tensor,
    min: torch.Tensor,
    max: torch.Tensor,
    seed: int | Stream = 0,
) -> torch.Tensor:
    """Normal numbers between `min` and `max`: `shape` (batch, ...), the others one for each of the batch or for
    all.

    `mean`, `stdevs`, `min`, `max`: float Tensors (batch,) or of one number; the result has the dtype of `mean`.
    Raises RuntimeError where `max` is not above `min`.
    """
    if bool((max <= min).any()):
        raise RuntimeError(
            "For 'ParameterizedTruncatedNormal', 'max' should be above 'min' everywhere."
        )
    sizes = dims(shape)
    rng = generator_for("ParameterizedTruncatedNormal", seed, mean.device)
    middle, deviation, low, high = (
        t.double().reshape(-1, *[1] * (len(sizes) - 1)) for t in (mean, stdevs, min, max)
    )
    below, above = (torch.special.ndtr((t - middle) / deviation) for t in (low, high))
    share = torch.rand(sizes, generator=rng, dtype=torch.float64, device=mean.device)
    samples = middle + deviation * torch.special.ndtri(below + share * (above - below))
    return torch.minimum(torch.maximum(samples, low), high).to(mean.dtype)


@bindings(
    RandomPrimitive(
        "SampleDistortedBoundingBoxV2",
        settings={
            "seed": Setting(0),
            "seed2": Setting(0),
            "aspect_ratio_range": Setting((0.75, 1.33), checks.rising_pair),
            "area_range": Setting((0.05, 1.0), checks.rising_pair),
            "max_attempts": Setting(100, checks.positive_int),
            "use_image_if_no_bounding_boxes": Setting(False, checks.boolean),
        },
    )
)
@op
def distorted_box(
    image_size: torch.Tensor,
    bounding_boxes: torch.Tensor,
    min_object_covered: torch.Tensor,
    seed: int | Stream = 0,
    aspect_ratio_range: Sequence[float] = (0.75, 1.33),
    area_range: Sequence[float] = (0.05, 1.0),
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
) -> Any:
    """A part of an image drawn at random: (begin (3,), size (3,), box (1, 1, 4) in parts of the image).

    `image_size` is (height, width, channels), an integer Tensor (3,), whose dtype begin and size have.
    `bounding_boxes`: (batch, N, 4) as (top, left, bottom, right).
    `min_object_covered`: floats (1,), the least share of one box that the part covers.

    The part has a width over height and an area of the image within the ranges, or is the whole image after
    `max_attempts`.

    Raises RuntimeError without boxes, unless `use_image_if_no_bounding_boxes`, ValueError for other shapes.
    """
    if min_object_covered.ndim != 1 or image_size.shape != (3,) or bounding_boxes.shape[-1] != 4:
        raise ValueError(
            "For 'SampleDistortedBoundingBoxV2', 'image_size' should be (3,), 'bounding_boxes' (batch, N, 4) and "
            f"'min_object_covered' (1,), but got {tuple(image_size.shape)}, {tuple(bounding_boxes.shape)} and "
            f"{tuple(min_object_covered.shape)}."
        )
    boxes = bounding_boxes.reshape(-1, 4).tolist()
    if not boxes and not use_image_if_no_bounding_boxes:
        raise RuntimeError("For 'SampleDistortedBoundingBoxV2', 'bounding_boxes' holds no box.")
    height, width = (int(n) for n in image_size.tolist()[:2])
    rng = generator_for("SampleDistortedBoundingBoxV2", seed, torch.device("cpu"))
    bounds = 0, 0, height, width
    for _ in range(max_attempts):
        draws = torch.rand(4, generator=rng, dtype=torch.float64).tolist()
        part = _part(height, width, draws, aspect_ratio_range, area_range)
        if part is not None and _covers(part, boxes, height, width, float(min_object_covered)):
            bounds = part
            break
    top, left, bottom, right = bounds
    kind = image_size.dtype
    box = [top / height, left / width, bottom / height, right / width]
    return (
        torch.tensor([top, left, 0], dtype=kind),
        torch.tensor([bottom - top, right - left, -1], dtype=kind),
        torch.tensor(box, dtype=torch.float32).reshape(1, 1, 4),
    )


def _part(
    height: int, width: int, draws: list[float], ratios: Sequence[float], areas: Sequence[float]
) -> tuple[int, int, int, int] | None:
    ratio = ratios[0] + draws[0] * (ratios[1] - ratios[0])
    area = (areas[0] + draws[1] * (areas[1] - areas[0])) * height * width
    rows = round((area / ratio) ** 0.5)
    columns = round(rows * ratio)
    small, large = areas[0] * height * width, areas[1] * height * width
    if not (0 < rows <= height and 0 < columns <= width and small <= rows * columns <= large):
        return None
    top = int(draws[2] * (height - rows + 1))
    left = int(draws[3] * (width - columns + 1))
    return top, left, top + rows, left + columns


def _covers(
    part: tuple[int, int, int, int], boxes: list[list[float]], height: int, width: int, share: float
) -> bool:
    if not boxes:
        return True
    top, left, bottom, right = part
    for a, b, c, d in boxes:
        inner = max(0.0, min(bottom, c * height) - max(top, a * height))
        inner *= max(0.0, min(right, d * width) - max(left, b * width))
        area = (c - a) * height * (d - b) * width
        if area > 0 and inner >= share * area:
            return True
    return False


__all__: list[str] = []
