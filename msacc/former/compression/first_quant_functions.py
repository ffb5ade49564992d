"""`mindspore.train.quant.quant_utils` of MindSpore 1.0, where they differ from those of later releases."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Parameter, nn
from msacc.former.compression.batchnorm_folding import fold_batchnorm as fold_batchnorm
from msacc.former.compression.batchnorm_folding import (
    without_fold_batchnorm as without_fold_batchnorm,
)
from msacc.former.compression.integers import check_limits, unbounded_integers
from msacc.former.compression.quantized_networks import (
    load_nonquant_param_into_quant_net as load_nonquant_param_into_quant_net,
)


def cal_quantization_params(
    input_min: np.ndarray,
    input_max: np.ndarray,
    data_type: Any,
    num_bits: int = 8,
    symmetric: bool = False,
    narrow_range: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """(scale, zero point) for the range from `input_min` to `input_max`, widened to hold 0.

    `input_min`, `input_max`: arrays of shape (1,), or (channels,).
    `data_type`: numpy.int8, whose integers are counted up to `2 ** (num_bits - 1)` here; another is unsigned.
    `symmetric`: the range is as wide below 0 as above, and the zero point 0.
    `narrow_range`: the smallest integer is left out.

    Raises ValueError for limits of several shapes or dimensions. Differs from MindSpore: several channels may be
    asymmetric.
    """
    low, high = np.minimum(0.0, input_min), np.maximum(0.0, input_max)
    check_limits(low, high)
    if (high == low).all():
        return np.ones(low.shape), np.zeros(low.shape)
    signed = data_type == np.int8
    least = (-(2 ** (num_bits - 1)) if signed else 0) + int(narrow_range)
    most = 2 ** (num_bits - 1) if signed else 2**num_bits - 1
    if symmetric:
        high = np.maximum(-low, high)
        low = -high
    scale = (high - low) / (most - least)
    if symmetric:
        return scale, np.zeros(low.shape)
    return scale, _zero_point(low / scale, high / scale, least, most)


def _zero_point(low: np.ndarray, high: np.ndarray, least: int, most: int) -> np.ndarray:
    """The integer for 0, counted from the end of the range that rounds less."""
    from_low = abs(least) + np.abs(low) < abs(most) + np.abs(high)
    exact = np.where(from_low, least - low, most - high)
    return np.floor(np.clip(exact, least, most) + 0.5)


def weight2int(data: np.ndarray, scale: np.ndarray, zero_point: np.ndarray) -> np.ndarray:
    """round(data / scale + zero_point), as floats that no bounds hold.

    `scale`, `zero_point`: of shape (1,), or (channels,) for the first or else the second axis of `data`.

    Raises ValueError for shapes that do not fit.
    """
    return unbounded_integers(data, scale, zero_point)


def scale_zp_max_min_from_data(
    op: Any, minq: Parameter, maxq: Parameter, data_type: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(scale, zero point, maxq, minq) of the limits `minq` and `maxq`, Parameters or Tensors.

    `op`: what fake quantizes with them: its `num_bits`, `symmetric` and `narrow_range` count.
    """
    low, high = minq.asnumpy(), maxq.asnumpy()
    found = cal_quantization_params(
        low, high, data_type, op.num_bits, op.symmetric, op.narrow_range
    )
    return (*found, high, low)


def scale_zp_from_data(
    op: Any, minq: Parameter, maxq: Parameter, data_type: Any
) -> tuple[np.ndarray, np.ndarray]:
    """(scale, zero point), as `scale_zp_max_min_from_data`."""
    return scale_zp_max_min_from_data(op, minq, maxq, data_type)[:2]


def scale_zp_max_min_from_fake_quant_cell(
    cell: nn.Cell, data_type: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(scale, zero point, maxq, minq) of `cell`, which fake quantizes."""
    return scale_zp_max_min_from_data(cell, cell.minq, cell.maxq, data_type)


def scale_zp_from_fake_quant_cell(cell: nn.Cell, data_type: Any) -> tuple[np.ndarray, np.ndarray]:
    """(scale, zero point) of `cell`, which fake quantizes."""
    return scale_zp_max_min_from_fake_quant_cell(cell, data_type)[:2]
