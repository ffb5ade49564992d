"""Dimension numbers of another data format, concatenated ranges, bit packing, and filtering by a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import torch_dtype
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike


def _axis_positions(src: str, dst: str, like: torch.Tensor) -> torch.Tensor:
    """Where each letter of `dst` stands in `src`."""
    return torch.tensor([src.index(letter) for letter in dst], device=like.device)


@bindings(
    PrimitiveClass(
        "DataFormatDimMap",
        settings={
            "src_format": Setting("NHWC", checks.one_of("NHWC", "NCHW")),
            "dst_format": Setting("NCHW", checks.one_of("NHWC", "NCHW")),
        },
    )
)
@op
def data_format_dim_map(
    input_x: torch.Tensor, src_format: str = "NHWC", dst_format: str = "NCHW"
) -> torch.Tensor:
    """For each dimension number, from -4 to 3, the place in `src_format` of the letter it has in `dst_format`."""
    table = _axis_positions(src_format, dst_format, input_x).to(input_x.dtype)
    return table[torch.remainder(input_x, 4).long()]


@bindings(
    PrimitiveClass(
        "DataFormatVecPermute",
        settings={
            "src_format": Setting("NHWC", checks.one_of("NHWC", "NCHW")),
            "dst_format": Setting("NCHW", checks.one_of("NHWC", "NCHW")),
        },
    )
)
@op
def data_format_vec_permute(
    input_x: torch.Tensor, src_format: str = "NHWC", dst_format: str = "NCHW"
) -> torch.Tensor:
    """Four sizes (4,), or pairs (4, 2), one a letter of `src_format`, in the order of `dst_format`.

    `input_x`: a Tensor of such a shape (ValueError otherwise), whose shape and dtype the result has; both
    formats are 'NHWC' or 'NCHW'.
    """
    if tuple(input_x.shape) not in ((4,), (4, 2)):
        raise ValueError(
            f"For 'DataFormatVecPermute', 'input_x' should be (4,) or (4, 2), but got {tuple(input_x.shape)}."
        )
    return input_x[_axis_positions(src_format, dst_format, input_x)]


@bindings(
    PrimitiveClass(
        "RaggedRange", settings={"Tsplits": Setting(check=checks.dtype(*checks.INDEX_DTYPES))}
    )
)
@op
def ragged_range(
    starts: torch.Tensor, limits: torch.Tensor, deltas: torch.Tensor, Tsplits: DTypeLike
) -> Any:
    """(where each range begins and the last ends, all elements of the ranges).

    `starts`, `limits`, `deltas`: Tensors of one dtype, vectors (N,) of one length or scalars. The first result
    is (N + 1,) of `Tsplits`, Int32 or Int64, the second a vector of their dtype. Raises ValueError for a delta
    of 0.
    """
    if bool((deltas == 0).any()):
        raise ValueError("For 'RaggedRange', 'deltas' should not be zero.")
    bounds = torch.broadcast_tensors(*(t.reshape(-1) for t in (starts, limits, deltas)))
    counts = torch.ceil((bounds[1] - bounds[0]).double() / bounds[2]).clamp(min=0).long()
    ends = torch.cat((counts.new_zeros(1), counts.cumsum(0)))
    which = torch.repeat_interleave(torch.arange(len(counts), device=starts.device), counts)
    step = torch.arange(len(which), device=starts.device) - ends[which]
    values = bounds[0][which] + step.to(starts.dtype) * bounds[2][which]
    return ends.to(torch_dtype(Tsplits)), values


@bindings(PrimitiveClass("CompareAndBitpack"))
@op
def compare_and_bitpack(x: torch.Tensor, threshold: torch.Tensor) -> torch.Tensor:
    """Eight answers to x > threshold along the last dimension in one UInt8, the first as its highest bit.

    Differs from MindSpore for bool, whose CPU kernel gives the opposite.
    """
    if x.ndim == 0 or x.shape[-1] % 8:
        raise ValueError(
            f"For 'CompareAndBitpack', the last dimension of 'x' should be a multiple of 8, but got shape "
            f"{tuple(x.shape)}."
        )
    bits = (x > threshold).reshape(*x.shape[:-1], -1, 8).to(torch.int32)
    bit_values = torch.tensor([128, 64, 32, 16, 8, 4, 2, 1], dtype=torch.int32, device=x.device)
    return (bits * bit_values).sum(-1).to(torch.uint8)


@bindings(PrimitiveClass("CheckNumerics"))
@op
def check_numerics(x: torch.Tensor) -> torch.Tensor:
    """`x` itself; RuntimeError if it holds NaN or infinity."""
    if bool(torch.isnan(x).any()):
        raise RuntimeError("For 'CheckNumerics', 'x' holds what is not a number.")
    if bool(torch.isinf(x).any()):
        raise RuntimeError("For 'CheckNumerics', 'x' holds infinite numbers.")
    return x.clone()


@bindings(PrimitiveClass("EqualCount"))
@op
def equal_count(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """How many elements of two Tensors of one shape and dtype are equal: (1,), of their dtype."""
    if x.shape != y.shape:
        raise ValueError(
            f"For 'EqualCount', 'x' and 'y' should have one shape, but got {tuple(x.shape)} and "
            f"{tuple(y.shape)}."
        )
    return (x == y).sum().reshape(1).to(x.dtype)


@bindings(PrimitiveClass("SubAndFilter"))
@op
def sub_and_filter(input_x: torch.Tensor, max_num: int, offset: int) -> Any:
    """(`input_x` - offset for those of a vector in [offset, offset + max_num), their positions)."""
    shifted = input_x - offset
    in_range = (shifted >= 0) & (shifted < max_num)
    return shifted[in_range], torch.nonzero(in_range)[:, 0].to(input_x.dtype)


@bindings(PrimitiveClass("MapUniform"))
@op
def map_uniform(
    input: torch.Tensor, per_group_size: torch.Tensor | int, group_num: torch.Tensor | int
) -> torch.Tensor:
    """Integers distributed over `group_num` groups of `per_group_size`."""
    return input % group_num * per_group_size + input // group_num


@bindings(
    PrimitiveClass(
        "ConfusionMatrix", settings={"num_classes": Setting(), "dtype": Setting("int32")}
    )
)
@op
def confusion_counts(
    labels: torch.Tensor,
    predictions: torch.Tensor,
    weights: torch.Tensor | None = None,
    *,
    num_classes: int,
    dtype: str = "int32",
) -> torch.Tensor:
    """(num_classes, num_classes): how often, or with what weight, label (row) and prediction (column) meet.

    `labels`, `predictions`: vectors of integers below `num_classes`; `weights`: a Tensor of their shape;
    `dtype`: the name of the result's dtype, such as 'int32'.
    """
    kind: Any = getattr(torch, dtype)
    where = labels.long() * num_classes + predictions.long()
    ones = torch.ones_like(where, dtype=kind) if weights is None else weights.to(kind)
    empty = torch.zeros(num_classes * num_classes, dtype=kind, device=labels.device)
    return empty.index_add(0, where, ones).reshape(num_classes, num_classes)


__all__: list[str] = []
