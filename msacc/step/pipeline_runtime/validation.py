"""Checks of a plan for a pipelined step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msacc.common.warn_once import once
from msacc.step.pipeline_runtime.schedules import check_schedule
from msacc.step.plan import StepPlan
from msacc.step.sharded_step import shards_operators


def check_stages(plan: StepPlan) -> None:
    """NotImplementedError for what a pipeline cannot do; warns of settings without effect."""
    check_schedule(plan.schedule)
    lacking: Sequence[tuple[str, Any, bool]] = (
        ("micro_size", plan.micro_size, plan.micro_size == "auto"),
        ("remainder", plan.remainder, plan.remainder != "error"),
        ("running_statistics", plan.running_statistics, plan.running_statistics != "micro"),
        (
            "dataset_strategy",
            plan.strategy,
            isinstance(plan.strategy, tuple) and not shards_operators(plan),
        ),
    )
    for name, value, refused in lacking:
        if refused:
            raise NotImplementedError(f"{name}={value!r} does not go with pipeline stages.")
    if plan.gradient_communication() != "reduce_once" and plan.level != "level3":
        once(
            f"pipeline-travel:{plan.gradient_communication()}",
            f"a pipeline reduces its gradients once a step, not by {plan.gradient_communication()!r} "
            f"(optimizer_level={plan.level!r}); the numbers are the same.",
        )
