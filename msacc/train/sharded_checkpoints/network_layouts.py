"""The layouts of a network's parameters, in MindSpore's lists."""

from __future__ import annotations

from typing import Any

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.context_settings import world_size
from msacc.step.pipeline_runtime.parameter_stages import on_this_stage, stages_of_parameter

# [device matrix, tensor map, shape of a slice, field size, whether slices are even, group of the optimizer's shards,
#  whole shape, shape of a slice]
Layout = list[Any]


def layouts_of_network(network: Cell) -> dict[str, Layout]:
    """{name: layout} of the parameters that this process's stage holds."""
    parameters = [p for _, p in network.parameters_and_names() if on_this_stage(p)]
    processes = _processes(parameters)
    return {p.name: _layout(p, processes) for p in parameters}


def _processes(parameters: list[Parameter]) -> int:
    """How many processes a stage has."""
    stages = [
        len(parameter_stages.mesh.pipelines)
        for p in parameters
        if (parameter_stages := stages_of_parameter(p)) is not None
    ]
    return stages[0] if stages else world_size()


def _layout(parameter: Parameter, processes: int) -> Layout:
    layout = parameter.layout
    if layout is None:
        shape = list(parameter.shape)
        return [[processes], [-1] * len(shape), shape, 0, True, "", shape, shape]
    slice_shape, full_shape = list(layout.slice_shape), list(layout.shape)
    maps = [list(m) if isinstance(m, tuple) else m for m in layout.tensor_map]
    return [list(layout.device_matrix), maps, slice_shape, 0, True, "", full_shape, slice_shape]
