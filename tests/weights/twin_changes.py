"""What MindCV's networks compute otherwise than their twins, done to the twin, for the column `made alike`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import MethodType
from typing import Any
from unittest import mock

import torch
import torch.nn.functional as F

Change = Callable[[torch.nn.Module], None]


def changed(name: str, theirs: Any) -> list[str]:
    """Changes the twin of MindCV's model `name`; in words."""
    words = []
    for names, said, change in CHANGES:
        if name.startswith(names):
            change(theirs)
            words.append(said)
    return words


def _each(theirs: Any, kind: str) -> list[Any]:
    return [module for module in theirs.modules() if type(module).__name__ == kind]


def _heads(t: torch.Tensor, heads: int, count: int) -> torch.Tensor:
    """(N, L, count * C) -> (count, N, heads, L, C / heads)."""
    return t.unflatten(-1, (count, heads, -1)).permute(2, 0, 3, 1, 4)


def _channels_attend_unnormalized(theirs: Any) -> None:
    def forward(self: Any, x: torch.Tensor) -> torch.Tensor:
        q, k, v = _heads(self.qkv(x), self.num_heads, 3).transpose(-1, -2)
        weights = (q @ k.transpose(-1, -2) * self.temperature).softmax(-1)
        out = (weights @ v).permute(0, 3, 1, 2).flatten(2)
        return self.proj(out)  # type: ignore[no-any-return]

    for module in _each(theirs, "XCA"):
        module.forward = MethodType(forward, module)


def _images_scaled_bilinearly(theirs: Any) -> None:
    for branch, size in enumerate(theirs.img_size_scaled):
        scale = torch.nn.UpsamplingBilinear2d(size)  # with aligned corners
        if size != theirs.img_size:
            theirs.patch_embed[branch] = torch.nn.Sequential(scale, theirs.patch_embed[branch])
    theirs.img_size_scaled = [theirs.img_size] * theirs.num_branches


class _PositionsFirst(torch.nn.Module):
    """Columns of windows in the order of MindSpore's `nn.Unfold`, which MindCV reads as if channels came first."""

    def __init__(self, positions: int):
        super().__init__()
        self.positions = positions

    def forward(self, columns: torch.Tensor) -> torch.Tensor:
        return columns.unflatten(1, (-1, self.positions)).transpose(1, 2).flatten(1, 2)


def _unfolds_positions_first(theirs: Any) -> None:
    for module in _each(theirs, "OutlookAttention"):
        module.unfold = torch.nn.Sequential(module.unfold, _PositionsFirst(module.kernel_size**2))


def _no_classes_of_tokens(theirs: Any) -> None:
    theirs.aux_head = None


def _first_pool_pads_with_zeros(theirs: Any) -> None:
    theirs.stem.pool = torch.nn.Sequential(torch.nn.ZeroPad2d(1), torch.nn.MaxPool2d(3, 2))


class _WithoutFloat16:
    """MindSpore as a module of MindCV's sees it, where `float16` is `float32`."""

    def __init__(self, mindspore: Any):
        self._mindspore = mindspore

    def __getattr__(self, name: str) -> Any:
        return getattr(self._mindspore, "float32" if name == "float16" else name)


@contextmanager
def own_float16_replaced(name: str) -> Iterator[list[str]]:
    """HRNet casts what it scales up to float16, VOLO has a float16 tensor: float32 while this lasts; in words."""
    family = name.partition("_")[0]
    if family not in ("hrnet", "volo"):
        yield []
        return
    module = importlib.import_module(f"mindcv.models.{family}")
    with mock.patch.object(module, "ms", _WithoutFloat16(module.ms)):
        yield ["MindCV's own float16 is float32"]


def _windows_positions_first(theirs: Any) -> None:
    def forward(self: Any, x: torch.Tensor) -> torch.Tensor:
        count, _, height, width = x.shape
        rows, columns, size = (
            height // self.block_size,
            width // self.block_size,
            self.block_size_ds,
        )
        q = self.q(x).reshape(-1, self.dim_head_qk, rows, size, columns, size)
        q = q.permute(0, 2, 4, 3, 5, 1).reshape(-1, rows * columns, size * size, self.dim_head_qk)
        kv = F.unfold(self.kv(x), self.win_size, padding=self.halo_size, stride=self.block_size)
        kv = _PositionsFirst(self.win_size**2)(kv)
        kv = kv.reshape(
            count * self.num_heads, self.dim_head_qk + self.dim_head_v, -1, rows * columns
        )
        k, v = kv.permute(0, 3, 2, 1).split([self.dim_head_qk, self.dim_head_v], -1)
        weights = (q @ k.transpose(-1, -2) * self.scale + self.pos_embed(q)).softmax(-1)
        out = (weights @ v).reshape(-1, rows, columns, size, size, self.dim_head_v)
        out = out.permute(0, 5, 1, 3, 2, 4)
        out = out.reshape(count, self.dim_out_v, rows * size, columns * size)
        return self.pool(out)  # type: ignore[no-any-return]

    for module in _each(theirs, "HaloAttn"):
        module.forward = MethodType(forward, module)


def _first_convolution_pads(theirs: Any) -> None:
    theirs.features[0].padding = (1, 1)


