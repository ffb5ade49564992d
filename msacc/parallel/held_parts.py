"""What this process holds of each parameter and of its optimizer's state, read from the tensors that it has."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_absent
from msacc.nn.cell import Cell
from msacc.nn.optim.optimizer import live_optimizers
from msacc.step.bucket import ShardedPlaceholder
from msacc.step.local_shard import local_tensor
from msacc.step.update import state_names

Bounds = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Part:
    """What one process holds of one tensor.

    `parameter`: the parameter's name; `state`: the optimizer's name of a state for it ("moment1"), "" for the
    parameter itself; `shape`: that of the whole tensor. `bounds`: (start, stop) along each of its axes, as operators
    cut it; `elements`: (start, stop) among the elements of that, row by row, where `hsdp` shares them out, else None.
    `nbytes`: the bytes of what is held, 0 before the first values.
    """

    rank: int
    parameter: str
    state: str
    shape: tuple[int, ...]
    bounds: Bounds
    elements: tuple[int, int] | None
    nbytes: int

    @property
    def place(self) -> str:
        """'all', '[0:64, :]', 'elements 0:128' or both."""
        axes = [
            ":" if (low, high) == (0, size) else f"{low}:{high}"
            for (low, high), size in zip(self.bounds, self.shape, strict=True)
        ]
        sliced = f"[{', '.join(axes)}]" if any(axis != ":" for axis in axes) else ""
        low, high = self.elements or (0, 0)
        flat = "" if self.elements is None else f"elements {low}:{high}"
        return " ".join(filter(None, (sliced, flat))) or "all"


def own_parts(net: Cell, rank: int) -> list[Part]:
    """The parts on this process, a parameter's before its states'; nothing for what others alone hold."""
    states = optimizer_states()
    parts = [
        _part(tensor, rank, parameter.name, state)
        for parameter in net.get_parameters()
        for state, tensor in (("", parameter), *states.get(id(parameter), ()))
        if not is_absent(tensor)
    ]
    return [part for part in parts if part.elements is None or part.elements[0] < part.elements[1]]


def optimizer_states() -> dict[int, list[tuple[str, Parameter]]]:
    """Each optimizer's (name, state), by the id of the parameter that it is for."""
    states: dict[int, list[tuple[str, Parameter]]] = {}
    for optimizer, name in _state_attributes():
        for own, state in zip(optimizer.parameters, getattr(optimizer, name), strict=False):
            states.setdefault(id(own), []).append((name, state))
    return states


def _state_attributes() -> Iterator[tuple[Cell, str]]:
    for optimizer in list(live_optimizers):
        for name in state_names(optimizer) if optimizer.parameters else ():
            yield optimizer, name


def _part(tensor: Parameter, rank: int, name: str, state: str) -> Part:
    layout, shape = tensor.layout, tuple(tensor.shape)
    bounds: Bounds = tuple((0, size) for size in shape)
    if layout is not None:
        cut = layout.slice_of(layout.ranks.index(rank))
        bounds = tuple((axis.start, axis.stop) for axis in cut)
    placeholder = tensor._msacc_init
    if not isinstance(placeholder, ShardedPlaceholder):
        nbytes = 0 if placeholder is not None else local_tensor(tensor).nbytes
        return Part(rank, name, state, shape, bounds, None, nbytes)
    elements = placeholder.elements()
    whole = elements == (0, math.prod(high - low for low, high in bounds))
    nbytes = placeholder.local_elements().nbytes
    return Part(rank, name, state, shape, bounds, None if whole else elements, nbytes)
