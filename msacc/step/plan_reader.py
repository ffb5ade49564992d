"""Reads the plan of a training step from the wrappers around a network, in any order, and the parallel context.

It is read once more when the step begins; later changes are warned of.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msacc.common.settings import settings
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.step.context_settings import plan_from_context, world_size
from msacc.step.pipeline_runtime.stage_tags import placed_cells
from msacc.step.plan import StepPlan
from msacc.step.plan_source import PlanSource
from msacc.step.wrapper import StepWrapper, TransparentCell, unwrap


@dataclass(frozen=True)
class StepSetup:
    """The network without the wrappers around it, the plan, and whether it takes a TrainStep to follow it."""

    core: Any
    plan: StepPlan
    needs_step: bool
    accumulates: bool = False


def read_plan(network: Cell, outer: Sequence[StepWrapper] = ()) -> StepSetup:
    """Collect what every wrapper fields_of_wrapper, of `outer` too; ValueError where two ask for the same thing."""
    core, wrappers = unwrap(network)
    wrappers = [*outer, *wrappers]
    outside = len(wrappers)
    below = core.cells_and_names() if isinstance(core, Cell) else ()
    wrappers += [cell for _, cell in below if isinstance(cell, StepWrapper)]
    fields: dict[str, Any] = {}
    for position, wrapper in enumerate(wrappers):
        settings_of_wrapper = wrapper.plan_fields()
        if position >= outside and settings_of_wrapper.get("micro_size", 1) != 1:
            settings_of_wrapper = _inner_accumulation(wrapper, core, settings_of_wrapper)
        _merge(fields, settings_of_wrapper, wrapper, wrappers)
    base, needs_step = plan_from_context("shard_size" in fields)
    if isinstance(core, Cell) and world_size() > 1 and placed_cells(core):
        base, needs_step = _placed(base), True
    accumulates = any("micro_size" in wrapper.plan_fields() for wrapper in wrappers)
    plan = dataclasses.replace(base, **fields)
    _refuse_stages_inside(plan, wrappers, core)
    source = PlanSource(network, tuple(outer), plan, wrappers)
    plan = dataclasses.replace(plan, source=source)
    return StepSetup(core, plan, needs_step or bool(wrappers), accumulates)


def reread_plan(network: Cell, plan: StepPlan) -> tuple[Any, StepPlan]:
    """(network, plan) for a step that begins: wrappers and the context may have changed since it was built."""
    if plan.source is None:
        return network, plan
    now = read_plan(plan.source.network, plan.source.outer)
    if plan.source.network_replaced:
        network = now.core
    return network, dataclasses.replace(plan, **_changes(plan, now.plan))


def warn_late_changes(plan: StepPlan) -> None:
    """For a running step: warns once of changes of the context; RuntimeError where its network was replaced."""
    source = plan.source
    if source is None:
        return
    if source.network_replaced:
        raise RuntimeError(
            f"The network inside of {type(source.network).__name__} was replaced after its training step began: build "
            "the Model, train-step Cell or accumulator anew."
        )
    if settings.parallel != source.context:
        source.context = dict(settings.parallel)
        changes = _changes(plan, read_plan(source.network, source.outer).plan)
        unheard = ", ".join(
            f"{k}={v!r}" for k, v in changes.items() if k not in ("source", "switch")
        )
        if unheard:
            once(
                f"late-context:{unheard}",
                "set_auto_parallel_context() comes after a training step began, which goes on as it was "
                f"(it would be {unheard} now); set it before the first step.",
            )


def _changes(plan: StepPlan, now: StepPlan) -> dict[str, Any]:
    """The fields that changed since `plan` was read; fields set on it since then stay."""
    names = [f.name for f in dataclasses.fields(plan) if f.compare]
    before = plan.source.plan
    changed = {n: getattr(now, n) for n in names if getattr(now, n) != getattr(before, n)}
    return {**changed, "source": now.source, "switch": now.switch}


def _placed(base: StepPlan) -> StepPlan:
    """The plan of a network whose Cells say their process; RuntimeError beside another way to be parallel."""
    if not base.standalone:
        raise RuntimeError(
            "Cell.place cuts a network over processes by itself: it does not go with AutoParallel or a parallel_mode "
            "of the context. Use pipeline_stage, which does."
        )
    return dataclasses.replace(base, standalone=False, placed=True, schedule="gpipe")


def _merge(
    fields: dict[str, Any], fields_of_wrapper: dict[str, Any], wrapper: Cell, wrappers: Any
) -> None:
    for name in fields_of_wrapper:
        if name in fields:
            twice = [w.cls_name for w in wrappers if name in w.plan_fields()]
            raise ValueError(
                f"Both {' and '.join(twice)} set '{name}' of one training step; keep one {wrapper.cls_name}, around "
                "the whole network."
            )
    fields.update(fields_of_wrapper)


def _inner_accumulation(
    wrapper: Cell, core: Cell, fields_of_wrapper: dict[str, Any]
) -> dict[str, Any]:
    """Something computes on the summed loss: all micro-batches belong to one graph."""
    single = StepPlan()
    supported = ("micro_size", "reduction", "clip_norm")
    while isinstance(core, TransparentCell):
        core = core._backbone
    unsupported = [
        k for k, v in fields_of_wrapper.items() if k not in supported and v != getattr(single, k)
    ]
    if unsupported or not isinstance(fields_of_wrapper["micro_size"], int):
        raise ValueError(
            f"{wrapper.cls_name} lies inside of {core.cls_name}, which computes with the sum of its losses: "
            f"{', '.join(unsupported) or 'micro_size'} cannot be had so. Make {wrapper.cls_name} the outer one, "
            f"around {core.cls_name}."
        )
    once(
        "accumulation-inside",
        f"{wrapper.cls_name} is wrapped in {core.cls_name}: its micro-batches run as one step, without "
        f"the saving in memory, and what {core.cls_name} adds to the sum of their losses is divided by their number, "
        "too. Make it the outermost network, around the loss.",
    )
    micro_batches = (
        fields_of_wrapper["micro_size"]
        if fields_of_wrapper.get("reduction", "mean") == "mean"
        else 1
    )
    return {"inner_micro_batches": micro_batches, "clip_norm": fields_of_wrapper["clip_norm"]}


def _refuse_stages_inside(plan: StepPlan, wrappers: Sequence[StepWrapper], core: Any) -> None:
    """A pipeline's micro-batches are those of the whole step."""
    if plan.stages > 1 and plan.inner_micro_batches > 1:
        name = next(w.cls_name for w in wrappers if w.plan_fields().get("micro_size", 1) != 1)
        raise ValueError(
            f"{name} lies inside of {core.cls_name}, but pipeline stages take the micro-batches of the whole step: "
            f"make {name} the outer one, around {core.cls_name}."
        )
