"""What a sharded or accumulating step was asked to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

LEVELS = ("level1", "level2", "level3")


@dataclass
class StepOptions:
    """The settings of AutoParallel, GradAccumulation and Model that shape a step.

    `shard_size`: -1 all processes, 1 none; `threshold` in bytes; `level`: "level1" keeps gradient
    sums whole and reduces once per step, "level2" reduces after each micro-batch, "level3" also
    gathers parameters layer by layer. `mean`: divide by the number of processes. `alone`: train in
    this process only, whatever the job. `full_batch`: every process is fed the whole batch.
    `loss_scale`: a function that gives the scale of the coming step; the optimizer divides by it,
    unless `drop_overflow`, where the step does and is skipped if a gradient is not finite.
    """

    micro_size: int = 1
    reduction: str = "mean"
    remainder: str = "error"
    count: Callable[..., Any] | None = None
    clip_norm: float | None = None
    running_statistics: str = "micro"
    shard_size: int = 1
    threshold: int = 64 * 1024
    level: str = "level1"
    mean: bool = True
    loss_scale: Any = None
    drop_overflow: bool = False
    alone: bool = False
    full_batch: bool = False
