"""Writing strategy files, in MindSpore's protobuf and JSON forms."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from msacc.common.atomic_files import atomic_replace
from msacc.train.resharding import strategy_messages
from msacc.train.resharding.parameter_slicing import SliceLayout, tensor_map_of

# {pipeline stage: {parameter name: its cut}}
Stages = Mapping[int, Mapping[str, SliceLayout]]


def write_strategy_file(path: str, stages: Stages) -> None:
    """Write {pipeline stage: how its parameters are cut}: JSON where the name ends so, else protobuf.

    Of several stages one file is written as merge_pipeline_strategys merges theirs: names begin with the stage.
    NotImplementedError for a cut of one axis by several of the grid's in JSON, which has no form for it.
    """
    folder = os.path.dirname(os.path.abspath(path))
    os.makedirs(folder, exist_ok=True)
    content = _as_json(stages) if path.endswith(".json") else _as_protobuf(stages)
    with atomic_replace(path) as part, open(part, "wb") as file:
        file.write(content)


def _current(stages: Stages) -> int:
    """What a file says of itself: its stage, 1 where it holds several."""
    return 1 if len(stages) > 1 else next(iter(stages))


def _entries(stages: Stages) -> Iterator[tuple[int, str, SliceLayout]]:
    """Stage, name of the entry, cut."""
    for stage, cuts in stages.items():
        for name, cut in cuts.items():
            yield stage, f"{stage}-{name}" if len(stages) > 1 else name, cut


def _as_protobuf(stages: Stages) -> bytes:
    content = strategy_messages.ParallelStrategyMap(current_stage=_current(stages))
    for stage, name, cut in _entries(stages):
        item = content.parallel_strategy_item.add(node_name=name)
        item.parallel_strategys.stage = stage
        item.parallel_strategys.parallel_strategy.add().dim.extend(cut.slice_counts())
        layout = content.parallel_layout_item.add(param_name=name).parallel_layouts
        _fill(layout, cut)
    return content.SerializeToString()


def _fill(layout: Any, cut: SliceLayout) -> None:
    layout.dev_matrix.add().dim.extend(cut.grid)
    maps = tensor_map_of(cut)
    if any(len(m) > 1 for m in maps):
        # One list for each axis; an empty one tells a single axis from several.
        for numbers in maps if len(maps) > 1 else [*maps, []]:
            layout.tensor_map.add().dim.extend(numbers)
    else:
        layout.tensor_map.add().dim.extend(m[0] for m in maps)
    layout.param_split_shape.add()
    layout.indices_offset.add()
    layout.field = 0
    layout.opt_weight_shard_step = cut.optimizer_step
    layout.opt_weight_shard_size = cut.optimizer_size


def _as_json(stages: Stages) -> bytes:
    strategies, layouts = {}, {}
    for stage, name, cut in _entries(stages):
        maps = tensor_map_of(cut)
        if any(len(m) > 1 for m in maps):
            raise NotImplementedError(
                f"{name!r} has an axis that several axes of the grid cut, which a JSON strategy file cannot say; give "
                "the file a name that ends with .ckpt."
            )
        strategies[name] = {"stage": stage, "parallel_strategy": [list(cut.slice_counts())]}
        layouts[name] = {
            "dev_matrix": list(cut.grid),
            "tensor_map": [m[0] for m in maps],
            "field": 0,
            "opt_weight_shard_step": cut.optimizer_step,
            "opt_weight_shard_size": cut.optimizer_size,
        }
    content = {"current_stage": _current(stages), "parallel_strategy_item": strategies}
    return json.dumps(content | {"parallel_layout_item": layouts}).encode()
