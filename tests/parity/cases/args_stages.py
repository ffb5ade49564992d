"""Arguments of pipelines, in one process: micro-batches one after the other, and what is refused."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, rand

STAGES = {"first": 0, "second": 1}


class _Made:
    """A network of two layers that gives a number."""

    def __new__(cls, ms: Any) -> Any:
        class Net(ms.nn.Cell):  # type: ignore[name-defined,misc]
            def __init__(self) -> None:
                super().__init__()
                self.first = ms.nn.Dense(3, 3, ms.Tensor(rand(3, 3)), ms.Tensor(rand(3)))
                self.second = ms.nn.Dense(3, 2, ms.Tensor(rand(2, 3)), ms.Tensor(rand(2)))

            def construct(self, x: Any) -> Any:
                return self.second(self.first(x)).mean()

        return Net()


def home(ms: Any, name: str) -> Any:
    return importlib.import_module(f"{ms.__name__}.parallel.{name}")


@case(jit=False)
def micro_batches(ms: Any, run: Any) -> Arrays:
    """The sum of the parts' losses, whatever stages their Cells have."""
    x = ms.Tensor(rand(4, 3))
    nn = home(ms, "nn")
    made = {
        "cell": ms.nn.PipelineCell(network=_Made(ms), micro_size=2),
        "stages": ms.nn.PipelineCell(_Made(ms), 4, stage_config=STAGES),
        "segments": ms.nn.PipelineCell(_Made(ms), 1, segment_config={"first": 1}),
        "pipeline": nn.Pipeline(network=_Made(ms), micro_size=2, stage_config={"first": 0}),
        "pipeline_segments": nn.Pipeline(_Made(ms), 2, segment_config={"second": 0}),
    }
    out = {name: as_array(cell(x)) for name, cell in made.items()}
    out["first"] = np.array(made["pipeline"].network.first.pipeline_stage)
    out["segment"] = np.array(made["segments"].network.first.pipeline_segment)
    return out


@case(jit=False)
def reducer(ms: Any, run: Any) -> Arrays:
    """It is made from an optimizer's parameters; what it gives needs a pipeline."""
    optimizer = ms.nn.SGD(_Made(ms).trainable_params(), 0.1)
    made = home(ms, "nn").PipelineGradReducer(
        parameters=optimizer.parameters, scale_sense=2.0, opt_shard=False
    )
    return {"scale": as_array(made.scale_sense)}


def pipeline(ms: Any, *args: Any, **named: Any) -> Any:
    made = home(ms, "auto_parallel").AutoParallel(_Made(ms))
    made.pipeline(*args, **named)
    return made


@case(jit=False)
def auto_parallel(ms: Any, run: Any) -> Arrays:
    ways: dict[str, Any] = {
        "stages": {"stages": 2},
        "all": {"stages": 4, "output_broadcast": True, "interleave": True, "scheduler": "gpipe"},
        "none": {},
    }
    return {k: np.array(pipeline(ms, **named).get_pipeline_stages()) for k, named in ways.items()}


def _stage(ms: Any, attribute: str, value: Any) -> None:
    setattr(_Made(ms).first, attribute, value)


def _context(ms: Any, **named: Any) -> None:
    try:
        ms.set_auto_parallel_context(**named)
    finally:
        ms.reset_auto_parallel_context()


def _config(interleave: Any, scheduler: Any) -> dict[str, Any]:
    return {"pipeline_interleave": interleave, "pipeline_scheduler": scheduler}


WRONG: dict[str, Callable[[Any], Any]] = {
    "network": lambda ms: ms.nn.PipelineCell("x", 2),
    "micro": lambda ms: ms.nn.PipelineCell(_Made(ms), 0),
    "micro_type": lambda ms: ms.nn.PipelineCell(_Made(ms), 2.0),
    "config": lambda ms: ms.nn.PipelineCell(_Made(ms), 2, stage_config={"third": 0}),
    "config_type": lambda ms: ms.nn.PipelineCell(_Made(ms), 2, stage_config={"first": "0"}),
    "config_list": lambda ms: ms.nn.PipelineCell(_Made(ms), 2, stage_config=[0]),
    "segment": lambda ms: ms.nn.PipelineCell(_Made(ms), 2, segment_config={"third": 0}),
    "batch": lambda ms: ms.nn.PipelineCell(_Made(ms), 3)(ms.Tensor(rand(4, 3))),
    "stage": lambda ms: _stage(ms, "pipeline_stage", -1),
    "stage_type": lambda ms: _stage(ms, "pipeline_stage", 1.0),
    "stage_bool": lambda ms: _stage(ms, "pipeline_stage", True),
    "segment_value": lambda ms: _stage(ms, "pipeline_segment", -1),
    "segment_type": lambda ms: _stage(ms, "pipeline_segment", "1"),
    "stages": lambda ms: pipeline(ms, 0),
    "stages_type": lambda ms: pipeline(ms, "2"),
    "broadcast": lambda ms: pipeline(ms, 2, 1),
    "interleave": lambda ms: pipeline(ms, 2, True, 1),
    "scheduler": lambda ms: pipeline(ms, 2, False, False, "fast"),
    "scheduler_type": lambda ms: pipeline(ms, 2, False, False, 1),
    "context_stages": lambda ms: _context(ms, pipeline_stages=0),
    "context_type": lambda ms: _context(ms, pipeline_stages=True),
    "context_config": lambda ms: _context(ms, pipeline_config=_config(False, "gpipe")),
    "context_interleave": lambda ms: _context(ms, pipeline_config=_config(1, "1f1b")),
    "context_scheduler": lambda ms: _context(ms, pipeline_config=_config(True, "fast")),
    "context_half": lambda ms: _context(ms, pipeline_config={"pipeline_interleave": True}),
    "context_unknown": lambda ms: _context(ms, pipeline_config={"x": 1}),
    "sync": lambda ms: ms.sync_pipeline_shared_parameters(3),
}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    return {
        name: run.raises(lambda c=call: c(ms) or np.zeros(1))["raises"]
        for name, call in WRONG.items()
    }


@case(jit=False)
def context(ms: Any, run: Any) -> Arrays:
    """Stages are kept and read back; shared parameters of one process are what they are."""
    ms.set_auto_parallel_context(pipeline_stages=2, pipeline_config=_config(True, "gpipe"))
    result = ms.get_auto_parallel_context("pipeline_stages")
    ms.reset_auto_parallel_context()
    ms.sync_pipeline_shared_parameters(net=_Made(ms))
    return {"stages": np.array(result)}
