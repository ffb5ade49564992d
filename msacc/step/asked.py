"""What the wrappers around a network, in any order, and the parallel context ask of its training step."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch.distributed as dist

from msacc.auto_parallel_context import get_auto_parallel_context
from msacc.common.modes import ParallelMode
from msacc.common.notice import once
from msacc.nn.cell import Cell
from msacc.step.pipeline.marks import placed_cells
from msacc.step.plan import StepPlan
from msacc.step.scale import HeldScale

_WHOLE_GRAPH_MODES = (ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL)


class StepWrapper(Cell):
    """A Cell around `network` that shapes the training step and nothing else.

    A subclass gives in `asks` the fields of `StepPlan` that it sets. Wrapped in each other, in any order,
    they are all heard.
    """

    network: Any
    # The construct of the class itself: one that a script's subclass writes instead is part of the network.
    wraps: Any = None

    def asks(self) -> dict[str, Any]:
        """Fields of StepPlan and their values."""
        raise NotImplementedError


class Shell(Cell):
    """A Cell around `_backbone` that changes types only, so that a batch may be cut inside or outside of it."""

    _backbone: Any
    wraps: Any = None

    def __getattr__(self, name: str) -> Any:
        # What the network reads of a layer of its own, which stands in a shell now.
        if name == "_backbone":
            raise AttributeError(name)
        return getattr(self._backbone, name)

    def around(self, network: Any) -> Shell:
        """The same shell around another network."""
        raise NotImplementedError


@dataclass(frozen=True)
class Asked:
    """The network without the wrappers around it, the plan, and whether it takes a TrainStep to follow it."""

    core: Any
    plan: StepPlan
    needs_step: bool
    accumulates: bool = False


def read(network: Any, outer: Sequence[StepWrapper] = ()) -> Asked:
    """Collect what every wrapper asks, of `outer` too; ValueError where two ask for the same thing."""
    core, wrappers = _peel(network)
    wrappers = [*outer, *wrappers]
    outside = len(wrappers)
    below = core.cells_and_names() if isinstance(core, Cell) else ()
    wrappers += [cell for _, cell in below if isinstance(cell, StepWrapper)]
    fields: dict[str, Any] = {}
    for place, wrapper in enumerate(wrappers):
        asks = wrapper.asks()
        if place >= outside and asks.get("micro_size", 1) != 1:
            asks = _inside(wrapper, core, asks)
        _take(fields, asks, wrapper, wrappers)
    base, needs_step = _from_context("shard_size" in fields)
    if isinstance(core, Cell) and world_size() > 1 and placed_cells(core):
        base, needs_step = _placed(base), True
    accumulates = any("micro_size" in wrapper.asks() for wrapper in wrappers)
    plan = dataclasses.replace(base, **fields)
    return Asked(core, plan, needs_step or bool(wrappers), accumulates)


def _peel(network: Any) -> tuple[Any, list[StepWrapper]]:
    """The network inside the outermost wrappers; shells between them stay around it."""
    wrappers: list[StepWrapper] = []
    shells: list[Shell] = []
    at, core, kept = network, network, 0
    while isinstance(at, (StepWrapper, Shell)) and _only_wraps(at):
        _say_unheard(at)
        if isinstance(at, Shell):
            shells.append(at)
            at = at._backbone
            continue
        wrappers.append(at)
        at = core = at.network
        kept = len(shells)
    for shell in reversed(shells[:kept]):
        core = shell.around(core)
    return core, wrappers


def _only_wraps(cell: StepWrapper | Shell) -> bool:
    """Whether the Cell computes nothing of its own: a script's subclass may."""
    return type(cell).construct is type(cell).wraps


def _say_unheard(cell: Cell) -> None:
    """Say once what hangs on a wrapper that a step sees through."""
    hung = [kind for kind, hooks in cell._hooks.items() if hooks]
    hung += ["recompute()"] if cell._recompute else []
    if hung:
        once(
            f"on-a-wrapper:{cell.cls_name}:{hung}",
            f"{cell.cls_name} is seen through by its training step, so that {', '.join(hung)} on it has no effect; "
            "put it on the network inside.",
        )


def _take(fields: dict[str, Any], asks: dict[str, Any], wrapper: Cell, wrappers: Any) -> None:
    for name in asks:
        if name in fields:
            twice = [w.cls_name for w in wrappers if name in w.asks()]
            raise ValueError(
                f"Both {' and '.join(twice)} set '{name}' of one training step; keep one {wrapper.cls_name}, around "
                "the whole network."
            )
    fields.update(asks)


