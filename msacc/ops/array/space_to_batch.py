"""Segment sums of rows, and space-to-batch conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings, with_bindings
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints


def _segment(name: str, reduce: str) -> Any:
    def body(input_x: torch.Tensor, segment_ids: torch.Tensor) -> torch.Tensor:
        if segment_ids.ndim != 1 or segment_ids.shape[0] != input_x.shape[0]:
            raise ValueError(
                f"For '{name}', 'segment_ids' should be a vector of {input_x.shape[0]} elements, but got "
                f"shape {tuple(segment_ids.shape)}."
            )
        rows = int(segment_ids[-1]) + 1 if segment_ids.numel() else 0
        start = 1 if reduce == "prod" else 0
        out = input_x.new_full((rows, *input_x.shape[1:]), start)
        where = segment_ids.long().reshape(-1, *[1] * (input_x.ndim - 1)).expand_as(input_x)
        return out.scatter_reduce(0, where, input_x, reduce, include_self=reduce in ("sum", "prod"))

    body.__name__ = body.__qualname__ = name
    body.__doc__ = (
        f"The {reduce} of the rows of each segment; `segment_ids` ascends, absent ones give "
        f"{int(reduce == 'prod')}."
    )
    return op(body)


segment_sum = with_bindings(_segment("SegmentSum", "sum"), PrimitiveClass("SegmentSum"))
segment_prod = with_bindings(_segment("SegmentProd", "prod"), PrimitiveClass("SegmentProd"))
segment_mean = with_bindings(_segment("SegmentMean", "mean"), PrimitiveClass("SegmentMean"))
segment_max = with_bindings(_segment("SegmentMax", "amax"), PrimitiveClass("SegmentMax"))
segment_min = with_bindings(_segment("SegmentMin", "amin"), PrimitiveClass("SegmentMin"))


def _blocks(
    name: str, block: int | Sequence[int], spans: Any, count: int
) -> tuple[list[int], list[list[int]]]:
    sizes = [block] * count if isinstance(block, int) else list(block)
    pairs = [list(p) for p in (spans.tolist() if isinstance(spans, torch.Tensor) else spans)]
    if any(s < 1 for s in sizes) or len(sizes) != count:
        raise ValueError(
            f"For '{name}', the block should be {count} positive numbers, but got {block}."
        )
    if len(pairs) != count or any(len(p) != 2 or min(p) < 0 for p in pairs):
        raise ValueError(
            f"For '{name}', there should be {count} pairs of numbers from 0 up, but got {spans}."
        )
    return sizes, pairs


@bindings(
    PrimitiveClass(
        "SpaceToBatchND",
        settings={
            "block_shape": Setting(check=checks.ints_from(1), argument="block_size"),
            "paddings": Setting(),
        },
    )
)
@op
def space_to_batch_nd(
    input_x: torch.Tensor, block_size: Ints, paddings: Sequence[Sequence[int]]
) -> torch.Tensor:
    """Blocks of the last dimensions of (N, C, …), padded, moved into the batch.

    `input_x`: a Tensor of numbers, whose dtype the result has; `block_size` an int or one per spatial
    dimension, `paddings` (before, after) of each. ValueError where a padded dimension is no multiple of its
    block.
    """
    name = "space_to_batch_nd"
    spatial = len(paddings)
    sizes, pairs = _blocks(name, block_size, paddings, spatial)
    padded = F.pad(input_x, [p for pair in reversed(pairs) for p in pair])
    lead = input_x.ndim - spatial
    for size, length in zip(sizes, padded.shape[lead:], strict=True):
        if length % size:
            raise ValueError(
                f"For '{name}', the padded dimension {length} should be a multiple of the block {size}."
            )
    split = [
        n for s, length in zip(sizes, padded.shape[lead:], strict=True) for n in (length // s, s)
    ]
    parts = padded.reshape(*padded.shape[:lead], *split)
    blocks, cells = (range(lead + i, lead + 2 * spatial, 2) for i in (1, 0))
    permuted = parts.permute(*blocks, *range(lead), *cells)
    return permuted.reshape(-1, *padded.shape[1:lead], *permuted.shape[spatial + lead :])


@bindings(
    PrimitiveClass(
        "BatchToSpaceND",
        settings={"block_shape": Setting(check=checks.ints_from(1)), "crops": Setting()},
    ),
    PrimitiveClass("BatchToSpaceNDV2"),
)
@op
def batch_to_space_nd(
    input_x: torch.Tensor, block_shape: Ints, crops: Sequence[Sequence[int]]
) -> torch.Tensor:
    """The reverse of `space_to_batch_nd`; `crops` (before, after) of each dimension are cut off afterwards.

    `input_x`: a Tensor (N, C, …) of any dtype, which the result has.
    `block_shape`: an int or one per spatial dimension.

    ValueError where the batch is no multiple of the blocks' size or the crops leave nothing.
    """
    name = "batch_to_space_nd"
    spatial = len(crops)
    sizes, pairs = _blocks(name, block_shape, crops, spatial)
    lead = input_x.ndim - spatial
    block_volume = 1
    for size in sizes:
        block_volume *= size
    if input_x.shape[0] % block_volume:
        raise ValueError(
            f"For '{name}', the batch {input_x.shape[0]} should be a multiple of {block_volume}, the blocks' size."
        )
    parts = input_x.reshape(*sizes, input_x.shape[0] // block_volume, *input_x.shape[1:])
    order = [spatial + i for i in range(lead)]
    for i in range(spatial):
        order += [spatial + lead + i, i]
    wide = [s * length for s, length in zip(sizes, input_x.shape[lead:], strict=True)]
    out = parts.permute(order).reshape(-1, *input_x.shape[1:lead], *wide)
    for i, (before, after) in enumerate(pairs):
        if before + after >= wide[i]:
            raise ValueError(f"For '{name}', 'crops' {crops} leave nothing of dimension {wide[i]}.")
        out = out.narrow(lead + i, before, wide[i] - before - after)
    return out


def _of_image(name: str, argument: str, block: int, spans: Any) -> None:
    """The older primitives: a block of two or more, two pairs."""
    if check.integer(name, "block_size", block) < 2:
        raise ValueError(f"For '{name}', 'block_size' should be 2 or more, but got {block}.")
    if np.shape(spans) != (2, 2):
        raise ValueError(f"For '{name}', {argument!r} should be two pairs, but got {spans}.")


@bindings(
    PrimitiveClass(
        "SpaceToBatch",
        settings={"block_size": Setting(check=checks.positive_int), "paddings": Setting()},
    )
)
@op
def space_to_batch(
    x: torch.Tensor, block_size: int, paddings: Sequence[Sequence[int]]
) -> torch.Tensor:
    """`space_to_batch_nd` of the last two dimensions of `x` (N, C, H, W), of any dtype, which the result has.

    `block_size`: an int; `paddings`: ((top, bottom), (left, right)).
    """
    _of_image("SpaceToBatch", "paddings", block_size, paddings)
    return space_to_batch_nd.raw(x, block_size, paddings)


@bindings(
    PrimitiveClass(
        "BatchToSpace",
        settings={"block_size": Setting(check=checks.positive_int), "crops": Setting()},
    )
)
@op
def batch_to_space(
    x: torch.Tensor, block_size: int, crops: Sequence[Sequence[int]]
) -> torch.Tensor:
    """`batch_to_space_nd` of the last two dimensions of `x` (N, C, H, W), of any dtype, which the result has.

    `block_size`: an int; `crops`: ((top, bottom), (left, right)).
    """
    _of_image("BatchToSpace", "crops", block_size, crops)
    return batch_to_space_nd.raw(x, block_size, crops)


__all__ = exported_ops(
    globals(),
    "segment_sum",
    "segment_prod",
    "segment_mean",
    "segment_max",
    "segment_min",
    "space_to_batch",
    "batch_to_space",
)
