"""Products of quantized matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op
from msacc.ops.nn.quant.rounding import round_to_int8
from msacc.ops.nn.quant.scales import scale_values

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike, Ints


def _transpose_if(t: torch.Tensor, transposed: bool) -> torch.Tensor:
    return t.transpose(-1, -2) if transposed else t


def _check_depth(where: str, a: torch.Tensor, b: torch.Tensor) -> None:
    if a.shape[-1] != b.shape[-2]:
        raise ValueError(
            f"For '{where}', the matrices should have one depth, but got {tuple(a.shape)} and {tuple(b.shape)}."
        )


@bindings(
    PrimitiveClass(
        "QuantBatchMatmul",
        inputs=("x1", "x2", "scale", "offset", "bias", "pertokenScaleOptional"),
        settings={
            "transpose_x1": Setting(False),
            "transpose_x2": Setting(False),
            "dtype": Setting(mstype.float16),
        },
    )
)
@op
def quant_batch_matmul(
    x1: torch.Tensor,
    x2: torch.Tensor,
    scale: torch.Tensor,
    offset: torch.Tensor | None = None,
    bias: torch.Tensor | None = None,
    pertokenScaleOptional: torch.Tensor | None = None,
    transpose_x1: bool = False,
    transpose_x2: bool = False,
    dtype: DTypeLike = mstype.float16,
) -> torch.Tensor:
    """(x1 @ x2 + bias) * scale of int8 matrices, as `dtype`: float16, bfloat16, or int8 with `offset` added.

    x1: (…, M, K); x2: (…, K, N), or with the last two dimensions swapped for `transpose_x1` and `transpose_x2`;
    bias: (N,) of int32; scale: (N,) or (1,), floats or int64 that hold a float32's bits; pertokenScaleOptional:
    (M,). Raises TypeError for other matrices, ValueError for a depth or `dtype` that does not fit.
    """
    where = "QuantBatchMatmul"
    for name, t in (("x1", x1), ("x2", x2)):
        if t.dtype is not torch.int8:
            raise TypeError(f"For '{where}', '{name}' should be int8, but got {t.dtype}.")
    kind = mstype.to_torch(dtype)
    if kind not in (torch.float16, torch.bfloat16, torch.int8):
        raise ValueError(
            f"For '{where}', 'dtype' should be float16, bfloat16 or int8, but got {dtype}."
        )
    a, b = _transpose_if(x1, transpose_x1), _transpose_if(x2, transpose_x2)
    _check_depth(where, a, b)
    # Exact in float64, which every device multiplies.
    out = torch.matmul(a.double(), b.double())
    out = out if bias is None else out + bias.double()
    out = out.float() * scale_values(scale)
    if pertokenScaleOptional is not None:
        out = out * pertokenScaleOptional.float()[..., None]
    out = out if offset is None else out + offset.float()
    return round_to_int8(out) if kind is torch.int8 else out.to(kind)


@bindings(
    PrimitiveClass(
        "WeightQuantBatchMatmul",
        inputs=(
            "x",
            "weight",
            "antiquant_scale",
            "antiquant_offset",
            "quant_scale",
            "quant_offset",
            "bias",
        ),
        settings={
            "transpose_x": Setting(False),
            "transpose_weight": Setting(False),
            "antiquant_group_size": Setting(0),
        },
    )
)
@op
def weight_quant_batch_matmul(
    x: torch.Tensor,
    weight: torch.Tensor,
    antiquant_scale: torch.Tensor,
    antiquant_offset: torch.Tensor | None = None,
    quant_scale: torch.Tensor | None = None,
    quant_offset: torch.Tensor | None = None,
    bias: torch.Tensor | None = None,
    transpose_x: bool = False,
    transpose_weight: bool = False,
    antiquant_group_size: int = 0,
) -> torch.Tensor:
    """x @ ((weight + antiquant_offset) * antiquant_scale) + bias; with `quant_scale` rounded to int8.

    x: (M, K) of float16 or bfloat16, whose dtype the result (M, N) otherwise has; weight: (K, N) of int8;
    either with its dimensions swapped for `transpose_x` and `transpose_weight`. Scales and offsets: (N,), or
    one row for each `antiquant_group_size` of K; `quant_offset` is added before rounding. Raises TypeError for
    another weight, ValueError for a depth or group size that does not fit.
    """
    where = "WeightQuantBatchMatmul"
    if weight.dtype is not torch.int8:
        raise TypeError(
            f"For '{where}', 'weight' should be int8, but got {weight.dtype}; unpack int4."
        )
    a, w = _transpose_if(x, transpose_x), _transpose_if(weight, transpose_weight)
    _check_depth(where, a, w)
    scale = _rows(where, antiquant_scale, w, transpose_weight, antiquant_group_size)
    wide = w.float()
    if antiquant_offset is not None:
        wide = wide + _rows(where, antiquant_offset, w, transpose_weight, antiquant_group_size)
    out = torch.matmul(a, (wide * scale).to(x.dtype))
    out = out if bias is None else out + bias.to(out.dtype)
    if quant_scale is None:
        return out
    out = out.float() * scale_values(quant_scale)
    return round_to_int8(out if quant_offset is None else out + quant_offset.float())


def _rows(
    where: str, scale: torch.Tensor, w: torch.Tensor, transposed: bool, group: int
) -> torch.Tensor:
    """A scale for each number of (K, N), or one that goes with all rows."""
    scale = scale.float()
    if scale.ndim < 2:
        return scale
    scale = _transpose_if(scale, transposed)
    if scale.shape[0] == 1:
        return scale
    size = group or w.shape[0] // scale.shape[0]
    if scale.shape[0] * size != w.shape[0]:
        raise ValueError(
            f"For '{where}', 'antiquant_group_size' {group} and scales of {tuple(scale.shape)} do not fit a weight "
            f"of {tuple(w.shape)}."
        )
    return scale.repeat_interleave(size, 0)


@bindings(
    PrimitiveClass(
        "QuantMatmul",
        inputs=(
            "x1",
            "x2",
            "scale",
            "offset",
            "pertoken_scale",
            "bias",
            "output_dtype",
            "x1_dtype",
            "x2_dtype",
            "pertoken_scale_dtype",
            "scale_dtype",
            "group_sizes",
        ),
    )
)
@op
def quant_matmul(
    x1: torch.Tensor,
    x2: torch.Tensor,
    scale: torch.Tensor,
    offset: torch.Tensor | None = None,
    pertoken_scale: torch.Tensor | None = None,
    bias: torch.Tensor | None = None,
    output_dtype: DTypeLike | None = None,
    x1_dtype: DTypeLike | None = None,
    x2_dtype: DTypeLike | None = None,
    pertoken_scale_dtype: DTypeLike | None = None,
    scale_dtype: DTypeLike | None = None,
    group_sizes: Ints | None = None,
) -> torch.Tensor:
    """x1 @ x2 * scale * pertoken_scale + bias of float8 matrices, as `output_dtype` (float16 without one).

    x1: (…, M, K); x2: (…, K, N); scale: (N,) or (1,); pertoken_scale: (M,), needed; bias: (N,). Raises
    ValueError for int8 (use QuantBatchMatmul) and without `pertoken_scale`, NotImplementedError for `offset`,
    `group_sizes` and the dtypes that reinterpret the inputs, `x1_dtype`, `x2_dtype`, `scale_dtype` and
    `pertoken_scale_dtype`.
    """
    where = "QuantMatmul"
    if pertoken_scale is None:
        raise ValueError(f"For '{where}', 'pertoken_scale' should be a Tensor, but got None.")
    if not x1.dtype.is_floating_point:
        raise ValueError(
            f"For '{where}', 'x1' should be float8, but got {x1.dtype}; use QuantBatchMatmul."
        )
    options = {
        "offset": offset,
        "x1_dtype": x1_dtype,
        "x2_dtype": x2_dtype,
        "scale_dtype": scale_dtype,
        "pertoken_scale_dtype": pertoken_scale_dtype,
        "group_sizes": group_sizes,
    }
    for name, value in options.items():
        if value is not None:
            raise NotImplementedError(
                f"For '{where}', msacc lacks '{name}', which MindSpore does not describe."
            )
    _check_depth(where, x1, x2)
    out = torch.matmul(x1.float(), x2.float()) * scale_values(scale)
    out = out * pertoken_scale.float().reshape(-1, 1)
    out = out if bias is None else out + bias.float()
    return out.to(torch.float16 if output_dtype is None else mstype.to_torch(output_dtype))


@bindings(
    PrimitiveClass(
        "DequantSwigluQuant",
        inputs=(
            "x",
            "weight_scale",
            "activation_scale",
            "bias",
            "quant_scale",
            "quant_offset",
            "group_index",
            "activate_left",
            "quant_mode",
        ),
    )
)
@op
def dequant_swiglu_quant(
    x: torch.Tensor,
    weight_scale: torch.Tensor,
    activation_scale: torch.Tensor,
    bias: torch.Tensor | None = None,
    quant_scale: torch.Tensor | None = None,
    quant_offset: torch.Tensor | None = None,
    group_index: torch.Tensor | None = None,
    activate_left: bool = False,
    quant_mode: str = "static",
) -> tuple[torch.Tensor, torch.Tensor]:
    """(int8, scale of each row) of swiglu((x + bias) * weight_scale * activation_scale), each row by its largest.

    x: (M, 2H) of int32; weight_scale: (1, 2H); activation_scale: (M, 1); bias: (2H,); quant_scale: (1, H), by
    which the result is multiplied before it is rounded. `activate_left` says which half goes through silu. The
    results are (M, H) of int8 and (M,) of float32. Raises ValueError for another `quant_mode`,
    NotImplementedError for 'static', `quant_offset` and `group_index`, which MindSpore does not describe.
    """
    where = "DequantSwigluQuant"
    check.choice(where, "quant_mode", quant_mode, ["static", "dynamic"])
    options = {
        "quant_offset": quant_offset,
        "group_index": group_index,
        "quant_mode": None if quant_mode == "dynamic" else quant_mode,
    }
    for name, value in options.items():
        if value is not None:
            raise NotImplementedError(
                f"For '{where}', msacc has 'quant_mode' 'dynamic' without offsets and groups alone, not this value "
                f"of '{name}': MindSpore does not describe it."
            )
    wide = x.float() if bias is None else x.float() + bias.float()
    left, right = (wide * weight_scale.float() * activation_scale.float().reshape(-1, 1)).chunk(
        2, -1
    )
    gate, other = (left, right) if activate_left else (right, left)
    out = torch.nn.functional.silu(gate) * other
    out = out if quant_scale is None else out * quant_scale.float()
    scale = out.abs().amax(-1, keepdim=True) / 127.0
    return round_to_int8(out / scale.clamp(min=torch.finfo(torch.float32).tiny)), scale.squeeze(-1)


__all__: list[str] = []
