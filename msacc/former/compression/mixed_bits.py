"""Bits of each block's weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msacc import nn
from msacc.former.compression.clipping import clipped_range, normalized_weight
from msacc.former.compression.constants import QuantDtype


def set_bits(
    network: nn.Cell, strategy: Sequence[Sequence[int]], per_channel: bool, eps: float
) -> nn.Cell:
    """Give each block of `network` the first of its list of bits, and a range that suits them."""
    blocks: list[Any] = [
        cell for _, cell in network.cells_and_names() if isinstance(cell, (nn.Conv2dBnAct, nn.DenseBnAct))
    ]  # fmt: skip
    if len(blocks) != len(strategy):
        raise ValueError(
            f"'strategy' must have a list for each of the {len(blocks)} blocks to quantize, but has {len(strategy)}."
        )
    for block, bits in zip(blocks, strategy, strict=True):
        block.weight_dtype = signed_of_bits(bits[0])
        core = block.conv if isinstance(block, nn.Conv2dBnAct) else block.dense
        reset_range(core, block.weight_dtype, per_channel, eps)
    return network


def reset_range(core: Any, dtype: Any, per_channel: bool, eps: float) -> None:
    """Let the quantized layer `core` write its weights as `dtype`, in a range that suits them."""
    norm = core if hasattr(core, "gamma") else None
    low, high = clipped_range(normalized_weight(core, norm, eps), dtype, per_channel)
    core.fake_quant_weight.reset(quant_dtype=dtype, min_init=low, max_init=high)


def signed_of_bits(bits: int) -> QuantDtype:
    """INT2 to INT8 by the number of bits; ValueError for another one."""
    if bits not in range(2, 9):
        raise ValueError(
            f"Values are quantized to 2 to 8 bits, but got {bits}; use 8 where more were meant."
        )
    return QuantDtype[f"INT{bits}"]
