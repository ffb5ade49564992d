"""Which layers a network has at level3, and the hooks that gather them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.bucket_assignment import ParameterItem
from msacc.step.layerwise.layer import Layer, Running

# By id, weakly: a script's Cells need not be hashable.
HookedCells = WeakValueDictionary[int, Cell]


def group_by_layer(
    items: Sequence[ParameterItem], network: Cell, parameters: Sequence[Parameter]
) -> list[ParameterItem]:
    """Groups parameters: those of one layer share buckets, those of different layers never do."""
    owner: dict[int, str] = {}
    for path, cell in network.cells_and_names():
        for parameter in cell._params.values():
            if parameter is not None:
                owner.setdefault(id(parameter), path)
    return [replace(i, key=(i.key, owner.get(id(parameters[i.index])))) for i in items]


def separate_layers(
    items: Sequence[ParameterItem], threshold: int, network: Cell, parameters: Sequence[Parameter]
) -> list[ParameterItem]:
    """Items such that what is sharded, of `threshold` bytes and more, shares buckets within a layer alone."""
    # What is too small to be cut stays whole, and its gradients need not wait for a layer: they go together.
    small = [item for item in items if item.nbytes < threshold]
    large = [item for item in items if item.nbytes >= threshold]
    return [*small, *group_by_layer(large, network, parameters)]


def hook_layers(
    network: Cell, layers: Sequence[Layer], running: Running, hooked: HookedCells
) -> None:
    """Lets each Cell that is not in `hooked` yet gather its own parameters when it runs."""
    by_parameter = {id(p): layer for layer in layers for p in layer.bucket.parameters}
    for _, cell in network.cells_and_names():
        if id(cell) not in hooked:
            hooked[id(cell)] = cell
            cell_layers = [
                by_parameter[id(p)] for p in cell._params.values() if id(p) in by_parameter
            ]
            _hook(cell, {id(layer): layer for layer in cell_layers}.values(), running)


def _hook(cell: Cell, layers: Iterable[Layer], running: Running) -> None:
    # Its parameters stay sharded: a call must not try to initialize them.
    cell.__dict__["_msacc_unfilled"] = False
    cell._msacc_refresh()
    if cell._cells:
        cell.register_forward_pre_hook(running.begin)
        cell.register_forward_hook(running.end, always_call=True)
    for layer in layers:
        if layer.bucket.num_shards > 1:
            cell.register_forward_pre_hook(layer.before)
            cell.register_forward_hook(layer.after, always_call=True)
