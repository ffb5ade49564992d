"""Replaces BatchNorm by GroupNorm, which does not depend on the batch or on how it is sharded."""

from __future__ import annotations

from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.nn.layer.normalization import BatchNorm3d, GroupNorm, _BatchNorm


def to_group_norm(net: Cell, groups: int = 32) -> Cell:
    """Replace every BatchNorm1d/2d/3d and SyncBatchNorm below `net` by GroupNorm; returns `net`.

    gamma and beta, with their names, are kept; running statistics are dropped. Where `groups` does not
    divide a layer's channels, the largest number below it that does is taken. Build the optimizer
    afterwards or before: the parameters stay the same objects. Raises TypeError when `net` is no Cell or a
    BatchNorm itself, ValueError when `groups` is below 1, NotImplementedError for data_format NHWC.
    """
    if not isinstance(net, Cell) or isinstance(net, (_BatchNorm, BatchNorm3d)):
        raise TypeError(
            f"to_group_norm: 'net' should be a Cell that holds BatchNorm layers, but got {type(net)}."
        )
    if not isinstance(groups, int) or isinstance(groups, bool) or groups < 1:
        raise ValueError(
            f"to_group_norm: 'groups' should be an int of 1 or more, but got {groups!r}."
        )
    n_replaced = 0
    for path, cell in list(net.cells_and_names()):
        for name, child in list(cell._cells.items()):
            inner = child.bn2d if isinstance(child, BatchNorm3d) else child
            if isinstance(inner, _BatchNorm):
                _replace(cell, name, _group_norm(inner, groups, f"{path}.{name}".lstrip(".")))
                n_replaced += 1
    if not n_replaced:
        once(
            "to-group-norm", "to_group_norm: the network holds no BatchNorm; nothing was replaced."
        )
    return net


def _group_norm(layer: _BatchNorm, groups: int, path: str) -> GroupNorm:
    if layer.format != "NCHW":
        raise NotImplementedError(
            f"to_group_norm: '{path}' has data_format NHWC; GroupNorm is NCHW only."
        )
    channels = layer.num_features
    fitting = max(n for n in range(1, min(groups, channels) + 1) if channels % n == 0)
    norm = GroupNorm(fitting, channels, float(layer.eps), dtype=layer.gamma.dtype)
    for name in ("gamma", "beta"):
        parameter = getattr(layer, name)
        norm._params[name] = parameter
        norm.__dict__[name] = parameter
    norm.set_train(layer.training)
    return norm


def _replace(parent: Cell, name: str, layer: Cell) -> None:
    """Put a cell in another's place, without renaming its parameters."""
    parent._cells[name] = layer
    if name in parent.__dict__:
        parent.__dict__[name] = layer
