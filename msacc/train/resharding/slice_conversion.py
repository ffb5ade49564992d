"""Slices of one layout made from those of another, parameter by parameter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

import torch

from msacc.train.resharding.parameter_slicing import Box, Cut, uncut
from msacc.train.resharding.source_ranks import needed_ranks, overlap
from msacc.train.resharding.strategy_layouts import Layouts, stage_size

# name -> rank within the stage -> that rank's slice
Slices = Mapping[str, Mapping[int, torch.Tensor]]


def join(
    name: str, slices: Mapping[int, torch.Tensor], source: Cut | None, target: Cut | None, rank: int
) -> torch.Tensor:
    """What process `rank` of `target` holds of a parameter, from the slices of `source`; None is not cut.

    Raises ValueError for a slice that is missing and for layouts that do not fit each other, RuntimeError for
    a parameter that does not divide.
    """
    shape = tuple(next(iter(slices.values())).shape)
    source, target = source or uncut(len(shape)), target or uncut(len(shape))
    ranks = needed_ranks(source, target, rank)
    missing = [r for r in ranks if r not in slices]
    if missing:
        raise ValueError(
            f"The checkpoint of rank {missing[0]} is missing: it holds a part of {name!r}."
        )
    try:
        whole = source.whole_shape(shape)
        if len(target.axes) != len(whole):
            raise ValueError(f"the target's layout has {len(target.axes)} axes")
        boxes = {r: source.box(r, whole) for r in ranks}
    except ValueError as error:
        raise ValueError(f"The layouts of {name!r} do not fit its slices: {error}.") from error
    try:
        wanted = target.box(rank, whole)
    except ValueError as error:
        raise RuntimeError(f"{name!r} cannot be cut as the target says: {error}.") from error
    return _filled(wanted, boxes, slices)


def _filled(
    wanted: Box, boxes: Mapping[int, Box], slices: Mapping[int, torch.Tensor]
) -> torch.Tensor:
    first = slices[next(iter(boxes))]
    if len(boxes) == 1 and wanted in boxes.values():
        return first
    result = first.new_empty([s.stop - s.start for s in wanted])
    for rank, box in boxes.items():
        common = overlap(wanted, box)
        if common is not None:
            result[_within(common, wanted)] = slices[rank][_within(common, box)]
    return result


def _within(part: Box, box: Box) -> Box:
    return tuple(
        slice(p.start - b.start, p.stop - b.start) for p, b in zip(part, box, strict=False)
    )


# -- all parameters of a process ---------------------------------------------------------------
def of_stage(
    rank: int, source: Layouts | None, target: Layouts | None
) -> tuple[Layouts | None, Layouts | None]:
    """Both layouts without the parameters that the target keeps in other stages than that of `rank`."""
    if target is None:
        return source, None
    stage = rank // stage_size(target)
    elsewhere = {name for name, placed in target.items() if stage not in placed.stages}
    left = {n: p for n, p in target.items() if n not in elsewhere}
    return source and {n: p for n, p in source.items() if n not in elsewhere}, left


def held_elsewhere(name: str, everywhere: Layouts | None, here: Layouts | None) -> bool:
    """Whether a parameter has a layout, but none in this stage."""
    return everywhere is None or here is None or (name in everywhere and name not in here)


def converted(
    rank: int, slices: Slices, source: Layouts | None, target: Layouts | None
) -> dict[str, torch.Tensor]:
    """{name: slice} of process `rank` of the target, counted in its stage.

    What one of the layouts does not name, as a learning rate, comes from the process of the same place.
    Raises ValueError when neither names any of the parameters.
    """
    result: dict[str, torch.Tensor] = {}
    count = 0
    for name, found in slices.items():
        if (source is not None and name not in source) or (
            target is not None and name not in target
        ):
            continue
        before, after = (layouts[name].cut if layouts else None for layouts in (source, target))
        count = 1 if before is None else before.processes
        result[name] = join(name, found, before, after, rank)
    if not count:
        raise ValueError(
            "None of the parameters in the checkpoint files is in both strategy files: "
            f"{_some(slices)} are there; check the strategy files."
        )
    for name, found in slices.items():
        if name not in result:
            result[name] = found[rank % count]
    return result


def _some(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed[:5]) + ("" if len(listed) <= 5 else f" and {len(listed) - 5} more")


def ranks_needed(
    rank: int, everything: Layouts | None, target_everywhere: Layouts | None
) -> list[int]:
    """The source's ranks that hold what process `rank` of the target needs, highest first."""
    if everything is None:
        return [0]
    if not everything:
        raise ValueError("The src_strategy_file holds no layout of any parameter.")
    source, target = of_stage(rank, everything, target_everywhere)
    if not source:
        raise ValueError("The src_strategy_file holds no parameter of the target's stage.")
    per_stage = stage_size(source)
    local = rank % max(1, stage_size(target))
    within: set[int] = set()
    for name, placed in source.items():
        if target is None or name in target:
            goal = target[name].cut if target else uncut(len(placed.cut.axes))
            within.update(needed_ranks(placed.cut, goal, local if target else rank))
    stages = set(chain.from_iterable(placed.stages for placed in source.values()))
    return sorted({stage * per_stage + r for stage in stages for r in within}, reverse=True)
