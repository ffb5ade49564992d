"""The names of schedules, and torch's that run them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common.settings import settings
from msacc.common.torch_private import forward_only, pipelining
from msacc.step.mesh import Mesh
from msacc.step.pipeline_runtime.graph_split import Chunk, SplitGraph
from msacc.step.pipeline_runtime.traced_stage import stage_class


@dataclass(frozen=True)
class Schedule:
    """One of torch's schedules.

    `several`: its class where each process has several chunks; `one`: where it has one; `folded`: the chunks lie on
    the stages 0, 1, 1, 0; `splits_backward`: gradients of weights are taken later than those of inputs, in time
    that a process would wait in.
    """

    several: str
    one: str
    folded: bool = False
    splits_backward: bool = False


_ZERO_BUBBLE = "ScheduleInterleavedZeroBubble"
SCHEDULES = {
    "gpipe": Schedule("ScheduleLoopedBFS", "ScheduleGPipe"),
    "1f1b": Schedule("ScheduleInterleaved1F1B", "Schedule1F1B"),
    "zero_bubble": Schedule(_ZERO_BUBBLE, _ZERO_BUBBLE, splits_backward=True),
    "zero_bubble_v": Schedule("ScheduleZBVZeroBubble", "", folded=True, splits_backward=True),
    "dual_pipe_v": Schedule("ScheduleDualPipeV", "", folded=True, splits_backward=True),
}


def check_schedule(name: str) -> None:
    """NotImplementedError for a schedule that is MindSpore's alone."""
    if name not in SCHEDULES:
        raise NotImplementedError(
            f"The pipeline schedule {name!r} cuts sequences between micro-batches, for which attention has to keep the "
            f"keys and values of a sequence's earlier parts: msacc runs {tuple(SCHEDULES)}, with the same numbers."
        )


def is_folded(name: str) -> bool:
    """Whether a batch runs through the stages forwards and then backwards."""
    return name in SCHEDULES and SCHEDULES[name].folded


def check_size(name: str, micro_size: int, stages: int, chunks: int) -> None:
    """ValueError for a number of micro-batches that a schedule cannot run."""
    if name == "1f1b" and micro_size < stages:
        raise ValueError(
            f"The schedule '1f1b' needs at least as many micro-batches as stages ({stages}), but micro_size is "
            f"{micro_size}: raise it, or choose the scheduler 'gpipe'."
        )
    if name == "dual_pipe_v" and micro_size < chunks:
        raise ValueError(
            f"The schedule 'dual_pipe_v' needs at least two micro-batches a stage ({chunks}), but micro_size is "
            f"{micro_size}: raise it, or choose the scheduler 'zero_bubble_v'."
        )
    rounds = max(1, micro_size // stages)
    in_rounds = name == "zero_bubble" or (name == "1f1b" and chunks > stages)
    if in_rounds and micro_size % rounds:
        raise ValueError(
            f"A {name!r} of {stages} stages and {chunks} chunks needs a micro_size that {rounds} divides, but got "
            f"{micro_size}."
        )


def build(
    name: str,
    split: SplitGraph,
    modules: Sequence[tuple[Chunk, torch.nn.Module]],
    micro_size: int,
    mesh: Mesh,
    loss: Callable[..., torch.Tensor] | None,
) -> Any:
    """A schedule over this process's chunks; without `loss` it only runs forward.

    Its `step` is called by all processes of the pipeline.
    """
    several = len(split.chunks) > mesh.stages
    kind = SCHEDULES[name]
    if loss is None:
        # Only this order fits folded chunks; where they are not folded GPipe's waits least.
        kind = SCHEDULES["zero_bubble_v" if kind.folded else "gpipe"]
    stages = [_stage(split, chunk, module, mesh) for chunk, module in modules]
    over = stages if several or kind.splits_backward else stages[0]
    make = getattr(pipelining(), kind.several if several else kind.one)
    schedule = make(over, micro_size, loss_fn=loss, scale_grads=False)
    return forward_only(schedule) if loss is None and kind.folded else schedule


def _stage(split: SplitGraph, chunk: Chunk, module: torch.nn.Module, mesh: Mesh) -> Any:
    """A stage with example inputs and outputs: torch would run it once to infer them."""
    stage = stage_class()(
        module,
        chunk.index,
        len(split.chunks),
        settings.device,
        input_args=tuple(_like(split.like[name]) for name in chunk.receives),
        output_args=tuple(_like(split.like[name]) for name in chunk.sends if name in split.like),
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
