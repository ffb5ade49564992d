"""How many stages the pipeline of a script's own step has: what AutoParallel said last, else the context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msacc.common.settings import settings
from msacc.step.context_settings import pipeline_of_context, world_size

_KEY, _STRATEGY = "pipeline_scheme", "pipeline_strategy"


@dataclass(frozen=True)
class Scheme:
    """The shape of a pipeline."""

    stages: int = 1
    schedule: str = "1f1b"
    interleave: bool = False


def choose(stages: int, schedule: str, interleave: bool) -> Scheme:
    """What AutoParallel.pipeline was told."""
    settings.parallel[_KEY] = chosen = Scheme(stages, schedule, interleave)
    return chosen


def say_strategy(strategy: Any) -> Any:
    """Note how AutoParallel's batches lie, None for as the context says; gives what was noted before."""
    before = settings.parallel.get(_STRATEGY)
    settings.parallel[_STRATEGY] = strategy
    return before


def strategy_now() -> Any:
    """How batches lie on the processes: what the AutoParallel that is called says, else the context."""
    said = settings.parallel.get(_STRATEGY)
    if said is not None:
        return said
    if settings.parallel.get("full_batch"):
        return "full_batch"
    return settings.parallel.get("dataset_strategy", "data_parallel")


def current() -> Scheme:
    """The pipeline that holds here; of one stage in one process."""
    if world_size() == 1:
        return Scheme()
    chosen: Any = settings.parallel.get(_KEY)
    if chosen is not None:
        return chosen  # type: ignore[no-any-return]
    asked = pipeline_of_context()
    return Scheme(asked["stages"], asked["schedule"], asked["interleave"]) if asked else Scheme()
