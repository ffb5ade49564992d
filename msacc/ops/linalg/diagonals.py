"""Diagonal bands of matrices: construction, extraction, replacement."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op

_ALIGN = ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT")


def _number(value: Any) -> int:
    return int(value)


def _band(name: str, k: torch.Tensor, align: str) -> tuple[int, int]:
    """The lowest and the highest requested diagonal."""
    if align not in _ALIGN:
        raise ValueError(f"For '{name}', 'align' should be one of {_ALIGN}, but got {align!r}.")
    bounds = k.reshape(-1).tolist() if isinstance(k, torch.Tensor) else k
    ends = [bounds] if isinstance(bounds, int) else list(bounds)
    if len(ends) not in (1, 2) or ends[0] > ends[-1]:
        raise ValueError(f"For '{name}', 'k' should be one number or (low, high), but got {k!r}.")
    return ends[0], ends[-1]


def _band_positions(
    band: tuple[int, int], rows: int, columns: int, align: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Row, column and reality of each element of the (diagonals, length) table of a band, the highest first."""
    low, high = band
    longest = min(rows + min(high, 0), columns - max(low, 0))
    d = np.arange(high, low - 1, -1)[:, None]
    lengths = np.minimum(rows + np.minimum(d, 0), columns - np.maximum(d, 0))
    above, below = (side == "LEFT" for side in align.split("_"))
    left = ((d >= 0) & above) | ((d <= 0) & below)
    i = np.arange(longest)[None] - np.where(left, 0, longest - lengths)
    return i + np.maximum(-d, 0), i + np.maximum(d, 0), (i >= 0) & (i < lengths)


