"""Conversion of slices from one layout to another, parameter by parameter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

import torch

from msacc.train.resharding.parameter_slicing import Box, SliceLayout, unsliced
from msacc.train.resharding.source_ranks import overlap, ranks_of_slice
from msacc.train.resharding.strategy_layouts import Layouts, stage_size

# name -> rank within the stage -> that rank's slice
Slices = Mapping[str, Mapping[int, torch.Tensor]]


def convert_slice(
    name: str,
    slices: Mapping[int, torch.Tensor],
    source: SliceLayout | None,
    target: SliceLayout | None,
    rank: int,
) -> torch.Tensor:
    """What process `rank` of `target` holds of a parameter, from the slices of `source`; None is not cut.

    Raises ValueError for a slice that is missing and for layouts that do not fit each other, RuntimeError for
    a parameter that does not divide.
    """
    shape = tuple(next(iter(slices.values())).shape)
    source, target = source or unsliced(len(shape)), target or unsliced(len(shape))
    ranks = ranks_of_slice(source, target, rank)
    missing = [r for r in ranks if r not in slices]
    if missing:
        raise ValueError(
            f"The checkpoint of rank {missing[0]} is missing: it holds a part of {name!r}."
        )
    try:
        full_shape = source.full_shape(shape)
        if len(target.axes) != len(full_shape):
            raise ValueError(f"the target's layout has {len(target.axes)} axes")
        boxes = {r: source.box(r, full_shape) for r in ranks}
    except ValueError as error:
        raise ValueError(f"The layouts of {name!r} do not fit its slices: {error}.") from error
    try:
        target_box = target.box(rank, full_shape)
    except ValueError as error:
        raise RuntimeError(f"{name!r} cannot be cut as the target says: {error}.") from error
    return _assemble(target_box, boxes, slices)


def _assemble(
    target: Box, boxes: Mapping[int, Box], slices: Mapping[int, torch.Tensor]
) -> torch.Tensor:
    first = slices[next(iter(boxes))]
    if len(boxes) == 1 and target in boxes.values():
        return first
    result = first.new_empty([s.stop - s.start for s in target])
    for rank, box in boxes.items():
        common = overlap(target, box)
        if common is not None:
            result[_within(common, target)] = slices[rank][_within(common, box)]
    return result


def _within(part: Box, box: Box) -> Box:
    return tuple(slice(p.start - b.start, p.stop - b.start) for p, b in zip(part, box, strict=True))


# -- all parameters of a process ---------------------------------------------------------------
def stage_layouts(
    rank: int, source: Layouts | None, target: Layouts | None
) -> tuple[Layouts | None, Layouts | None]:
    """Both layouts without the parameters that the target keeps in other stages than that of `rank`."""
    if target is None:
        return source, None
    stage = rank // stage_size(target)
    elsewhere = {name for name, placement in target.items() if stage not in placement.stages}
    here = {n: p for n, p in target.items() if n not in elsewhere}
    return source and {n: p for n, p in source.items() if n not in elsewhere}, here


def is_on_other_stage(name: str, everywhere: Layouts | None, here: Layouts | None) -> bool:
    """Whether a parameter has a layout, but none in this stage."""
    return everywhere is None or here is None or (name in everywhere and name not in here)


def convert_slices(
    rank: int, slices: Slices, source: Layouts | None, target: Layouts | None
) -> dict[str, torch.Tensor]:
    """{name: slice} of process `rank` of the target, counted in its stage.

    What one of the layouts does not name, as a learning rate, comes from the process of the same place.
    Raises ValueError when neither names any of the parameters.
    """
    result: dict[str, torch.Tensor] = {}
    count = 0
    for name, rank_slices in slices.items():
        if (source is not None and name not in source) or (
            target is not None and name not in target
        ):
            continue
        before, after = (layouts[name].cut if layouts else None for layouts in (source, target))
        count = 1 if before is None else before.processes
        result[name] = convert_slice(name, rank_slices, before, after, rank)
    if not count:
        raise ValueError(
            "None of the parameters in the checkpoint files is in both strategy files: "
            f"{_abbreviated(slices)} are there; check the strategy files."
        )
    for name, rank_slices in slices.items():
        if name not in result:
            result[name] = rank_slices[rank % count]
    return result


def _abbreviated(names: Iterable[str]) -> str:
    all_names = list(names)
    return ", ".join(all_names[:5]) + (
        "" if len(all_names) <= 5 else f" and {len(all_names) - 5} more"
    )


def source_ranks(
    rank: int, everything: Layouts | None, target_everywhere: Layouts | None
) -> list[int]:
    """The source's ranks that hold what process `rank` of the target needs, highest first."""
    if everything is None:
        return [0]
    if not everything:
        raise ValueError("The src_strategy_file holds no layout of any parameter.")
    source, target = stage_layouts(rank, everything, target_everywhere)
    if not source:
        raise ValueError("The src_strategy_file holds no parameter of the target's stage.")
    per_stage = stage_size(source)
    local = rank % max(1, stage_size(target))
    within: set[int] = set()
    for name, placement in source.items():
        if target is None or name in target:
            target_cut = target[name].cut if target else unsliced(len(placement.cut.axes))
            within.update(ranks_of_slice(placement.cut, target_cut, local if target else rank))
    stages = set(chain.from_iterable(placement.stages for placement in source.values()))
    return sorted({stage * per_stage + r for stage in stages for r in within}, reverse=True)
