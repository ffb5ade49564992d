"""Multi-scale deformable attention over feature maps."""

from __future__ import annotations

import torch

from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_ops, op


@bindings(
    PrimitiveClass(
        "MultiScaleDeformableAttn", inputs=("value", "shape", "offset", "locations", "weight")
    )
)
@op
def multi_scale_deformable_attn_function(
    value: torch.Tensor,
    shape: torch.Tensor,
    offset: torch.Tensor,
    locations: torch.Tensor,
    weight: torch.Tensor,
) -> torch.Tensor:
    """The weighted sum of bilinear samples of each feature map; (B, Q, N * D).

    value: (B, keys, N, D), all maps one after another.
    shape: (L, 2), height and width of each.
    offset: (L,), where each begins.
    locations: (B, Q, N, L, P, 2), x and y with a map from 0 to 1.
    weight: (B, Q, N, L, P).

    Outside the maps are zeros.

    Raises RuntimeError for dtypes other than floats and, for `shape` and `offset`, int32 and int64.
    """
    where = "multi_scale_deformable_attn_function"
    for name, t in (("value", value), ("locations", locations), ("weight", weight)):
        if not t.dtype.is_floating_point:
            raise RuntimeError(f"For '{where}', '{name}' should be of floats, but got {t.dtype}.")
    for name, t in (("shape", shape), ("offset", offset)):
        if t.dtype not in (torch.int32, torch.int64):
            raise RuntimeError(f"For '{where}', '{name}' should be int32 or int64, but got {t.dtype}.")  # fmt: skip
    height, width = (shape[:, i].long()[:, None] for i in (0, 1))  # (L, 1), as (L, P)
    x = locations[..., 0].float() * width - 0.5
    y = locations[..., 1].float() * height - 0.5
    left, top = x.floor(), y.floor()
    total = None
    for down in (0, 1):
        for right in (0, 1):
            column, row = left.long() + right, top.long() + down
            part = (1 - (x - column).abs()) * (1 - (y - row).abs()) * weight.float()
            in_range = (column >= 0) & (column < width) & (row >= 0) & (row < height)
            flat_index = offset.long()[:, None] + row * width + column
            samples = (
                _gather_values(value, torch.where(in_range, flat_index, 0))
                * (part * in_range)[..., None]
            )
            total = samples if total is None else total + samples
    summed = total.sum((3, 4))  # type: ignore[union-attr]
    return summed.flatten(2).to(value.dtype)


def _gather_values(value: torch.Tensor, flat_index: torch.Tensor) -> torch.Tensor:
    """(B, Q, N, L, P, D): the values (B, keys, N, D) of each head at its indices."""
    batch, queries, heads, levels, points = flat_index.shape
    flat = flat_index.permute(0, 1, 3, 4, 2).reshape(batch, -1, heads)
    index = flat.clamp(0, value.shape[1] - 1)[..., None].expand(-1, -1, -1, value.shape[-1])
    values = value.float().gather(1, index)
    return values.reshape(batch, queries, levels, points, heads, -1).permute(0, 1, 4, 2, 3, 5)


__all__ = exported_ops(globals())