@bindings(
    PrimitiveClass(
        "MatrixDiagV3",
        settings={
            "align": Setting(
                "RIGHT_LEFT", checks.word("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")
            )
        },
    )
)
@op
def matrix_diag(
    x: torch.Tensor,
    k: Any = 0,
    num_rows: torch.Tensor | int = -1,
    num_cols: torch.Tensor | int = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> torch.Tensor:
    """Matrices with the diagonals `k` (one, or from low to high) of `x`, and `padding_value` elsewhere.

    `x`: a Tensor (…, length), or (…, diagonals, length) with the highest first, of any dtype, which the
      result (…, rows, columns) has; shorter diagonals lie on the side `align` names, for those above and
      those below the main one.
    `num_rows`, `num_cols`: ints, -1 for as many as are needed.
    `padding_value`: a number.
    `k`, both sizes and `padding_value` may be Tensors too.

    ValueError for another `align` or `k`.
    """
    low, high = band = _band("matrix_diag", k, align)
    rows, columns = _number(num_rows), _number(num_cols)
    least_rows, least_columns = x.shape[-1] - min(high, 0), x.shape[-1] + max(low, 0)
    if rows == columns == -1:
        rows = columns = max(least_rows, least_columns)
    rows, columns = (
        (least_rows if rows == -1 else rows),
        (least_columns if columns == -1 else columns),
    )
    table = x if low != high else x.unsqueeze(-2)
    fill = padding_value.item() if isinstance(padding_value, torch.Tensor) else padding_value
    out = x.new_full((*table.shape[:-2], rows, columns), fill)
    return _set_band(out, table, band, align)


def _set_band(
    out: torch.Tensor, table: torch.Tensor, band: tuple[int, int], align: str
) -> torch.Tensor:
    row, column, real = _band_positions(band, out.shape[-2], out.shape[-1], align)
    if table.shape[-2:] != row.shape:
        raise ValueError(
            f"For 'matrix_diag', the diagonals {tuple(table.shape[-2:])} should be of shape {row.shape}."
        )
    where = [torch.from_numpy(v[real]).to(out.device) for v in (row, column)]
    values = table[..., torch.from_numpy(real).to(out.device)]
    # torch moves no unsigned numbers of more than 8 bits to given positions; their bits go.
    bits = mstype.SIGNED.get(out.dtype, out.dtype)
    out.view(bits)[..., where[0], where[1]] = values.view(bits)
    return out


@bindings(
    PrimitiveClass(
        "MatrixDiagPartV3",
        settings={
            "align": Setting(
                "RIGHT_LEFT", checks.word("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")
            )
        },
    )
)
@op
def matrix_diag_part(
    x: torch.Tensor,
    k: Any,
    padding_value: torch.Tensor | float | np.number,
    align: str = "RIGHT_LEFT",
) -> torch.Tensor:
    """The diagonals `k` of matrices: (…, length), or (…, diagonals, length) from the highest down.

    `x`: a Tensor (…, M, N) of any dtype, which the result has.
    `k`: an int, or two, the lowest and the highest.

    Shorter ones are filled up with `padding_value`, a number, on the side opposite to that of `align`.
    """
    band = _band("matrix_diag_part", k, align)
    row, column, real = _band_positions(band, x.shape[-2], x.shape[-1], align)
    positions = [torch.from_numpy(np.where(real, v, 0)).to(x.device) for v in (row, column)]
    fill = padding_value if isinstance(padding_value, torch.Tensor) else x.new_tensor(padding_value)
    mask = torch.from_numpy(real).to(x.device)
    values = torch.where(mask, x[..., positions[0], positions[1]], fill.to(x.dtype))
    return values[..., 0, :] if band[0] == band[1] else values


@bindings(
    PrimitiveClass(
        "MatrixSetDiagV3",
        settings={
            "align": Setting(
                "RIGHT_LEFT", checks.word("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")
            )
        },
    )
)
@op
def matrix_set_diag(
    x: torch.Tensor, diagonal: torch.Tensor, k: Any = 0, align: str = "RIGHT_LEFT"
) -> torch.Tensor:
    """A copy of `x` whose diagonals `k` are those of `diagonal`, laid out as `matrix_diag_part` gives them.

    `x`: a Tensor (…, M, N) of any dtype, whose shape and dtype the result has.
    `diagonal`: one of that dtype.
    `k`: an int, or two, the lowest and the highest.
    `align`: the sides on which shorter diagonals lie, 'RIGHT_LEFT', 'LEFT_RIGHT', 'LEFT_LEFT' or
      'RIGHT_RIGHT'.
    """
    band = _band("matrix_set_diag", k, align)
    table = diagonal if band[0] != band[1] else diagonal.unsqueeze(-2)
    return _set_band(x.clone(), table, band, align)


def _least_rank(where: str, x: torch.Tensor, least: int) -> None:
    if x.ndim < least:
        raise ValueError(f"For '{where}', 'x' needs {least} dimensions or more, but got {x.ndim}.")


@op
def embed_diagonals(x: torch.Tensor) -> torch.Tensor:
    """(…, N) as the diagonals of (…, N, N)."""
    _least_rank("MatrixDiag", x, 1)
    return torch.diag_embed(x)


@op
def main_diagonals(x: torch.Tensor) -> torch.Tensor:
    """The main diagonals of (…, M, N): (…, min(M, N))."""
    _least_rank("MatrixDiagPart", x, 2)
    return torch.diagonal(x, dim1=-2, dim2=-1)


@op
def set_main_diagonals(x: torch.Tensor, diagonal: torch.Tensor) -> torch.Tensor:
    """`x` (…, M, N) with `diagonal` (…, min(M, N)) as its main diagonals; of one dtype."""
    _least_rank("MatrixSetDiag", x, 2)
    if x.dtype is not diagonal.dtype:
        raise TypeError(
            f"For 'MatrixSetDiag', 'diagonal' should have the dtype of 'x', {x.dtype}, but got {diagonal.dtype}."
        )
    shape = (*x.shape[:-2], min(x.shape[-2:]))
    if tuple(diagonal.shape) != shape:
        raise ValueError(
            f"For 'MatrixSetDiag', 'diagonal' should have shape {shape}, but got {tuple(diagonal.shape)}."
        )
    return torch.diagonal_scatter(x, diagonal, dim1=-2, dim2=-1)


__all__ = exported_ops(globals(), "embed_diagonals", "main_diagonals", "set_main_diagonals")
