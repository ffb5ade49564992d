"""estimate: the memory of a training step, before it runs."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msacc import nn
from msacc.auto_parallel_context import LEVELS
from msacc.common import checks as check
from msacc.common.text_tables import html_table, size, table
from msacc.inspection.activation_memory import activation_bytes
from msacc.inspection.described_inputs import described
from msacc.inspection.step_memory import Held, held, state_on_cpu
from msacc.nn.cell import Cell
from msacc.nn.utils import no_init_parameters

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer

_WHERE = "estimate"
# What an optimizer needs that has no default, for its state alone.
_ARGUMENTS = {"learning_rate": 0.1, "momentum": 0.9, "lr": 0.1}


@dataclass(frozen=True)
class StepMemory:
    """Bytes of one process during a step, at one `level` (None: nothing is sharded).

    `parameters`, `optimizer_state` and `gradient_sums` stay from one step to the next; `gradients`, `activations` and
    `gathered` (the layer that level3 has whole) come and go. `state_on_cpu` is optimizer state beside these, in the
    CPU's memory (`use_offload` on a GPU): it is no part of `total`.
    """

    level: str | None
    parameters: int
    optimizer_state: int
    gradient_sums: int
    gradients: int
    activations: int
    gathered: int = 0
    state_on_cpu: int = 0

    @property
    def total(self) -> int:
        """All of them at once."""
        kept = self.parameters + self.optimizer_state + self.gradient_sums
        return kept + self.gradients + self.activations + self.gathered


@dataclass
class Estimate:
    """What `estimate` gives: `levels`, a StepMemory each. Printed it is a table; notebooks show it as one."""

    title: str
    levels: list[StepMemory] = field(default_factory=list)

    def __str__(self) -> str:
        return table(self.title, *self._table())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_table(self.title, *self._table())

    def _table(self) -> tuple[list[str], list[list[str]], list[str]]:
        numbers = ["parameters", "optimizer state", "gradient sums", "gradients", "activations"]
        if any(level.gathered for level in self.levels):
            numbers.append("gathered")
        numbers.append("total")
        if any(level.state_on_cpu for level in self.levels):
            numbers.append("state on CPU")
        values = [[name.lower().replace(" ", "_") for name in numbers]]
        rows = [
            [level.level or "none", *(size(getattr(level, name)) for name in values[0])]
            for level in self.levels
        ]
        return ["level", *numbers], rows, numbers


def estimate(
    net: Cell,
    *inputs: object,
    optimizer: Optimizer | str = "Momentum",
    loss_fn: Cell | None = None,
    level: str | None = None,
    processes: int = 1,
    shard_size: int = -1,
    threshold: int = 64,
    micro_size: int = 1,
) -> Estimate:
    """The memory of one training step on each process, by optimizer_level; nothing is allocated.

    `inputs`: the batch of one process, as in `summary`; with a `loss_fn` (a Cell or the name of one of nn's) the last
    one is its label, without it the network gives the loss. `optimizer`: one of msacc's, or a name of nn's. `level`:
    "none", "level1", "level2" or "level3" of `AutoParallel.hsdp`; None: each of them. `processes` share the batch;
    `shard_size` and `threshold` as in `hsdp`. `micro_size`: into how many micro-batches the batch is cut.

    Parameters, state and sums are those of the layout that the step makes. Activations are what a forward pass op by op
    keeps for its backward pass: a compiled graph may keep less. The temporaries of single ops are not counted.

    Raises TypeError and ValueError for arguments that do not fit, what `construct` raises on such inputs.
    MindSpore has no such function.
    """
    check.instance(_WHERE, "net", net, Cell)
    shards = _checked_shards(processes, shard_size, threshold, micro_size)
    chosen = _chosen_levels(level, processes)
    if not inputs:
        raise ValueError(
            f"For '{_WHERE}', 'inputs' should be the batch of one process, but there are none."
        )
    read = tuple(described(_WHERE, value) for value in inputs)
    with no_init_parameters():
        whole = net if loss_fn is None else nn.WithLossCell(net, _loss(loss_fn))
        rule = _optimizer(optimizer, net)
    kept = activation_bytes(whole, read, micro_size)
    sizes = {
        name: held(net, rule, name, shards if name else 1, processes, threshold * 1024, micro_size)
        for name in chosen
    }
    return Estimate(
        _title(rule, processes, shards, micro_size),
        [_memory(name, h, kept, state_on_cpu(net, rule, h.state)) for name, h in sizes.items()],
    )


def _memory(level: str | None, each: Held, activations: int, on_cpu: int) -> StepMemory:
    state = each.state - on_cpu
    kept = (level, each.parameters, state, each.sums, each.gradients, activations)
    return StepMemory(*kept, each.gathered, on_cpu)


def _checked_shards(processes: int, shard_size: int, threshold: int, micro_size: int) -> int:
    for name, value, least in (
        ("processes", processes, 1), ("threshold", threshold, 0), ("micro_size", micro_size, 1),
    ):  # fmt: skip
        check.integer(_WHERE, name, value, least, check.INT32_MAX)
    check.integer(_WHERE, "shard_size", shard_size, -1, processes)
    shards = processes if shard_size == -1 else shard_size
    if shards < 1 or processes % shards:
        raise ValueError(
            f"For '{_WHERE}', 'shard_size' should be -1 or divide the number of processes, {processes}, but got "
            f"{shard_size}."
        )
    return shards


def _chosen_levels(level: str | None, processes: int) -> list[str | None]:
    if level is not None:
        check.choice(_WHERE, "level", level, ("none", *LEVELS))
        if level != "none" and processes == 1:
            raise ValueError(
                f"For '{_WHERE}', 'level' {level!r} shards over processes, but there is one; give 'processes'."
            )
        return [None if level == "none" else level]
    return [None, *(LEVELS if processes > 1 else ())]


def _loss(loss_fn: Any) -> Cell:
    if isinstance(loss_fn, str):
        kind = getattr(nn, loss_fn, None)
        if not (isinstance(kind, type) and issubclass(kind, Cell)):
            raise ValueError(
                f"For '{_WHERE}', 'loss_fn' should be a Cell or the name of one of nn's, but got {loss_fn!r}."
            )
        return kind()
    return check.instance(_WHERE, "loss_fn", loss_fn, Cell)  # type: ignore[no-any-return]


def _optimizer(optimizer: Optimizer | str, net: Cell) -> nn.Optimizer:
    if not isinstance(optimizer, str):
        return check.instance(_WHERE, "optimizer", optimizer, nn.Optimizer)  # type: ignore[no-any-return]
    kind = getattr(nn, optimizer, None)
    if not (isinstance(kind, type) and issubclass(kind, nn.Optimizer)):
        raise ValueError(
            f"For '{_WHERE}', 'optimizer' should be an Optimizer or the name of one of nn's, but got {optimizer!r}."
        )
    needed = [p.name for p in inspect.signature(kind).parameters.values() if p.default is p.empty]
    given = {name: _ARGUMENTS[name] for name in needed if name in _ARGUMENTS}
    make: Callable[..., nn.Optimizer] = kind
    return make(net.trainable_params(), **given)


def _title(optimizer: Optimizer, processes: int, shards: int, micro_size: int) -> str:
    name = type(optimizer).__name__
    parts = [f"on each of {processes} processes"] if processes > 1 else []
    if 1 < shards < processes:
        parts.append(f"in groups of {shards}")
    if micro_size > 1:
        parts.append(f"{micro_size} micro-batches")
    return ", ".join([f"Memory of a training step with {name}", *parts])
