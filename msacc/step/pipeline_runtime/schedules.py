"""MindSpore's names of schedules, and torch's that run them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from msacc.common.settings import settings
from msacc.common.torch_private import pipelining
from msacc.step.mesh import Mesh
from msacc.step.pipeline_runtime.graph_split import Chunk, SplitGraph
from msacc.step.pipeline_runtime.timeline import stage_class

_HERE = ("1f1b", "gpipe")
# torch's classes, for one chunk on each process and for several.
_KINDS = {
    "gpipe": ("ScheduleGPipe", "ScheduleLoopedBFS"),
    "1f1b": ("Schedule1F1B", "ScheduleInterleaved1F1B"),
}


def check_schedule(name: str) -> None:
    """NotImplementedError for a schedule that is MindSpore's alone."""
    if name not in _HERE:
        raise NotImplementedError(
            f"msacc runs the pipeline schedules {_HERE}, interleaved too, but got {name!r}: they give the same numbers."
        )


def check_size(name: str, micro_size: int, stages: int, chunks: int) -> None:
    """ValueError for a number of micro-batches that a schedule cannot run."""
    if name == "1f1b" and micro_size < stages:
        raise ValueError(
            f"The schedule '1f1b' needs at least as many micro-batches as stages ({stages}), but micro_size is "
            f"{micro_size}: raise it, or choose the scheduler 'gpipe'."
        )
    rounds = max(1, micro_size // stages)
    if name == "1f1b" and chunks > stages and micro_size % rounds:
        raise ValueError(
            f"An interleaved '1f1b' of {stages} stages needs a micro_size that {rounds} divides, but got {micro_size}."
        )


def build(
    name: str,
    cut: SplitGraph,
    modules: Sequence[tuple[Chunk, torch.nn.Module]],
    micro_size: int,
    mesh: Mesh,
    loss: Callable[..., torch.Tensor] | None,
) -> Any:
    """A schedule over this process's chunks; without `loss` it only runs forward.

    Its `step` is called by all processes of the pipeline.
    """
    several = len(cut.chunks) > mesh.stages
    stages = [_stage(cut, chunk, module, mesh) for chunk, module in modules]
    kind = getattr(pipelining(), _KINDS["gpipe" if loss is None else name][several])
    return kind(stages if several else stages[0], micro_size, loss_fn=loss, scale_grads=False)


def _stage(cut: SplitGraph, chunk: Chunk, module: torch.nn.Module, mesh: Mesh) -> Any:
    """A stage with example inputs and outputs: torch would run it once to infer them."""
    stage = stage_class()(
        module,
        chunk.index,
        len(cut.chunks),
        settings.device,
        input_args=tuple(_like(cut.like[name]) for name in chunk.receives),
        output_args=tuple(_like(cut.like[name]) for name in chunk.sends if name in cut.like),
        group=mesh.run_group,
    )
    if mesh.placed:
        # torch sorts the processes of a group, and numbers them so.
        places = sorted(mesh.pipeline_ranks)
        stage.stage_index_to_group_rank = {
            i: places.index(rank) for i, rank in enumerate(mesh.pipeline_ranks)
        }
    return stage


def _like(t: torch.Tensor) -> torch.Tensor:
    """A tensor of the same kind without memory, laid out as messages are."""
    meta = torch.empty(t.shape, dtype=t.dtype, device="meta")
    return meta.requires_grad_(t.requires_grad)