def _means_without_padding(theirs: Any) -> None:
    def recounted(conv: Any, means: tuple[torch.Tensor]) -> torch.Tensor:
        return means[0] / F.avg_pool2d(torch.ones_like(means[0]), 3, 1, 1)

    for kind in ("InceptionA", "InceptionC", "InceptionE"):
        for module in _each(theirs, kind):
            module.branch_pool.register_forward_pre_hook(recounted)


def _no_first_activation(theirs: Any) -> None:
    for module in _each(theirs, "SelectiveKernelBottleneck"):
        module.conv1.bn.act = torch.nn.Identity()


def _norm_before_mean(theirs: Any) -> None:
    """MindCV's last norm is over channels and positions, timm's over the channels of the means."""
    head = theirs.head
    norm = torch.nn.GroupNorm(1, head.norm.weight.numel(), head.norm.eps)
    norm.weight, norm.bias = head.norm.weight, head.norm.bias
    head.norm = torch.nn.Sequential(norm, head.global_pool)
    head.global_pool = torch.nn.Identity()


def _patches_padded_as_same(theirs: Any) -> None:
    def padded(conv: Any, images: tuple[torch.Tensor]) -> torch.Tensor:
        pads: list[int] = []
        for size, kernel, stride in zip(
            images[0].shape[2:], conv.kernel_size, conv.stride, strict=True
        ):
            total = max((-(-size // stride) - 1) * stride + kernel - size, 0)
            pads = [total // 2, total - total // 2, *pads]
        return F.pad(images[0], pads)

    for module in _each(theirs, "OverlapPatchEmbed"):
        module.proj.padding = (0, 0)
        module.proj.register_forward_pre_hook(padded)


def _first_pool_pads(theirs: Any) -> None:
    theirs.pool0.padding = 1


def _standardized_by_1e_10(theirs: Any) -> None:
    """MindCV has the number in the layer's code, not as a setting."""
    for layer in _each(theirs, "StdConv2d"):
        layer.eps = 1e-10


def _excited_by_relu(theirs: Any) -> None:
    for layer in _each(theirs, "SqueezeExcite"):
        layer.act1 = torch.nn.ReLU()


def _pools_padded_as_same(theirs: Any) -> None:
    """Of even sizes: one row and column at the end alone, which torch's means leave out where they are cut short."""
    for layer in theirs.modules():
        if isinstance(layer, (torch.nn.MaxPool2d, torch.nn.AvgPool2d)) and layer.padding == 1:
            layer.padding, layer.ceil_mode = 0, True


def _positions_in_the_branch(theirs: Any) -> None:
    def forward(self: Any, x: torch.Tensor, size: tuple[int, int]) -> torch.Tensor:
        x = x + self.factoratt_crpe(self.norm1(self.cpe(x, size)), size)
        return x + self.mlp(self.norm2(x))  # type: ignore[no-any-return]

    for block in _each(theirs, "SerialBlock"):
        block.forward = MethodType(forward, block)


def _corners_aligned(theirs: Any) -> None:
    def interpolate(
        _: Any, x: torch.Tensor, scale_factor: float, size: tuple[int, int]
    ) -> torch.Tensor:
        image = x[:, 1:].mT.unflatten(2, size)
        image = torch.nn.functional.interpolate(
            image, scale_factor=scale_factor, mode="bilinear", align_corners=True
        )
        return torch.cat([x[:, :1], image.flatten(2).mT], 1)

    for block in _each(theirs, "ParallelBlock"):
        block.interpolate = MethodType(interpolate, block)


# By how the names of MindCV's models begin.
CHANGES: list[tuple[tuple[str, ...], str, Change]] = [
    (("crossvit",), "images scaled bilinearly with aligned corners", _images_scaled_bilinearly),
    (("halonet",), "windows hold positions before channels", _windows_positions_first),
    (("halonet",), "the first pool pads with zeros", _first_pool_pads_with_zeros),
    (("inception_v3",), "average pools leave the padding out of the mean", _means_without_padding),
    (("poolformer",), "the last norm before the mean over positions", _norm_before_mean),
    (("pvt_v2",), "patch embeddings pad as `same`", _patches_padded_as_same),
    (
        ("senet154", "seresnet50", "seresnet101", "seresnet152", "seresnext"),
        "the first pool pads as `same`",
        _first_pool_pads,
    ),
    (("skresnet50",), "no activation behind the first 1x1 convolution", _no_first_activation),
    (("squeezenet1_1",), "the first convolution pads by 1", _first_convolution_pads),
    (("volo",), "windows hold positions before channels", _unfolds_positions_first),
    (("volo",), "no classes of the tokens (`aux_head`)", _no_classes_of_tokens),
    (("xcit",), "queries and keys are not normalized", _channels_attend_unnormalized),
    (("BiT_",), "epsilon 1e-10 for 1e-08 of standardized weights", _standardized_by_1e_10),
    (
        ("coat_",),
        "serial blocks add to their input, timm's to its position encoding",
        _positions_in_the_branch,
    ),
    (
        ("coat_tiny", "coat_mini", "coat_small"),
        "parallel blocks interpolate with aligned corners",
        _corners_aligned,
    ),
    (("mixnet_",), "ReLU for SiLU in squeeze and excitation", _excited_by_relu),
    (
        ("resnest",),
        "3x3 pools pad as `same`, and means leave the padding out",
        _pools_padded_as_same,
    ),
]
