"""Similarity of two batches of images: SSIM, MS-SSIM, PSNR."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence


def _gaussian(size: int, sigma: float, like: torch.Tensor) -> torch.Tensor:
    offset = torch.arange(size, dtype=like.dtype, device=like.device) - (size - 1) / 2
    bell = torch.exp(-(offset**2) / (2 * sigma**2))
    window = bell[:, None] * bell[None, :]
    return window / window.sum()


def _check_pair(where: str, img1: torch.Tensor, img2: torch.Tensor) -> None:
    check.rank(where, img1, 4)
    if img1.dtype != img2.dtype:
        raise TypeError(
            f"For '{where}', both images must have one dtype, but got {img1.dtype} and {img2.dtype}; cast one of them."
        )
    if img1.shape != img2.shape:
        raise ValueError(
            f"For '{where}', both images must have one shape, but got {tuple(img1.shape)} and {tuple(img2.shape)}."
        )


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
    """(SSIM, its contrast part) of each image, averaged over pixels, per channel."""
    _check_pair("SSIM", img1, img2)
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
    _check_pair("PSNR", img1, img2)
    error = (img1.float() - img2.float()).square().mean((-3, -2, -1))
    return 10 * torch.log10(max_val**2 / error)


@op
def weigh_scales(parts: list[torch.Tensor], powers: Sequence[float]) -> torch.Tensor:
    """The product of relu(part) ** power over all scales, averaged over channels: (N,)."""
    terms = [torch.relu(part) ** power for part, power in zip(parts, powers, strict=False)]
    return torch.stack(terms, -1).prod(-1).mean(-1)
