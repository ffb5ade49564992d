"""What does not go together in a step, and what changes its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.nn.layer.normalization import _BatchNorm
from msacc.step.function_cell import Function
from msacc.step.pipeline_runtime.validation import check_stages
from msacc.step.plan import StepPlan

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


def step_network(network: Any, optimizer: Optimizer, plan: StepPlan) -> Cell:
    """The network of a step as a Cell, which an AutoParallel around a function is not; refuses what does not fit."""
    plan.gradient_communication()
    if getattr(optimizer, "reads_layers", False):
        raise NotImplementedError(
            f"{optimizer.cls_name} does not go with AutoParallel or GradAccumulation, whose steps see a part of "
            "the batch at a time: it reads what layers kept of one pass over it. Train with TrainOneStepCell or Model "
            "alone, several processes in parallel_mode='data_parallel'."
        )
    cell = network if isinstance(network, Cell) else Function(network, optimizer.parameters)
    check_plan(cell, plan)
    return cell


def check_plan(network: Cell, plan: StepPlan) -> None:
    """Refuse what does not go together; say what changes numbers."""
    if plan.micro_size == "auto" and plan.level == "level3":
        raise NotImplementedError(
            "micro_size='auto' does not go with optimizer_level='level3': a probe on one process would wait "
            "for the others. Find it with msacc.parallel.find_micro_size in one process."
        )
    if plan.stages > 1 or plan.placed:
        check_stages(plan)
    if plan.micro_size != 1 or plan.inner_micro_batches != 1:
        warn_of_batch_norm(network)


def warn_of_hooks(optimizer: Cell, plan: StepPlan) -> None:
    """Say once which hooks a step does not call, or calls otherwise than one big batch would."""
    if any(optimizer._msacc_hooks.values()):
        once(
            f"hooks:{optimizer.cls_name}",
            f"hooks on {optimizer.cls_name} are not called by a step with AutoParallel or GradAccumulation, which may "
            "update flat pieces; hang them on the train step (Model.train_network).",
        )
    hooked = [p.name for p in optimizer.parameters if p.gradient_hooks]  # type: ignore[attr-defined]
    if hooked and (plan.stages > 1 or plan.placed):
        once(
            f"gradient-hooks:{hooked[0]}",
            f"register_hook() of '{hooked[0]}' is not called in a pipeline, whose gradients are summed as they are "
            "computed; PipelineCell(clip_norm=...) bounds their norm.",
        )
    elif hooked and plan.micro_size != 1:
        once(
            f"gradient-hooks:{hooked[0]}",
            f"register_hook() of '{hooked[0]}' is called with each micro-batch's gradient, not with their mean; "
            "GradAccumulation(clip_norm=...) clips once per step.",
        )


def warn_of_batch_norm(network: Cell) -> None:
    """Say once which layers normalise each micro-batch by itself."""
    names = [path for path, c in network.cells_and_names() if isinstance(c, _BatchNorm)]
    if names:
        shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        once(
            "accumulated-batch-norm",
            f"BatchNorm under gradient accumulation: {shown} normalise each micro-batch by its own statistics, "
            "which is not what the whole batch would give. GroupNorm does not depend on the batch "
            "(msacc.nn.utils.to_group_norm); GradAccumulation(running_statistics='batch') keeps the "
            "running statistics those of the whole batch.",
        )
