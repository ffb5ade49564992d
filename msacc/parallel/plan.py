"""What a parallel network holds on each process, and what a step of it sends."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.settings import PYNATIVE_MODE, settings
from msacc.common.torch_private import TorchDispatchMode, tree_leaves
from msacc.nn.cell import Cell
from msacc.step.context import world_size

# Torch's names of messages, in its two kinds of ops; what only waits or sets up is none.
_KINDS = {
    "allreduce_": "all_reduce",
    "all_reduce": "all_reduce",
    "all_reduce_": "all_reduce",
    "all_gather_into_tensor": "all_gather",
    "_allgather_base_": "all_gather",
    "allgather_": "all_gather",
    "reduce_scatter_tensor": "reduce_scatter",
    "_reduce_scatter_base_": "reduce_scatter",
    "all_to_all_single": "all_to_all",
    "alltoall_base_": "all_to_all",
    "broadcast_": "broadcast",
    "broadcast": "broadcast",
}


@dataclass(frozen=True)
class Row:
    """One parameter: its shape, into how many pieces each axis is cut, and the bytes that one process holds."""

    name: str
    shape: tuple[int, ...]
    cuts: tuple[int, ...]
    nbytes: int


@dataclass
class Plan:
    """`grid`: sizes of the grid of processes; `rows`: the parameters; `messages`: {kind: (number, bytes sent)}.

    Printed it is a table.
    """

    grid: tuple[int, ...]
    rows: list[Row]
    messages: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def nbytes(self) -> int:
        """Bytes of parameters on one process."""
        return sum(row.nbytes for row in self.rows)

    def __str__(self) -> str:
        width = max([len(row.name) for row in self.rows], default=9)
        shapes = max([len(str(row.shape)) for row in self.rows], default=5)
        cuts = max([len(str(row.cuts)) for row in self.rows], default=6)
        lines = [f"grid: {' x '.join(map(str, self.grid))} processes"]
        lines.append(
            f"{'parameter':<{width}}  {'shape':<{shapes}}  {'pieces':<{cuts}}  bytes per process"
        )
        for row in self.rows:
            lines.append(
                f"{row.name:<{width}}  {str(row.shape):<{shapes}}  {str(row.cuts):<{cuts}}  {row.nbytes:,}"
            )
        lines.append(f"{'all':<{width}}  {'':<{shapes}}  {'':<{cuts}}  {self.nbytes:,}")
        for kind, (number, size) in sorted(self.messages.items()):
            lines.append(f"{kind}: {number} a step, {size:,} bytes")
        return "\n".join(lines)

    __repr__ = __str__


def plan(net: Cell, step: Callable[..., Any] | None = None, *inputs: Any) -> Plan:
    """What each process holds of the parameters of `net`, and what `step(*inputs)` sends.

    `net`: a Cell. `step`: a train step or the network itself; it is run once, op by op, as one more step, and its
    messages are counted on this process. All processes must call it. Parameters are laid out by the first step:
    before it they show as whole. Raises TypeError for a `net` that is no Cell and a `step` that cannot be called.
    """
    if not isinstance(net, Cell):
        raise TypeError(f"For 'plan', 'net' should be a Cell, but got {net!r}.")
    if step is not None and not callable(step):
        raise TypeError(f"For 'plan', 'step' should be callable, but got {step!r}.")
    messages = {} if step is None else _sent(step, inputs)
    parameters = list(net.get_parameters())
    laid = [p.layout for p in parameters if p.layout is not None]
    grid = laid[0].grid if laid else (world_size(),)
    return Plan(grid, [_row(p) for p in parameters], messages)


def _row(parameter: Parameter) -> Row:
    layout, shape = parameter.layout, tuple(parameter.shape)
    cuts = layout.cuts() if layout is not None else (1,) * len(shape)
    held = layout.slice_shape if layout is not None else shape
    return Row(
        parameter.name, shape, cuts, math.prod(held) * mstype.to_torch(parameter.dtype).itemsize
    )


class _Counting(TorchDispatchMode):
    """Counts messages and their bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.number: Counter[str] = Counter()
        self.size: Counter[str] = Counter()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        if func.namespace in ("c10d", "_c10d_functional"):
            kind = _KINDS.get(func._schema.name.partition("::")[2])
            if kind is not None:
                self.number[kind] += 1
                given = [t for t in tree_leaves(args) if isinstance(t, torch.Tensor)]
                self.size[kind] += max((t.nbytes for t in given), default=0)
        return func(*args, **(kwargs or {}))


def _sent(step: Callable[..., Any], inputs: tuple[Any, ...]) -> dict[str, tuple[int, int]]:
    mode, settings.mode = settings.mode, PYNATIVE_MODE
    counting = _Counting()
    try:
        with counting:
            step(*inputs)
    finally:
        settings.mode = mode
    return {kind: (number, counting.size[kind]) for kind, number in counting.number.items()}
