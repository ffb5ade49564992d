"""Parameter slicing and pipeline stages read from a strategy file."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from msacc.train.resharding.parameter_slicing import SliceLayout, slice_layout
from msacc.train.resharding.strategy_files import Strategy, build_searched_strategy

# What stands before a parameter's name in a merged file: the pipeline stage.
_STAGE_PREFIX = re.compile(r"(\d+)-(.+)", re.DOTALL)


@dataclass(frozen=True)
class ParameterPlacement:
    """A parameter's cut within a stage, and the pipeline stages that hold it."""

    cut: SliceLayout
    stages: tuple[int, ...] = (0,)


Layouts = dict[str, ParameterPlacement]


def layouts_of(source: str | Strategy | None, rank: int | None = None) -> Layouts | None:
    """Every parameter's cut, from a strategy file or what was read from one.

    A parameter of several stages has the cut of the stage that `rank` is in, or else of its first.
    """
    strategy = source if isinstance(source, dict) else build_searched_strategy(source)
    if strategy is None:
        return None
    layouts: Layouts = {}
    for name, layout in strategy.items():
        stage, plain = split_stage(name)
        cut = _cut(name, layout)
        if plain not in layouts:
            layouts[plain] = ParameterPlacement(cut, (stage,))
            continue
        earlier = layouts[plain]
        is_own_stage = rank is not None and rank // cut.processes == stage
        is_first = stage < min(earlier.stages) and not _is_on_stage_of(earlier, rank)
        selected = cut if is_own_stage or is_first else earlier.cut
        layouts[plain] = replace(earlier, cut=selected, stages=(*earlier.stages, stage))
    return layouts


def _is_on_stage_of(placement: ParameterPlacement, rank: int | None) -> bool:
    return rank is not None and rank // placement.cut.processes in placement.stages


def split_stage(name: str) -> tuple[int, str]:
    """Stage and name of an entry: '1-fc.weight' is `fc.weight` of stage 1."""
    match = _STAGE_PREFIX.fullmatch(name)
    return (int(match[1]), match[2]) if match else (0, name)


def _cut(name: str, layout: Any) -> SliceLayout:
    try:
        maps = [list(entry.dim) for entry in layout.tensor_map]
        tensor_map: Any = [m for m in maps if m] if len(maps) > 1 else maps[0]
        return slice_layout(
            layout.dev_matrix[0].dim,
            tensor_map,
            layout.opt_weight_shard_step,
            layout.opt_weight_shard_size,
        )
    except (AttributeError, IndexError) as error:
        raise ValueError(
            f"The layout of {name!r} has no dev_matrix or no tensor_map ({error}): check the strategy file."
        ) from error


def stage_size(layouts: Layouts | None) -> int:
    """How many processes a stage has: as many as the first parameter's grid; 1 without layouts."""
    if layouts is None:
        return 1
    if not layouts:
        raise ValueError("The strategy file holds no layout of any parameter.")
    return next(iter(layouts.values())).cut.processes


def stage_count(layouts: Layouts | None) -> int:
    """How many pipeline stages there are; ValueError when one is missing."""
    if layouts is None:
        return 1
    stages = {stage for placed in layouts.values() for stage in placed.stages}
    if stages != set(range(len(stages))):
        raise ValueError(
            f"The strategy file holds the stages {sorted(stages)}, not all of them: merge the files of all stages "
            "with merge_pipeline_strategys."
        )
    return len(stages)
