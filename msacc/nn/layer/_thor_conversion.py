"""Layers replaced by those that keep Kronecker factors for nn.thor."""

from __future__ import annotations

from typing import Any

from msacc.common import dtype as mstype
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.nn.layer.container import SequentialCell
from msacc.nn.layer.conv import Conv1d, Conv1dTranspose, Conv2d, Conv2dTranspose
from msacc.nn.layer.dense import Dense
from msacc.nn.layer.embedding import Embedding, EmbeddingLookup
from msacc.nn.layer.normalization import BatchNorm1d, BatchNorm2d, GroupNorm, LayerNorm
from msacc.nn.layer.thor import Conv2dThor, DenseThor
from msacc.nn.layer.thor_tables import EmbeddingLookupThor, EmbeddingThor

# Cells that are left as they are, with all below them.
_LEFT = (
    DenseThor, Conv2dThor, EmbeddingThor, EmbeddingLookupThor, Conv2dTranspose, Conv1d, Conv1dTranspose,
    BatchNorm1d, GroupNorm, LayerNorm, BatchNorm2d,
)  # fmt: skip
# MindSpore leaves layers whose path holds one of these to the first-order rule.
_FIRST_ORDER = "rpn_with_loss.rpn_convs_list.", "wide"
# So many classes has ImageNet with a background; MindSpore leaves that layer's dtype to the network.
_UNCAST_CLASSES = 1001


def convert(net: Cell) -> None:
    """Replace the trainable layers below `net` that THOR knows; they keep their names and, but for what is said
    there, their Parameters.
    """
    if not isinstance(net, Cell):
        # MindSpore asks whatever it is given for a method.
        raise AttributeError(f"For 'thor', the 'net' must be a Cell, but got {type(net)}: {net!r}.")
    net.update_cell_prefix()
    _convert_below(net)
    net.update_cell_type("second-order")


def _convert_below(net: Cell) -> None:
    changed = False
    for name, cell in list(net.name_cells().items()):
        if cell is net or isinstance(cell, _LEFT):
            continue
        if not isinstance(cell, (Dense, Conv2d, Embedding, EmbeddingLookup)):
            _convert_below(cell)
        elif _is_converted(cell):
            new = _replacement(cell)
            new.param_prefix = cell.param_prefix
            new.update_parameters_name(cell.param_prefix + ".")
            new.set_train(cell.training)
            net.insert_child_to_cell(name, new)
            changed = True
    if changed and isinstance(net, SequentialCell):
        net.cell_list = list(net.cells())


def _is_converted(cell: Any) -> bool:
    if isinstance(cell, (Embedding, EmbeddingLookup)):
        return bool(cell.embedding_table.requires_grad)
    path = cell.param_prefix.lower()
    return bool(cell.weight.requires_grad) and not any(part in path for part in _FIRST_ORDER)


def _replacement(cell: Any) -> Cell:
    """The layer in the place of one of a class that is known, not of one derived from it."""
    make = {Dense: _dense, Conv2d: _conv2d, Embedding: _embedding}.get(type(cell))
    if make is None:
        raise NotImplementedError(
            f"For 'thor', the layer '{cell.param_prefix}' of {type(cell)} is not supported: use nn.Dense, nn.Conv2d or "
            "nn.Embedding itself, or clear requires_grad of its weight."
        )
    return make(cell)


def _dense(cell: Any) -> Cell:
    new = DenseThor(cell.in_channels, cell.out_channels, has_bias=cell.has_bias)
    # The Cell itself: made again by its name, as MindSpore does, it would lose its settings.
    new.activation, new.activation_flag = cell.activation, cell.activation_flag
    new.weight, new.bias = cell.weight, cell.bias
    if cell.out_channels != _UNCAST_CLASSES:
        new.to_float(mstype.float32)
    return new


def _conv2d(cell: Any) -> Cell:
    _check_convolution(cell)
    new = Conv2dThor(
        cell.in_channels, cell.out_channels, cell.kernel_size, cell.stride, cell.pad_mode, cell.padding,
        has_bias=cell.has_bias,
    )  # fmt: skip
    new.weight = cell.weight
    if cell.has_bias:
        once(
            "thor:bias",
            "nn.thor: as in MindSpore, the bias of a convolution starts anew with zeros; load it after nn.thor().",
        )
    return new


def _check_convolution(cell: Any) -> None:
    """ValueError or NotImplementedError for a convolution whose factors MindSpore computes otherwise or not."""
    where = f"For 'thor', the convolution '{cell.param_prefix}'"
    if cell.group != 1 or len(set(cell.kernel_size)) != 1:
        raise ValueError(
            f"{where} should have group 1 and a square kernel, but got 'group' {cell.group} and 'kernel_size' "
            f"{cell.kernel_size}; clear requires_grad of its weight, or train with nn.Momentum."
        )
    if set(cell.dilation) != {1} or cell.data_format != "NCHW":
        raise NotImplementedError(
            f"{where} should have dilation 1 and data_format 'NCHW', but got 'dilation' {cell.dilation} and "
            f"'{cell.data_format}'; clear requires_grad of its weight, or train with nn.Momentum."
        )


def _embedding(cell: Any) -> Cell:
    new = EmbeddingThor(cell.vocab_size, cell.embedding_size)
    new.embedding_table = cell.embedding_table
    return new
