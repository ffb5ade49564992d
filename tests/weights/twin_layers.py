"""What layers of MindCV's compute otherwise than their twins', done to the twin, for the column `made alike`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MethodType
from typing import Any

import torch

Change = Callable[[torch.nn.Module], None]


def changed(name: str, theirs: torch.nn.Module) -> list[str]:
    """Changes the twin of MindCV's model `name`; in words."""
    words = []
    for names, said, change in CHANGES:
        if name.startswith(names):
            change(theirs)
            words.append(said)
    return words


def _each(theirs: torch.nn.Module, kind: str) -> Iterator[Any]:
    return (module for module in theirs.modules() if type(module).__name__ == kind)


def _standardized_by_1e_10(theirs: torch.nn.Module) -> None:
    """MindCV has the number in the layer's code, not as a setting."""
    for layer in _each(theirs, "StdConv2d"):
        layer.eps = 1e-10


def _excited_by_relu(theirs: torch.nn.Module) -> None:
    for layer in _each(theirs, "SqueezeExcite"):
        layer.act1 = torch.nn.ReLU()


def _pools_padded_as_same(theirs: torch.nn.Module) -> None:
    """Of even sizes: one row and column at the end alone, which torch's means leave out where they are cut short."""
    for layer in theirs.modules():
        if isinstance(layer, (torch.nn.MaxPool2d, torch.nn.AvgPool2d)) and layer.padding == 1:
            layer.padding, layer.ceil_mode = 0, True


def _positions_in_the_branch(theirs: torch.nn.Module) -> None:
    def forward(self: Any, x: torch.Tensor, size: tuple[int, int]) -> torch.Tensor:
        x = x + self.factoratt_crpe(self.norm1(self.cpe(x, size)), size)
        return x + self.mlp(self.norm2(x))  # type: ignore[no-any-return]

    for block in _each(theirs, "SerialBlock"):
        block.forward = MethodType(forward, block)


def _corners_aligned(theirs: torch.nn.Module) -> None:
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
