"""Image patches: glimpses, patch extraction, morphological dilation."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Dims, Ints


@bindings(
    PrimitiveClass(
        "ExtractGlimpse",
        settings={
            "centered": Setting(True, checks.boolean),
            "normalized": Setting(True, checks.boolean),
            "uniform_noise": Setting(True, checks.boolean),
            "noise": Setting("uniform", checks.word("uniform", "gaussian", "zero")),
        },
    )
)
@op
def extract_glimpse(
    x: torch.Tensor,
    size: Dims,
    offsets: torch.Tensor,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    noise: str = "uniform",
) -> torch.Tensor:
    """A window of `size` (height, width) of each image of `x` (N, H, W, C) at `offsets` (N, 2), (y, x).

    `normalized`: offsets are in parts of the image; `centered`: they count from the middle (with `normalized`,
    -1 to 1). What lies outside is drawn by `noise`: 'uniform', 'gaussian' or 'zero'. `x` is of floats, whose
    dtype the result (N, height, width, C) has. Raises ValueError for `uniform_noise` with another `noise`.
    """
    if uniform_noise and noise != "uniform":
        raise ValueError(
            f"For 'ExtractGlimpse', 'noise' should be 'uniform' where 'uniform_noise' is True, but got {noise!r}."
        )
    high, wide = dims(size)
    shape = torch.tensor(x.shape[1:3], dtype=torch.float32, device=x.device)
    window = torch.tensor([high, wide], dtype=torch.float32, device=x.device)
    center = offsets.float() * shape if normalized else offsets.float()
    if not centered:
        center = center - window / 2
    elif normalized:
        center = (center + shape - window) / 2
    else:
        center = center + (shape - window) / 2
    start = torch.trunc(center).long()
    rows = start[:, 0, None] + torch.arange(high, device=x.device)
    columns = start[:, 1, None] + torch.arange(wide, device=x.device)
    in_image = ((rows >= 0) & (rows < x.shape[1]))[:, :, None] & (
        (columns >= 0) & (columns < x.shape[2])
    )[:, None]
    batch = torch.arange(x.shape[0], device=x.device)[:, None, None]
    safe = rows.clamp(0, x.shape[1] - 1)[:, :, None], columns.clamp(0, x.shape[2] - 1)[:, None]
    return torch.where(in_image[..., None], x[(batch, *safe)], _noise(noise, x, (high, wide)))


def _noise(noise: str, x: torch.Tensor, size: tuple[int, int]) -> torch.Tensor:
    shape = (x.shape[0], *size, x.shape[3])
    if noise == "zero":
        return x.new_zeros(shape)
    return x.new_empty(shape).normal_() if noise == "gaussian" else x.new_empty(shape).uniform_()


def _around(size: int, kernel: int, stride: int, rate: int, padding: str) -> tuple[int, int]:
    """Zeros before and after one dimension."""
    if padding == "VALID":
        return 0, 0
    reach = (kernel - 1) * rate + 1
    total = max((-(-size // stride) - 1) * stride + reach - size, 0)
    return total // 2, total - total // 2


def _padded(
    x: torch.Tensor,
    kernel: Sequence[int],
    stride: Sequence[int],
    rate: Sequence[int],
    padding: str,
    value: float,
) -> torch.Tensor:
    sides = [
        _around(*each, padding) for each in zip(x.shape[2:], kernel, stride, rate, strict=False)
    ]
    flat = list(itertools.chain.from_iterable(reversed(sides)))
    return F.pad(x, flat, value=value)


def _windows(
    x: torch.Tensor, kernel: Sequence[int], stride: Sequence[int], rate: Sequence[int]
) -> torch.Tensor:
    """(N, C, *positions, *kernel): the windows of x (N, C, ...)."""
    for i, (k, s, r) in enumerate(zip(kernel, stride, rate, strict=False)):
        reach = (k - 1) * r + 1
        if x.shape[i + 2] < reach:
            raise ValueError(
                f"A window of {reach} does not fit into {x.shape[i + 2]} elements of dimension {i + 2}."
            )
        x = x.unfold(i + 2, reach, s)[..., ::r]
    return x


@bindings(
    PrimitiveClass(
        "ExtractVolumePatches",
        settings={
            "kernel_size": Setting(check=checks.volume),
            "strides": Setting(check=checks.volume),
            "padding": Setting(check=checks.word_any_case("valid", "same")),
        },
    )
)
@op
def extract_volume_patches(
    input_x: torch.Tensor, kernel_size: Ints, strides: Ints, padding: str
) -> torch.Tensor:
    """Patches of volumes (N, C, D, H, W) as channels (N, C * d * h * w, ...), in the order d, h, w, C.

    `kernel_size` and `strides` are an int, three, or five that begin with ones; `padding` 'valid' or 'same'.
    """
    kernel, stride = (_three(n, v) for n, v in (("kernel_size", kernel_size), ("strides", strides)))
    ones = (1, 1, 1)
    padded = _padded(input_x, kernel, stride, ones, padding.upper(), 0.0)
    patches = _windows(padded, kernel, stride, ones)
    return patches.permute(0, 5, 6, 7, 1, 2, 3, 4).flatten(1, 4)


def _three(name: str, value: Any) -> tuple[int, ...]:
    sizes = (value,) * 3 if isinstance(value, int) else tuple(value)
    if len(sizes) == 5 and sizes[:2] != (1, 1):
        raise ValueError(
            f"For 'ExtractVolumePatches', '{name}' should begin with 1, 1, but got {value}."
        )
    return sizes[-3:]


@bindings(
    PrimitiveClass(
        "ExtractImagePatches",
        inputs=("input_x",),
        settings={
            "ksizes": Setting(),
            "strides": Setting(),
            "rates": Setting(),
            "padding": Setting("VALID", checks.word_any_case_or_none("valid", "same")),
        },
    )
)
@op
def extract_image_patches(
    input_x: torch.Tensor,
    ksizes: Sequence[int],
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str = "VALID",
) -> torch.Tensor:
    """Patches of images (N, C, H, W) as channels (N, h * w * C, ...), in the order h, w, C.

    `ksizes`, `strides` and `rates` are (1, 1, rows, columns). `input_x`: a Tensor of numbers, whose dtype the
    result has; `padding`: 'VALID' or 'SAME', with zeros.
    """
    kernel, stride, rate = (tuple(v)[-2:] for v in (ksizes, strides, rates))
    padded = _padded(input_x, kernel, stride, rate, padding.upper(), 0.0)
    return _windows(padded, kernel, stride, rate).permute(0, 4, 5, 1, 2, 3).flatten(1, 3)


@bindings(
    PrimitiveClass(
        "Dilation2D",
        settings={
            "stride": Setting(),
            "dilation": Setting(),
            "pad_mode": Setting("SAME", checks.one_of_any_case("valid", "same")),
            "data_format": Setting("NCHW", checks.one_of("NCHW")),
        },
    )
)
@op
def dilation2d(
    x: torch.Tensor,
    filter: torch.Tensor,
    stride: Ints,
    dilation: Ints,
    pad_mode: str = "SAME",
    data_format: str = "NCHW",
) -> torch.Tensor:
    """The largest of x + filter in each window: x (N, C, H, W), filter (C, h, w); 'SAME' pads by -inf.

    `x`, `filter`: floats of one dtype, which the result (N, C, H', W') has; `stride`, `dilation`: an int, two,
    or (1, 1, height, width); `pad_mode`: 'SAME' or 'VALID'; `data_format`: 'NCHW' (ValueError for another).
    """
    check.choice("Dilation2D", "data_format", data_format, ["NCHW"])
    steps, rates = (_two(v) for v in (stride, dilation))
    padded = _padded(x, filter.shape[1:], steps, rates, pad_mode.upper(), -torch.inf)
    patches = _windows(padded, filter.shape[1:], steps, rates)
    return (patches + filter[:, None, None]).amax((-2, -1))


def _two(value: Ints) -> tuple[int, ...]:
    return (value, value) if isinstance(value, int) else tuple(value)[-2:]


__all__: list[str] = []
