"""Padding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np


@bindings(MintFunction("nn.functional.pad", input="input_x", pad="padding"))
@op
def pad(
    input_x: torch.Tensor,
    padding: Sequence[int] | torch.Tensor,
    mode: str = "constant",
    value: float | None = None,
) -> torch.Tensor:
    """Pad the last dimensions: (left, right, top, bottom, …), the last dimension first.

    `mode`: 'constant' (negative numbers cut off), 'reflect', 'replicate' or 'circular'.
    `input_x` is a Tensor of any dtype, which the result has.
    `padding`: a tuple or list of ints, or a Tensor, two numbers a dimension. A pair for each dimension, the first one
      first, is taken too, as MindSpore 1.x did.
    `value`: the number that 'constant' fills in, 0 by default.
    """
    check.tensor("pad", "input_x", input_x)
    sizes = tuple(padding.tolist()) if isinstance(padding, torch.Tensor) else tuple(padding)
    if sizes and all(isinstance(pair, (tuple, list)) for pair in sizes):
        _check_pairs("pad", input_x, sizes, cuts=True)
        sizes = tuple(width for pair in reversed(sizes) for width in pair)
    if not sizes:
        return input_x
    check.choice("pad", "mode", mode, ["constant", "reflect", "replicate", "circular", "edge"])
    if len(sizes) % 2 or len(sizes) > 2 * input_x.ndim:
        raise ValueError(
            f"For 'pad', 'padding' should hold a pair for each of up to {input_x.ndim} dims, "
            f"but got {sizes}."
        )
    if mode == "constant":
        return F.pad(input_x, sizes, value=0 if value is None else value)
    if value is not None:
        raise ValueError(f"For 'pad', the mode '{mode}' takes no 'value', but got {value}.")
    return F.pad(input_x, sizes, "replicate" if mode == "edge" else mode)


@bindings(PrimitiveClass("Pad", settings={"paddings": Setting()}))
@op
def zero_pad(x: torch.Tensor, paddings: Sequence[Sequence[int]] | torch.Tensor) -> torch.Tensor:
    """The tensor with zeros around every dimension.

    `x` is a Tensor of any shape and dtype; `paddings` is a tuple of pairs (before, after) of int
    from 0, the first dimension first. The result has the dtype of `x`, longer by these. Raises
    ValueError for another number of pairs or a negative one. As in MindSpore, which raises
    TypeError at once for `paddings` that are no tuple.
    """
    pairs = paddings.tolist() if isinstance(paddings, torch.Tensor) else list(paddings)
    _check_pairs("Pad", x, pairs)
    return F.pad(x, [int(v) for pair in reversed(pairs) for v in pair])


def _check_pairs(where: str, x: torch.Tensor, pairs: Any, cuts: bool = False) -> None:
    """ValueError unless there is a pair for each dimension, of numbers from 0 unless it `cuts`."""
    if len(pairs) != x.ndim:
        raise ValueError(
            f"For '{where}', the length of 'paddings' must be equal to the rank of the input, "
            f"but got {len(pairs)} vs {x.ndim}."
        )
    for i, (before, after) in enumerate(pairs):
        if not cuts and (before < 0 or after < 0):
            raise ValueError(
                f"For '{where}', all elements of 'paddings' must be >= 0, but got paddings[{i}] = "
                f"({before}, {after})."
            )


@bindings(
    PrimitiveClass(
        "MirrorPad", settings={"mode": Setting("REFLECT", checks.one_of("REFLECT", "SYMMETRIC"))}
    )
)
@op
def mirror_pad(
    input_x: torch.Tensor, paddings: Sequence[Sequence[int]] | torch.Tensor, mode: str
) -> torch.Tensor:
    """Mirror every dimension at its ends; 'SYMMETRIC' repeats the edge itself, 'REFLECT' does not.

    `input_x`: a Tensor of any shape and dtype, which the result has.
    `paddings`: a pair (before, after) for each dimension, ints or a Tensor of them.
    `mode`: one of both.

    Raises ValueError for others.
    """
    check.choice("MirrorPad", "mode", mode, ["REFLECT", "SYMMETRIC"])
    pairs = paddings.tolist() if isinstance(paddings, torch.Tensor) else list(paddings)
    _check_pairs("MirrorPad", input_x, pairs)
    edge = int(mode == "SYMMETRIC")
    for dim, (before, after) in enumerate(pairs):
        if before or after:
            input_x = input_x.index_select(dim, _mirror_pad(input_x, dim, before, after, edge))
    return input_x


def _mirror_pad(x: torch.Tensor, dim: int, before: int, after: int, edge: int) -> torch.Tensor:
    size = x.shape[dim]
    if max(before, after) > size - 1 + edge:
        raise ValueError(
            f"For 'MirrorPad', paddings[{dim}] = ({before}, {after}) is too large for a dimension of "
            f"{size}."
        )
    position = torch.arange(-before, size + after, device=x.device)
    position = torch.where(position < 0, -position - edge, position)
    return torch.where(position >= size, 2 * size - 2 + edge - position, position)


@bindings(
    PrimitiveClass(
        "PadV3",
        settings={
            "mode": Setting("constant", checks.one_of("constant", "reflect", "edge", "circular")),
            "paddings_contiguous": Setting(True, checks.boolean),
        },
    )
)
@op
def pad_v3(
    x: torch.Tensor,
    paddings: Sequence[Sequence[int]] | torch.Tensor,
    constant_value: torch.Tensor | float | np.number | None = None,
    mode: str = "constant",
    paddings_contiguous: bool = True,
) -> torch.Tensor:
    """`pad` with the Primitive's order; not contiguous: all the befores, then all the afters.

    `x`: a Tensor of numbers, whose dtype the result has; `paddings`: ints or a Tensor of them, (before, after)
    from the last dimension on; `constant_value`: a number; `mode`: 'constant', 'reflect', 'edge' or 'circular';
    `paddings_contiguous`: a bool.
    """
    sizes = paddings.tolist() if isinstance(paddings, torch.Tensor) else list(paddings)
    if not check.boolean("PadV3", "paddings_contiguous", paddings_contiguous):
        half = len(sizes) // 2
        sizes = [v for pair in zip(sizes[:half], sizes[half:], strict=False) for v in pair]
    value = constant_value.item() if isinstance(constant_value, torch.Tensor) else constant_value
    return pad.raw(x, sizes, mode, value)


__all__ = exported_ops(globals(), "zero_pad", "pad_v3")
