"""plan: what each process holds of a parallel network, and the messages of a step."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_absent
from msacc.common.settings import PYNATIVE_MODE, settings
from msacc.common.text_tables import html_table, table
from msacc.common.torch_private import TorchDispatchMode, tree_leaves
from msacc.nn.cell import Cell
from msacc.parallel.held_parts import optimizer_states
from msacc.step.bucket import ShardedPlaceholder
from msacc.step.context_settings import world_size
from msacc.step.mesh import Mesh
from msacc.step.pipeline_runtime.parameter_stages import stages_of_parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

# Torch's names of messages, in its two kinds of ops; what only waits or sets up is none.
_KINDS = {
    "allreduce": "all_reduce",
    "all_reduce": "all_reduce",
    "reduce": "reduce",
    "all_gather_into_tensor": "all_gather",
    "allgather_into_tensor": "all_gather",
    "_allgather_base": "all_gather",
    "allgather": "all_gather",
    "reduce_scatter_tensor": "reduce_scatter",
    "_reduce_scatter_base": "reduce_scatter",
    "reduce_scatter": "reduce_scatter",
    "all_to_all_single": "all_to_all",
    "alltoall_base": "all_to_all",
    "alltoall": "all_to_all",
    "broadcast": "broadcast",
    "gather": "gather",
    "scatter": "scatter",
    "send": "send",
}


@dataclass(frozen=True)
class Row:
    """One parameter: its shape, into how many pieces each axis is cut, and the bytes that this process holds.

    `state`: bytes of the optimizer's state for it; `stages`: those of a pipeline that have it, None without one.
    """

    name: str
    shape: tuple[int, ...]
    cuts: tuple[int, ...]
    nbytes: int
    state: int = 0
    stages: tuple[int, ...] | None = None


@dataclass
class Plan:
    """`grid`: sizes of the grid of processes; `rows`: the parameters; `messages`: {kind: (number, bytes sent)}.

    `mesh`: what the processes share, in words. All bytes are this process's. Printed it is a table,
    and in a notebook.
    """

    grid: tuple[int, ...]
    rows: list[Row]
    messages: dict[str, tuple[int, int]] = field(default_factory=dict)
    mesh: str = ""

    @property
    def nbytes(self) -> int:
        """Bytes of parameters on this process."""
        return sum(row.nbytes for row in self.rows)

    def __str__(self) -> str:
        return "\n\n".join(table(*parts) for parts in self._tables())

    def _repr_html_(self) -> str:
        return "".join(html_table(*parts) for parts in self._tables())

    def _tables(self) -> list[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
        """(title, columns, lines) of the parameters, and of the messages."""
        staged = any(row.stages is not None for row in self.rows)
        stage = ("stage",) if staged else ()
        columns = ("parameter", "shape", "pieces", *stage, "bytes", "optimizer state bytes")
        lines = [_line(row, staged) for row in self.rows]
        state = sum(row.state for row in self.rows)
        lines.append(("all", "", "", *[""] * staged, f"{self.nbytes:,}", f"{state:,}"))
        tables = [(self.mesh or f"{math.prod(self.grid)} processes", columns, lines)]
        if self.messages:
            sent: list[tuple[str, ...]] = [
                (k, f"{n:,}", f"{size:,}") for k, (n, size) in sorted(self.messages.items())
            ]
            tables.append(("Messages of a step", ("kind", "number", "bytes"), sent))
        return tables

    __repr__ = __str__


def _line(row: Row, staged: bool) -> tuple[str, ...]:
    stages = (" ".join(map(str, row.stages or ())),) if staged else ()
    return row.name, str(row.shape), str(row.cuts), *stages, f"{row.nbytes:,}", f"{row.state:,}"


def plan(net: Cell, step: Callable[..., Any] | None = None, *inputs: object) -> Plan:
    """What this process holds of the parameters of `net` and of their optimizer's state, and what a step sends.

    `net`: a Cell. `step`: a train step or the network itself; `step(*inputs)` is run once, op by op, as one more
    step, and its messages are counted on this process. All processes must call it. The first step lays parameters out
    and agrees on their values: before it they show as whole, and its messages are more than those of later ones.
    Raises TypeError for a `net` that is no Cell and a `step` that cannot be called.
    """
    if not isinstance(net, Cell):
        raise TypeError(f"For 'plan', 'net' should be a Cell, but got {net!r}.")
    if step is not None and not callable(step):
        raise TypeError(f"For 'plan', 'step' should be callable, but got {step!r}.")
    messages = {} if step is None else _count_messages(step, inputs)
    parameters = list(net.get_parameters())
    laid = [p.layout for p in parameters if p.layout is not None]
    grid = laid[0].grid if laid else (world_size(),)
    states = {k: [s for _, s in named] for k, named in optimizer_states().items()}
    rows = [_row(p, states.get(id(p), [])) for p in parameters]
    parameters_and_states = [q for p in parameters for q in (p, *states.get(id(p), []))]
    return Plan(grid, rows, messages, _mesh_description(grid, parameters_and_states))


def _row(parameter: Parameter, states: list[Parameter]) -> Row:
    layout, shape = parameter.layout, tuple(parameter.shape)
    parameter_stages = stages_of_parameter(parameter)
    cuts = layout.cuts() if layout is not None else (1,) * len(shape)
    state = sum(map(held_bytes, states))
    stages = None if parameter_stages is None else parameter_stages.of(parameter)
    return Row(parameter.name, shape, cuts, held_bytes(parameter), state, stages)


def held_bytes(parameter: Parameter) -> int:
    """What this process keeps of a parameter between steps."""
    if is_absent(parameter):
        return 0
    placeholder: Any = parameter._msacc_init
    if isinstance(placeholder, ShardedPlaceholder):
        return placeholder.local_elements().nbytes
    shape = parameter.shape if parameter.layout is None else parameter.layout.slice_shape
    return math.prod(shape) * parameter.itemsize


def _mesh_description(grid: tuple[int, ...], parameters: list[Parameter]) -> str:
    """What the processes share out."""
    laid, mesh = [p.layout for p in parameters if p.layout is not None], _mesh_of(parameters)
    if laid:
        used = {i for layout in laid for i, axis in enumerate(layout.placed) if axis is not None}
        each = [f"{n} ({'parameters' if i in used else 'batch'})" for i, n in enumerate(grid)]
        stages = f"{mesh.stages} stages, each: " if mesh is not None and mesh.stages > 1 else ""
        return f"{stages}grid of {math.prod(grid)} processes: {' x '.join(each)}".capitalize()
    if mesh is None:
        return f"{math.prod(grid)} process{'es' if math.prod(grid) > 1 else ''}: batch"
    parts = [f"{mesh.stages} stages"] if mesh.stages > 1 else []
    parts.append(f"{mesh.data_size} (batch)")
    shards = f", in groups of {mesh.shard_size} (shards)" if mesh.shard_size > 1 else ""
    return f"{mesh.stages * mesh.size} processes: {' x '.join(parts)}{shards}"


def _mesh_of(parameters: list[Parameter]) -> Mesh | None:
    for parameter in parameters:
        stages, placeholder = stages_of_parameter(parameter), parameter._msacc_init
        if stages is not None:
            return stages.mesh
        if isinstance(placeholder, ShardedPlaceholder):
            return placeholder.bucket.mesh
    return None


class _MessageCounter(TorchDispatchMode):
    """Counts messages and their bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.number: Counter[str] = Counter()
        self.size: Counter[str] = Counter()

    def __torch_dispatch__(
        self,
        func: Any,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        if func.namespace in ("c10d", "_c10d_functional"):
            name = func._schema.name.partition("::")[2].removesuffix("_")
            kind = _KINDS.get(name.removesuffix("_coalesced"))
            if kind is not None:
                self.number[kind] += 1
                self.size[kind] += _payload(kind, args)
        return func(*args, **(kwargs or {}))


def _payload(kind: str, args: tuple[Any, ...]) -> int:
    """Bytes of the whole that is summed, joined or taken apart."""
    tensors = [t for t in tree_leaves(args) if isinstance(t, torch.Tensor)]
    whole = max((t.nbytes for t in tensors), default=0)
    joined = len(tensors) == 1 and kind == "all_gather"
    # Torch's functional kind is given the piece, and the number of them.
    return whole * int(args[1]) if joined and isinstance(args[1], int) else whole


def _count_messages(
    step: Callable[..., Any], inputs: tuple[Any, ...]
) -> dict[str, tuple[int, int]]:
    mode, settings.mode = settings.mode, PYNATIVE_MODE
    counting = _MessageCounter()
    try:
        with counting:
            step(*inputs)
    finally:
        settings.mode = mode
    return {kind: (number, counting.size[kind]) for kind, number in counting.number.items()}
