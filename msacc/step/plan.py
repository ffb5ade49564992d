"""The settings of a training step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

COMMUNICATIONS = ("reduce_once", "scatter_each", "sync_always")


@dataclass
class Switch:
    """Whether a step synchronises; `no_sync()` turns it off for a while."""

    on: bool = True


@dataclass(frozen=True)
class StepPlan:
    """All settings of a step, fixed when it begins; `plan_reader.read_plan` collects it from the wrappers.

    `shard_size`: -1 all processes, 1 none; `threshold` in bytes; `level`: "level1" keeps gradient
    sums whole and reduces once per step, "level2" reduces after each micro-batch, "level3" also
    gathers parameters layer by layer. `communication` overrides what the level says of gradients.
    `mean`: divide by the number of processes. `standalone`: train in this process only, whatever the job.
    `strategy`: how each input is cut over the processes, "full_batch": every process is fed the whole batch.
    `loss_scale`: a function that gives the scale of the coming step; the optimizer divides by it,
    unless `drop_overflow`, where the step does and is skipped if a gradient is not finite.
    `overflow_callback` is called before each update with whether a gradient was not finite; it may change the scale,
    and return whether to skip the update.
    `strategy_file`: where to write how the parameters are cut, of trained ones alone if `only_trainable`.
    `operators`: those with a strategy are cut over the processes; `search`: where there is none, choose them.
    `inner_micro_batches`: micro-batches that the network adds up by itself, as one graph; their mean is taken.
    `stages`: of a pipeline, each on processes of its own; `schedule`: the order in which they run forward and
    backward; `interleave`: a stage that comes again is another chunk of the same processes.
    `placed`: Cells say on which process they run (Cell.place).
    """

    micro_size: int | str = 1
    reduction: str = "mean"
    remainder: str = "error"
    count: Callable[..., Any] | None = None
    clip_norm: float | None = None
    running_statistics: str = "micro"
    communication: str | None = None
    memory: int | str | None = None
    shard_size: int = 1
    threshold: int = 64 * 1024
    level: str = "level1"
    mean: bool = True
    loss_scale: Callable[[], Any] | None = None
    drop_overflow: bool = False
    overflow_callback: Callable[[Any], Any] | None = None
    standalone: bool = False
    strategy: Any = "data_parallel"
    inner_micro_batches: int = 1
    strategy_file: str = field(default="", compare=False)
    only_trainable: bool = field(default=True, compare=False)
    stages: int = 1
    schedule: str = "1f1b"
    interleave: bool = False
    placed: bool = False
    operators: bool = False
    search: bool = False
    switch: Switch = field(default_factory=Switch, compare=False)
    # A Cell with a loss scale that changes: part of the step's checkpoint.
    scale: Any = field(default=None, compare=False)
    # Where this was read (plan_source.PlanSource), None where it was written down by hand.
    source: Any = field(default=None, compare=False, repr=False)

    @property
    def weighted(self) -> bool:
        """Whether micro-batches may weigh differently: as their samples, or their targets."""
        unequal = self.count is not None or self.remainder == "short"
        return self.reduction == "mean" and unequal

    def gradient_communication(self) -> str:
        """How gradients are communicated; ValueError where level and `communication` contradict each other."""
        if self.level == "level3":
            if self.communication not in (None, "scatter_each"):
                raise ValueError(
                    f"communication={self.communication!r} does not go with optimizer_level='level3', whose "
                    "backward pass scatters each micro-batch's gradients; leave it out."
                )
            return "scatter_each"
        return self.communication or {"level1": "reduce_once", "level2": "scatter_each"}[self.level]
