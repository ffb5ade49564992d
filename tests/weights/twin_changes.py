"""What MindCV's networks compute otherwise than their twins, done to the twin, for the column `made alike`."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType

import torch
import torch.nn.functional as F

Change = Callable[[torch.nn.Module], None]


def changed(name: str, theirs: torch.nn.Module) -> list[str]:
    """Changes the twin of MindCV's model `name`; in words."""
    words = []
    for prefix, (said, change) in CHANGES.items():
        if name.startswith(prefix):
            change(theirs)
            words.append(said)
    return words


def _each(theirs: torch.nn.Module, kind: str) -> list[torch.nn.Module]:
    return [module for module in theirs.modules() if type(module).__name__ == kind]


def _heads(t: torch.Tensor, heads: int, count: int) -> torch.Tensor:
    """(N, L, count * C) -> (count, N, heads, L, C / heads)."""
    return t.unflatten(-1, (count, heads, -1)).permute(2, 0, 3, 1, 4)


def _channels_attend_unnormalized(theirs: torch.nn.Module) -> None:
    def forward(self: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
        q, k, v = _heads(self.qkv(x), self.num_heads, 3).transpose(-1, -2)
        weights = (q @ k.transpose(-1, -2) * self.temperature).softmax(-1)
        return self.proj((weights @ v).permute(0, 3, 1, 2).flatten(2))

    for module in _each(theirs, "XCA"):
        module.forward = MethodType(forward, module)


def _images_scaled_bilinearly(theirs: torch.nn.Module) -> None:
    for branch, size in enumerate(theirs.img_size_scaled):
        scale = torch.nn.UpsamplingBilinear2d(size)  # with aligned corners
        if size != theirs.img_size:
            theirs.patch_embed[branch] = torch.nn.Sequential(scale, theirs.patch_embed[branch])
    theirs.img_size_scaled = [theirs.img_size] * theirs.num_branches


def _windows_channels_innermost(theirs: torch.nn.Module) -> None:
    """MindSpore's `nn.Unfold` puts a window's positions before its channels, MindCV reads them the other way round."""

    def forward(self: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
        count, _, height, width = x.shape
        rows, columns, size = height // self.block_size, width // self.block_size, self.block_size_ds
        q = self.q(x).reshape(-1, self.dim_head_qk, rows, size, columns, size)
        q = q.permute(0, 2, 4, 3, 5, 1).reshape(-1, rows * columns, size * size, self.dim_head_qk)
        kv = F.unfold(self.kv(x), self.win_size, padding=self.halo_size, stride=self.block_size)
        kv = kv.unflatten(1, (-1, self.win_size**2)).transpose(1, 2)
        kv = kv.reshape(
            count * self.num_heads, self.dim_head_qk + self.dim_head_v, -1, rows * columns
        )
        k, v = kv.permute(0, 3, 2, 1).split([self.dim_head_qk, self.dim_head_v], -1)
        weights = (q @ k.transpose(-1, -2) * self.scale + self.pos_embed(q)).softmax(-1)
        out = (weights @ v).reshape(-1, rows, columns, size, size, self.dim_head_v)
        out = out.permute(0, 5, 1, 3, 2, 4)
        return self.pool(out.reshape(count, self.dim_out_v, rows * size, columns * size))

    for module in _each(theirs, "HaloAttn"):
        module.forward = MethodType(forward, module)


# By how the names of MindCV's models begin.
CHANGES: dict[str, tuple[str, Change]] = {
    "crossvit": ("images scaled bilinearly, corners aligned, not bicubically", _images_scaled_bilinearly),
    "halonet": ("windows read channels first, though `nn.Unfold` gives positions first", _windows_channels_innermost),
    "xcit": ("attention of queries and keys that are not normalized", _channels_attend_unnormalized),
}  # fmt: skip