def _inside(wrapper: Cell, core: Cell, asks: dict[str, Any]) -> dict[str, Any]:
    """Something computes on the summed loss: all micro-batches belong to one graph."""
    single = StepPlan()
    kept = ("micro_size", "reduction", "clip_norm")
    while isinstance(core, Shell):
        core = core._backbone
    lost = [k for k, v in asks.items() if k not in kept and v != getattr(single, k)]
    if lost or not isinstance(asks["micro_size"], int):
        raise ValueError(
            f"{wrapper.cls_name} lies inside of {core.cls_name}, which computes with the sum of its losses: "
            f"{', '.join(lost) or 'micro_size'} cannot be had so. Make {wrapper.cls_name} the outer one, "
            f"around {core.cls_name}."
        )
    once(
        "accumulation-inside",
        f"{wrapper.cls_name} is wrapped in {core.cls_name}: its micro-batches run as one step, without "
        f"the saving in memory, and what {core.cls_name} adds to the sum of their losses is divided by their number, "
        "too. Make it the outermost network, around the loss.",
    )
    inside = asks["micro_size"] if asks["reduction"] == "mean" else 1
    return {"inside": inside, "clip_norm": asks["clip_norm"]}


def _placed(base: StepPlan) -> StepPlan:
    """The plan of a network whose Cells say their process; RuntimeError beside another way to be parallel."""
    if not base.alone:
        raise RuntimeError(
            "Cell.place cuts a network over processes by itself: it does not go with AutoParallel or a parallel_mode "
            "of the context. Use pipeline_stage, which does."
        )
    return dataclasses.replace(base, alone=False, placed=True, schedule="gpipe")


# -- the parallel context ----------------------------------------------------------------------
def world_size() -> int:
    """The number of processes of this job; 1 before `init()`."""
    return dist.get_world_size() if dist.is_available() and dist.is_initialized() else 1


def _from_context(spread: bool) -> tuple[StepPlan, bool]:
    """What the context says, and whether one graph cannot do it; `spread`: an AutoParallel speaks in its place."""
    if spread:
        return StepPlan(), True
    mode = get_auto_parallel_context("parallel_mode")
    if world_size() == 1 or mode == ParallelMode.STAND_ALONE:
        return StepPlan(alone=True), False
    shards = {**_shards(), **from_context()}
    if mode in _WHOLE_GRAPH_MODES:
        strategy = get_auto_parallel_context("dataset_strategy")
        whole = get_auto_parallel_context("full_batch")
        return StepPlan(strategy="full_batch" if whole else strategy, **shards), True
    return StepPlan(mean=get_auto_parallel_context("gradients_mean"), **shards), bool(shards)


def from_context() -> dict[str, Any]:
    """What the context says of a pipeline; ValueError in a mode that has none."""
    stages = get_auto_parallel_context("pipeline_stages")
    mode = get_auto_parallel_context("parallel_mode")
    if stages == 1 or mode == ParallelMode.STAND_ALONE:
        return {}
    if mode not in _WHOLE_GRAPH_MODES:
        raise ValueError(
            f"pipeline_stages={stages} goes with the parallel_mode 'semi_auto_parallel' or 'auto_parallel', but it is "
            f"{mode!r}."
        )
    config = get_auto_parallel_context("pipeline_config")
    return {
        "stages": stages,
        "schedule": config.get("pipeline_scheduler", "1f1b"),
        "interleave": config.get("pipeline_interleave", False),
    }


def _shards() -> dict[str, Any]:
    """What the context says of a sharded optimizer."""
    if not get_auto_parallel_context("enable_parallel_optimizer"):
        return {}
    config = get_auto_parallel_context("parallel_optimizer_config")
    size = get_auto_parallel_context("optimizer_weight_shard_size")
    return {
        "shard_size": config.get("optimizer_weight_shard_size", size),
        "threshold": 1024 * config.get("parallel_optimizer_threshold", 64),
        "level": "level2" if config.get("gradient_accumulation_shard") else "level1",
    }


def scaling(manager: Any, optimizer: Any) -> dict[str, Any]:
    """What a LossScaleManager, or None, asks of a step.

    ValueError where the optimizer should divide by the scale and cannot.
    """
    if manager is None:
        return {}
    update = manager.get_update_cell()
    if update is None:
        _check_division(float(manager.get_loss_scale()), optimizer)
        return {"loss_scale": manager.get_loss_scale}
    held = HeldScale(manager.get_loss_scale(), update)
    return {"loss_scale": held.value, "tell": held.tell, "drop_overflow": True}


def _check_division(scale: float, optimizer: Any) -> None:
    divides = getattr(optimizer, "loss_scale", None)
    name = optimizer.cls_name
    if divides is None and scale != 1.0:
        raise ValueError(
            f"The loss is multiplied by {scale}, which {name} cannot divide its gradients by: it has no "
            "loss_scale. Give the loss scale manager drop_overflow_update=True, where the step divides."
        )
    if divides is not None and float(divides) != scale:
        once(
            f"loss-scale:{name}:{scale}",
            f"the loss is multiplied by {scale}, but {name} divides by loss_scale={float(divides)}: its gradients "
            f"are {scale / float(divides)} times as large. Give both the same.",
        )
