"""Checks of a plan for a pipelined step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msacc.common.warn_once import once
from msacc.step.pipeline_runtime.schedules import check_schedule
from msacc.step.plan import StepPlan


def check_stages(plan: StepPlan) -> None:
    """NotImplementedError for what a pipeline cannot do; warns of settings without effect."""
    check_schedule(plan.schedule)
    lacking: Sequence[tuple[str, Any, bool, str]] = (
        (
            "micro_size",
            plan.micro_size,
            plan.micro_size == "auto",
            "a probe on one process would wait for the others. Find it with msacc.parallel.find_micro_size in one "
            "process",
        ),
        (
            "remainder",
            plan.remainder,
            plan.remainder != "error",
            "stages receive micro-batches of one shape. Let the batch size be a multiple of micro_size, with "
            "drop_remainder=True",
        ),
        (
            "running_statistics",
            plan.running_statistics,
            plan.running_statistics != "micro",
            "a stage normalises each micro-batch within its graph. Use GroupNorm (msacc.nn.utils.to_group_norm), or "
            "leave it out",
        ),
        (
            "dataset_strategy",
            plan.strategy,
            plan.placed and isinstance(plan.strategy, tuple),
            "with Cell.place every process is fed the whole batch. Leave it out",
        ),
    )
    for name, value, refused, why in lacking:
        if refused:
            raise NotImplementedError(f"{name}={value!r} does not go with pipeline stages: {why}.")
    if plan.gradient_communication() != "reduce_once" and plan.level != "level3":
        once(
            f"pipeline-travel:{plan.gradient_communication()}",
            f"a pipeline reduces its gradients once a step, not by {plan.gradient_communication()!r} "
            f"(optimizer_level={plan.level!r}); the numbers are the same.",
        )
