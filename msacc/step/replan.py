"""Reads a plan again when its step begins, and warns of changes that come later."""

from __future__ import annotations

import dataclasses
from typing import Any

from msacc.common.settings import settings
from msacc.common.warn_once import once
from msacc.step.plan import StepPlan
from msacc.step.plan_reader import read_plan


def reread_plan(network: Any, plan: StepPlan) -> tuple[Any, StepPlan]:
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
