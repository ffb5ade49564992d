"""What the wrappers around a network, in any order, and the parallel context ask of its training step."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msacc.common.notice import once
from msacc.common.settings import settings
from msacc.nn.cell import Cell
from msacc.step.context import from_context
from msacc.step.plan import StepPlan
from msacc.step.wrapper import Shell, StepWrapper, chain, peel


@dataclass(frozen=True)
class Asked:
    """The network without the wrappers around it, the plan, and whether it takes a TrainStep to follow it."""

    core: Any
    plan: StepPlan
    needs_step: bool
    accumulates: bool = False


def read(network: Any, outer: Sequence[StepWrapper] = ()) -> Asked:
    """Collect what every wrapper asks, of `outer` too; ValueError where two ask for the same thing."""
    core, wrappers = peel(network)
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
    base, needs_step = from_context("shard_size" in fields)
    accumulates = any("micro_size" in wrapper.asks() for wrapper in wrappers)
    plan = dataclasses.replace(base, **fields)
    source = Source(network, tuple(outer), plan, wrappers)
    plan = dataclasses.replace(plan, source=source)
    return Asked(core, plan, needs_step or bool(wrappers), accumulates)


class Source:
    """Where a plan was read, so that it can be read again when its step begins."""

    def __init__(
        self, network: Any, outer: tuple[StepWrapper, ...], plan: StepPlan, wrappers: Sequence[Any]
    ):
        self.network, self.outer, self.plan, self.wrappers = network, outer, plan, wrappers
        self.chain, self.context = chain(network), dict(settings.parallel)

    @property
    def has_moved(self) -> bool:
        """Whether another network or wrapper stands in a wrapper since."""
        now = chain(self.network)
        return len(now) != len(self.chain) or any(a is not b for a, b in zip(now, self.chain))


def renewed(network: Any, plan: StepPlan) -> tuple[Any, StepPlan]:
    """(network, plan) for a step that begins: wrappers and the context may have changed since it was built."""
    if plan.source is None:
        return network, plan
    now = read(plan.source.network, plan.source.outer)
    if plan.source.has_moved:
        network = now.core
    return network, dataclasses.replace(plan, **_changes(plan, now.plan))


def say_unheard_changes(plan: StepPlan) -> None:
    """For a step under way: say once what the context asks now; RuntimeError where its network was replaced."""
    source = plan.source
    if source is None:
        return
    if source.has_moved:
        raise RuntimeError(
            f"The network inside of {type(source.network).__name__} was replaced after its training step began: build "
            "the Model, train-step Cell or accumulator anew."
        )
    if settings.parallel != source.context:
        source.context = dict(settings.parallel)
        changes = _changes(plan, read(source.network, source.outer).plan)
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
    """The fields that are asked otherwise than when `plan` was read; what was added to it since stays."""
    names = [f.name for f in dataclasses.fields(plan) if f.compare]
    before = plan.source.plan
    found = {n: getattr(now, n) for n in names if getattr(now, n) != getattr(before, n)}
    return {**found, "source": now.source, "switch": now.switch}


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
