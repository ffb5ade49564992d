"""Quantization to int8."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike

_ROUNDINGS = {
    "ROUND": torch.round,
    "FLOOR": torch.floor,
    "CEIL": torch.ceil,
    "TRUNC": torch.trunc,
}


def round_to_int8(x: torch.Tensor) -> torch.Tensor:
    """int8: the nearest (even of two), no further than -128 and 127."""
    return x.round().clamp(-128, 127).to(torch.int8)


@bindings(
    PrimitiveClass(
        "QuantV2", inputs=("x", "scale", "offset", "sqrt_mode", "rounding_mode", "dst_type")
    )
)
@op
def quant_v2(
    x: torch.Tensor,
    scale: torch.Tensor,
    offset: torch.Tensor,
    sqrt_mode: bool = False,
    rounding_mode: str = "ROUND",
    dst_type: DTypeLike = mstype.int8,
) -> torch.Tensor:
    """round(x * scale + offset) as int8, within -128 and 127; `sqrt_mode` multiplies by the scale twice.

    x: floats; scale, offset: of the size of its last dimension. rounding_mode: ROUND (to even), FLOOR, CEIL or
    TRUNC. Raises ValueError for another one, for shapes that do not fit and for a `dst_type` other than int8.
    """
    where = "QuantV2"
    check.boolean(where, "sqrt_mode", sqrt_mode)
    rounding = _ROUNDINGS[
        check.choice(where, "rounding_mode", rounding_mode.upper(), list(_ROUNDINGS))
    ]
    if mstype.to_torch(dst_type) is not torch.int8:
        raise ValueError(f"For '{where}', 'dst_type' should be int8, but got {dst_type}.")
    for name, t in (("scale", scale), ("offset", offset)):
        if t.ndim and t.shape[-1] not in (1, x.shape[-1]):
            raise ValueError(
                f"For '{where}', '{name}' should end with a dimension of {x.shape[-1]}, but got {tuple(t.shape)}."
            )
    wide = x.float() * scale.float()
    wide = wide * scale.float() if sqrt_mode else wide
    return rounding(wide + offset.float()).clamp(-128, 127).to(torch.int8)


@bindings(PrimitiveClass("DynamicQuantExt", inputs=("x", "smooth_scales")))
@op
def dynamic_quant(
    x: torch.Tensor, smooth_scales: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """(round(x / scale) as int8, scale): each row by its largest size over 127, a float32 for each row.

    x: (…, n) floats; smooth_scales: (n,), by which x is multiplied before. Raises ValueError for a number.
    """
    if not x.ndim:
        raise ValueError(
            "For 'DynamicQuantExt', 'x' should have at least one dimension, but got a number."
        )
    wide = x.float() if smooth_scales is None else (x * smooth_scales).float()
    scale = wide.abs().amax(-1, keepdim=True) / 127.0
    # A row of zeros stays zeros.
    return round_to_int8(wide / scale.clamp(min=torch.finfo(torch.float32).tiny)), scale.squeeze(-1)


__all__: list[str] = []
