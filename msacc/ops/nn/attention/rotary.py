"""Rotary position embedding."""

from __future__ import annotations

import torch

from msacc.common import checks as check
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op


def rotate_halves(x: torch.Tensor) -> torch.Tensor:
    """(-second half, first half) of the last dimension."""
    first, second = x.chunk(2, -1)
    return torch.cat([-second, first], -1)


def rotate_pairs(x: torch.Tensor) -> torch.Tensor:
    """(-second, first) of each neighbouring pair in the last dimension."""
    return torch.stack([-x[..., 1::2], x[..., ::2]], -1).flatten(-2)


@bindings(PrimitiveClass("RotaryPositionEmbedding", inputs=("x", "cos", "sin", "mode")))
@op
def rotary_position_embedding(
    x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor, mode: int = 0
) -> torch.Tensor:
    """x * cos + rotated(x) * sin; mode 0 rotates the two halves, mode 1 neighbouring pairs of the last dimension.

    `x`, `cos`, `sin`: float Tensors whose shapes broadcast; the result has the dtype to which theirs promote.
    Raises ValueError for another `mode`.
    """
    rotate = (rotate_halves, rotate_pairs)[
        check.choice("rotary_position_embedding", "mode", mode, [0, 1])
    ]
    return x * cos + rotate(x) * sin


@bindings(
    PrimitiveClass(
        "ApplyRotaryPosEmb",
        inputs=("query", "key", "cos", "sin", "position_ids"),
        settings={"cos_format": Setting(0)},
    )
)
@op
def apply_rotary_pos_emb_(
    query: torch.Tensor,
    key: torch.Tensor,
    cos: torch.Tensor,
    sin: torch.Tensor,
    position_ids: torch.Tensor,
    cos_format: int = 0,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Query and key, (B, S, H), (T, H) or (B, S, N, D), turned by the angles of their positions.

    `cos` and `sin` have heads of D. With `cos_format` 0 and 1 they are (positions, D) and `position_ids` picks
    a row: for each batch where S is 1, for each of S, or for all B * S; with 2 and 3 they are (B * S, D) as
    they stand, and of four dimensions they are multiplied as they are. Formats 0 and 2 turn the two halves of a
    head, 1 and 3 neighbouring pairs. Raises ValueError for another format, positions that fit neither, and
    heads of another D. Differs from MindSpore: its kernels write into query and key as well. Query and key are
    float Tensors, whose dtypes the results have.
    """
    where = "ApplyRotaryPosEmb"
    check.choice(where, "cos_format", cos_format, [0, 1, 2, 3])
    if cos.ndim == 4:
        return tuple(t * cos + rotate_halves(t) * sin for t in (query, key))  # type: ignore[return-value]
    rotate = rotate_pairs if cos_format % 2 else rotate_halves
    return tuple(  # type: ignore[return-value]
        _apply_rotary(where, t, cos, sin, position_ids, cos_format, rotate) for t in (query, key)
    )


def _apply_rotary(
    where: str,
    t: torch.Tensor,
    cos: torch.Tensor,
    sin: torch.Tensor,
    positions: torch.Tensor,
    cos_format: int,
    rotate: object,
) -> torch.Tensor:
    width = cos.shape[-1]
    if t.shape[-1] % width:
        raise ValueError(
            f"For '{where}', the last dimension should be made of heads of {width}, as 'cos' has them, but got "
            f"{tuple(t.shape)}."
        )
    tokens = t.reshape(-1, t.shape[-1]) if t.ndim == 2 else t.flatten(0, 1)
    heads = tokens.reshape(tokens.shape[0], -1, width)
    if cos_format < 2:
        rows = _rows(where, t, positions)
        cos, sin = cos[rows], sin[rows]
    elif cos.shape[0] != heads.shape[0]:
        raise ValueError(
            f"For '{where}', 'cos' should have a row for each of {heads.shape[0]} tokens in 'cos_format' "
            f"{cos_format}, but got {tuple(cos.shape)}."
        )
    wide = heads.to(cos.dtype)
    out = wide * cos[:, None] + rotate(wide) * sin[:, None]  # type: ignore[operator]
    return out.to(t.dtype).reshape(t.shape)


def _rows(where: str, t: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """The row of `cos` for each token."""
    positions = positions.reshape(-1).long()
    batch, length = (1, t.shape[0]) if t.ndim == 2 else t.shape[:2]
    if positions.shape[0] == batch * length:
        return positions
    if positions.shape[0] == length:
        return positions.repeat(batch)
    raise ValueError(
        f"For '{where}', 'position_ids' should tell of {length} positions or of {batch * length} tokens, but got "
        f"{positions.shape[0]}."
    )


__all__ = exported_ops(globals(), "apply_rotary_pos_emb_")
