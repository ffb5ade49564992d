"""Pipelines across processes: refused by name."""

from __future__ import annotations

from typing import Any

from msacc.nn.cell import Cell

_REMEDY = (
    "msacc does not split a network into pipeline stages ({name}). Shard it with "
    "AutoParallel(net).hsdp() and accumulate with GradAccumulation(net, micro_size)."
)


class Pipeline(Cell):
    """Refused: msacc has no pipeline stages."""

    def __init__(
        self, network: Cell, micro_size: int, stage_config: Any = None, segment_config: Any = None
    ):
        raise NotImplementedError(_REMEDY.format(name="mindspore.parallel.nn.Pipeline"))


class PipelineCell(Cell):
    """Refused: msacc has no pipeline stages."""

    def __init__(
        self, network: Cell, micro_size: int, stage_config: Any = None, segment_config: Any = None
    ):
        raise NotImplementedError(_REMEDY.format(name="mindspore.nn.PipelineCell"))


class PipelineGradReducer(Cell):
    """Refused: msacc has no pipeline stages."""

    def __init__(self, parameters: Any, scale_sense: float = 1.0, opt_shard: Any = None):
        raise NotImplementedError(_REMEDY.format(name="mindspore.parallel.nn.PipelineGradReducer"))
