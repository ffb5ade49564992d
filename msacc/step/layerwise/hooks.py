"""Which layers a network has at level3, and the hooks that let them gather."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.bucket_layout import Item
from msacc.step.layerwise.layer import Layer, Running

# By id, as long as they live: a script's Cells need not be hashable.
Hooked = WeakValueDictionary[int, Cell]


def by_layer(items: Sequence[Item], network: Any, parameters: Sequence[Parameter]) -> list[Item]:
    """Parameters of one layer travel together, those of different layers never."""
    owner: dict[int, str] = {}
    for path, cell in network.cells_and_names():
        for parameter in cell._params.values():
            if parameter is not None:
                owner.setdefault(id(parameter), path)
    return [replace(i, key=(i.key, owner.get(id(parameters[i.index])))) for i in items]


def hook_layers(network: Any, layers: Sequence[Layer], running: Running, hooked: Hooked) -> None:
    """Let each Cell that is not `hooked` yet gather its own parameters when it runs."""
    by_parameter = {id(p): layer for layer in layers for p in layer.bucket.parameters}
    for _, cell in network.cells_and_names():
        if id(cell) not in hooked:
            hooked[id(cell)] = cell
            own = [by_parameter[id(p)] for p in cell._params.values() if id(p) in by_parameter]
            _hook(cell, {id(layer): layer for layer in own}.values(), running)


def _hook(cell: Cell, layers: Iterable[Layer], running: Running) -> None:
    # Its parameters stay in pieces: a call must not try to fill them.
    cell.__dict__["_unfilled"] = False
    cell._refresh()
    if cell._cells:
        cell.register_forward_pre_hook(running.begin)
        cell.register_forward_hook(running.end, always_call=True)
    for layer in layers:
        if layer.bucket.pieces > 1:
            cell.register_forward_pre_hook(layer.before)
            cell.register_forward_hook(layer.after, always_call=True)
