"""How many stages the pipeline of a script's own step has: what AutoParallel said last, else the context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msacc.common.settings import settings
from msacc.step.context_settings import pipeline_of_context, world_size

_KEY, _STRATEGY = "pipeline_scheme", "pipeline_strategy"


@dataclass(frozen=True)
class PipelineScheme:
    """The shape of a pipeline."""

    stages: int = 1
    schedule: str = "1f1b"
    interleave: bool = False


def set_scheme(stages: int, schedule: str, interleave: bool) -> PipelineScheme:
    """Sets the scheme of AutoParallel.pipeline."""
    settings.parallel[_KEY] = scheme = PipelineScheme(stages, schedule, interleave)
    return scheme


def set_batch_strategy(strategy: str | None) -> Any:
    """Note how AutoParallel's batches lie, None for as the context says; gives what was noted before."""
    before = settings.parallel.get(_STRATEGY)
    settings.parallel[_STRATEGY] = strategy
    return before


def batch_strategy() -> Any:
    """How batches lie on the processes: what the AutoParallel that is called says, else the context."""
    strategy = settings.parallel.get(_STRATEGY)
    if strategy is not None:
        return strategy
    if settings.parallel.get("full_batch"):
        return "full_batch"
    return settings.parallel.get("dataset_strategy", "data_parallel")


def current_scheme() -> PipelineScheme:
    """The current pipeline scheme; of one stage in one process."""
    if world_size() == 1:
        return PipelineScheme()
    scheme: Any = settings.parallel.get(_KEY)
    if scheme is not None:
        return scheme  # type: ignore[no-any-return]
    context = pipeline_of_context()
    return (
        PipelineScheme(context["stages"], context["schedule"], context["interleave"])
        if context
        else PipelineScheme()
    )
