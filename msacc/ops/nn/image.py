"""Rearranging pixels: patches, shuffles, and image quality."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core.op import op


@op
def pixel_shuffle(input: torch.Tensor, upscale_factor: int) -> torch.Tensor:
    """(…, C * r^2, H, W) to (…, C, H * r, W * r)."""
    check.positive_int("pixel_shuffle", "upscale_factor", upscale_factor)
    return F.pixel_shuffle(input, upscale_factor)


@op
def pixel_unshuffle(input: torch.Tensor, downscale_factor: int) -> torch.Tensor:
    """(…, C, H * r, W * r) to (…, C * r^2, H, W)."""
    check.positive_int("pixel_unshuffle", "downscale_factor", downscale_factor)
    return F.pixel_unshuffle(input, downscale_factor)


@op
def channel_shuffle(x: torch.Tensor, groups: int) -> torch.Tensor:
    """Interleave the channels of `groups` groups."""
    return F.channel_shuffle(x, check.positive_int("channel_shuffle", "groups", groups))


@op
def unfold(
    input: torch.Tensor, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
) -> torch.Tensor:
    """Sliding windows of (N, C, H, W) as columns: (N, C * kh * kw, windows)."""
    return F.unfold(input, kernel_size, dilation, padding, stride)


@op
def fold(
    input: torch.Tensor,
    output_size: Any,
    kernel_size: Any,
    dilation: Any = 1,
    padding: Any = 0,
    stride: Any = 1,
) -> torch.Tensor:
    """Add columns (N, C * kh * kw, windows) up into (N, C, H, W)."""
    size: Any = output_size.tolist() if isinstance(output_size, torch.Tensor) else output_size
    return F.fold(input, size, kernel_size, dilation, padding, stride)


@op
def im2col(
    x: torch.Tensor, ksizes: Any, strides: Any = 1, dilations: Any = 1, pads: Any = 0
) -> torch.Tensor:
    """Sliding windows as (N, C, kh * kw, windows)."""
    columns = F.unfold(x, ksizes, dilations, pads, strides)
    return columns.reshape(x.shape[0], x.shape[1], -1, columns.shape[-1])


@op
def col2im(
    input_x: torch.Tensor,
    output_size: Any,
    kernel_size: Any,
    dilation: Any,
    padding_value: Any,
    stride: Any,
) -> torch.Tensor:
    """Add (N, C, kh * kw, windows) up into (N, C, H, W)."""
    size: Any = output_size.tolist() if isinstance(output_size, torch.Tensor) else output_size
    return F.fold(input_x.flatten(1, 2), size, kernel_size, dilation, padding_value, stride)


@op
def extract_patches(
    x: torch.Tensor, ksizes: Any, strides: Any, rates: Any, padding: str = "valid"
) -> torch.Tensor:
    """Windows of (N, C, H, W) as channels: (N, kh * kw * C, rows, columns)."""
    same = check.choice("Unfold", "padding", padding.lower(), ["valid", "same"]) == "same"
    ends = [(0, 0), (0, 0)]
    if same:
        ends = [check.same_pads(*each) for each in zip(x.shape[2:], ksizes, strides, rates)]
    padded = F.pad(x, [v for pair in reversed(ends) for v in pair])
    counts = [
        (size - (k - 1) * rate - 1) // stride + 1
        for size, k, stride, rate in zip(padded.shape[2:], ksizes, strides, rates)
    ]
    columns = F.unfold(padded, ksizes, rates, 0, strides)
    columns = columns.reshape(x.shape[0], x.shape[1], -1, *counts)
    return columns.transpose(1, 2).flatten(1, 2)


def _gaussian(size: int, sigma: float, like: torch.Tensor) -> torch.Tensor:
    place = torch.arange(size, dtype=like.dtype, device=like.device) - (size - 1) / 2
    bell = torch.exp(-(place**2) / (2 * sigma**2))
    window = bell[:, None] * bell[None, :]
    return window / window.sum()


@op
def structural_similarity(
    img1: torch.Tensor,
    img2: torch.Tensor,
    max_val: float,
    size: int,
    sigma: float,
    k1: float,
    k2: float,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(SSIM, its contrast part) of each image, averaged over places, per channel."""
    check.rank("SSIM", img1, 4)
    if img1.shape != img2.shape or img1.dtype != img2.dtype:
        raise ValueError(
            f"For 'SSIM', both images must have one shape and dtype, but got {tuple(img1.shape)} and "
            f"{tuple(img2.shape)}."
        )
    img1, img2 = img1.float(), img2.float()
    channels = img1.shape[1]
    window = _gaussian(size, sigma, img1).expand(channels, 1, size, size)

    def mean(x: torch.Tensor) -> torch.Tensor:
        return F.conv2d(x, window, groups=channels)

    c1, c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2
    mu1, mu2 = mean(img1), mean(img2)
    both, squares = mu1 * mu2, mu1**2 + mu2**2
    contrast = (2 * (mean(img1 * img2) - both) + c2) / (
        mean(img1**2) + mean(img2**2) - squares + c2
    )
    ssim = (2 * both + c1) / (squares + c1) * contrast
    return ssim.mean((2, 3)), contrast.mean((2, 3))


@op
def peak_signal_noise_ratio(img1: torch.Tensor, img2: torch.Tensor, max_val: float) -> torch.Tensor:
    """10 log10(max_val^2 / mean squared error) of each image, in decibels."""
    check.rank("PSNR", img1, 4)
    error = (img1.float() - img2.float()).square().mean((-3, -2, -1))
    return 10 * torch.log10(max_val**2 / error)


__all__ = [
    "channel_shuffle", "col2im", "fold", "pixel_shuffle", "pixel_unshuffle", "unfold",
]  # fmt: skip
