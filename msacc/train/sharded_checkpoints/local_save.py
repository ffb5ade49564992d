"""What one process saves without communication: the values that it has, or its flat slices with an index."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from msacc.common.tensor import wrap
from msacc.common.warn_once import logger
from msacc.nn.cell import Cell
from msacc.step.bucket import ShardedPlaceholder
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage
from msacc.train.resharding.slice_index import INDEX
from msacc.train.sharded_checkpoints.full_values import slot_index


def local_values(cell: Cell) -> Iterator[tuple[str, Any]]:
    """Name and value of each parameter that this process holds whole; the others are named."""
    missing = []
    for _, parameter in cell.parameters_and_names():
        placeholder: Any = parameter._msacc_init
        if not on_this_stage(parameter):
            missing.append(parameter.name)
        elif not isinstance(placeholder, ShardedPlaceholder):
            yield parameter.name, parameter.init_data()
        elif placeholder.bucket.num_shards == 1:
            yield (
                parameter.name,
                wrap(placeholder.bucket.views(placeholder.shard)[slot_index(placeholder)].clone()),
            )
        else:
            missing.append(parameter.name)
    if missing:
        logger.warning(
            f"A process alone cannot save what is spread over all of them; {len(missing)} parameters are not in "
            f"the file: {', '.join(missing)}. load_param_into_net names them as not loaded."
        )


def flat_slices(cell: Cell) -> Iterator[tuple[str, Any]]:
    """Name and slice (one dimension) of each sharded parameter, whole values of the others, an index."""
    index: dict[str, list[Any]] = {}
    for _, parameter in cell.parameters_and_names():
        placeholder: Any = parameter._msacc_init
        if not on_this_stage(parameter):
            continue  # in the files of its stage
        if not isinstance(placeholder, ShardedPlaceholder):
            yield parameter.name, parameter.init_data()
            continue
        if placeholder.bucket.num_shards == 1 and placeholder.layout is None:
            yield parameter.name, wrap(placeholder.own_value().clone())
            continue
        overlap = placeholder.bucket._overlap(placeholder.slot)
        if overlap is None:
            index[parameter.name] = [0, 0, list(placeholder.shape)]
            continue
        low, high = overlap
        start = low - placeholder.slot.start
        index[parameter.name] = [start, start + high - low, list(placeholder.shape)]
        offset = low - placeholder.bucket.start
        yield parameter.name, wrap(placeholder.shard[offset : offset + high - low].clone())
    yield INDEX, json.dumps(index)
