"""Scales and zero points from the ranges that fake quantization has seen or learned."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Parameter, nn
from msacc.former.compression.integers import cal_quantization_params, get_quant_min_max


def scale_zp_max_min_from_fake_quant_cell(
    cell: nn.Cell, data_type: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(scale, zero point, maxq, minq) of `cell`, a FakeQuantWithMinMaxObserver.

    `data_type`: numpy.int8 or numpy.uint8.
    """
    low, high = cell.minq.asnumpy(), cell.maxq.asnumpy()
    if cell.mode == "LEARNED_SCALE":  # training may have changed the sign
        low, high = -np.abs(low), np.abs(high)
    limits = get_quant_min_max(data_type, cell.num_bits, cell.narrow_range)
    symmetric = cell.symmetric and not cell.neg_trunc
    return (*cal_quantization_params(low, high, *limits, data_type, symmetric), high, low)


def scale_zp_max_min_from_data(
    op: Any, minq: Parameter, maxq: Parameter, data_type: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(scale, zero point, maxq, minq) of the limits `minq` and `maxq`, Parameters or Tensors.

    `op`: what fake quantizes with them: its `num_bits`, `symmetric` and `narrow_range` count.
    `data_type`: numpy.int8 or numpy.uint8.
    """
    low, high = minq.asnumpy(), maxq.asnumpy()
    limits = get_quant_min_max(data_type, op.num_bits, op.narrow_range)
    return (*cal_quantization_params(low, high, *limits, data_type, op.symmetric), high, low)


def scale_zp_from_data(
    op: Any, minq: Parameter, maxq: Parameter, data_type: Any
) -> tuple[np.ndarray, np.ndarray]:
    """(scale, zero point), as `scale_zp_max_min_from_data`."""
    return scale_zp_max_min_from_data(op, minq, maxq, data_type)[:2]


def scale_zp_from_fake_quant_cell(cell: nn.Cell, data_type: Any) -> tuple[np.ndarray, np.ndarray]:
    """(scale, zero point), as `scale_zp_max_min_from_fake_quant_cell`."""
    return scale_zp_max_min_from_fake_quant_cell(cell, data_type)[:2]
