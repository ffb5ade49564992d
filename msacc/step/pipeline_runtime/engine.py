"""Runs a network on the processes of a pipeline: splits it for each kind of batch, and runs the schedules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import RemotePlaceholder, leave
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import filled
from msacc.common.torch_private import run_schedule
from msacc.common.warn_once import no_effect, once
from msacc.graph.automatic_level import runs_op_by_op_first
from msacc.graph.distributed_cells import DistributedCells
from msacc.nn.cell import Cell
from msacc.step.mesh import Mesh
from msacc.step.pipeline_runtime.capture import Captured, capture
from msacc.step.pipeline_runtime.cell_placement import RankAssignment
from msacc.step.pipeline_runtime.folded_assignment import FoldedAssignment
from msacc.step.pipeline_runtime.graph_split import Chunk, GraphSplitter, SplitGraph
from msacc.step.pipeline_runtime.parameter_stages import ParameterStages
from msacc.step.pipeline_runtime.recomputed_parts import has_parts
from msacc.step.pipeline_runtime.schedules import SCHEDULES, build, check_size
from msacc.step.pipeline_runtime.stage import AutomaticallyCompiled, ChunkModule, Leaves, compiled
from msacc.step.pipeline_runtime.stage_assignment import StageAssignment
from msacc.step.pipeline_runtime.stage_layers import layer_of
from msacc.step.pipeline_runtime.stage_sharding import StageSharding


class PipelineEngine:
    """The stages of `network` over the processes of `mesh`.

    `trained`: the Parameters that gradients are taken of; `stage_sharding`: its placement where operators are
    sharded.
    Every process calls the same methods in the same order; the batches are those of its part of the job
    (`mesh.data_rank`).
    """

    def __init__(
        self,
        network: Cell,
        mesh: Mesh,
        trained: Sequence[Parameter],
        schedule: str,
        interleave: bool,
        stage_sharding: StageSharding | None = None,
    ):
        self.network, self.mesh, self.trained = network, mesh, list(trained)
        self.schedule, self.interleave, self.stage_sharding = schedule, interleave, stage_sharding
        self.leaves = Leaves(self.trained)
        RemotePlaceholder.anywhere = True
        self._cuts: dict[Any, SplitGraph] = {}
        self._runs: dict[Any, _Run] = {}

    # -- placement -----------------------------------------------------------------------------
    def split(self, inputs: tuple[Any, ...]) -> SplitGraph:
        """The split graph for inputs of these shapes and types."""
        key = _kind(self.network, inputs)
        split = self._cuts.get(key)
        if split is None:
            split = self._cuts[key] = self._new_cut(inputs)
        return split

    def _new_cut(self, inputs: tuple[Any, ...]) -> SplitGraph:
        mesh = self.mesh
        captured = capture(self.network, inputs, self.trained, mesh.placed, self.stage_sharding)
        if mesh.placed:
            places = RankAssignment(captured.graph.graph)
            places.agrees_with(mesh.pipeline_ranks)
            return GraphSplitter(captured, places).split()
        return GraphSplitter(
            captured, self._order(captured), self.stage_sharding, self.leaves.trained
        ).split()

    def _order(self, captured: Captured) -> StageAssignment:
        graph, mesh = captured.graph.graph, self.mesh
        if mesh.folded:
            return FoldedAssignment(graph, mesh.stages)
        _say_segments(self.network)
        interleave = self.interleave or self.schedule == "zero_bubble"
        return StageAssignment(graph, mesh.stages, interleave)

    def assign_parameters(self, split: SplitGraph, everywhere: bool = False) -> ParameterStages:
        """Which stages hold each Parameter; with `everywhere` all do. Collective."""
        stages = self.mesh.stages
        stages_of: dict[int, set[int]] = {}
        if everywhere:
            stages_of = {id(p): set(range(stages)) for p in self.network.get_parameters()}
        for chunk in split.chunks:
            for parameter in chunk.parameters:
                stages_of.setdefault(id(parameter), set()).add(self.mesh.stage_of(chunk.index))
        parameters = list(self.network.get_parameters())
        return ParameterStages(
            self.mesh, {k: tuple(sorted(v)) for k, v in stages_of.items()}, parameters
        )

    def drop_other_stages(self, parameter_stages: ParameterStages) -> None:
        """Drops the parameters of other stages; the network's Cells run over the stages from now on."""
        for parameter in self.network.get_parameters():
            if not parameter_stages.is_here(parameter):
                leave(parameter, parameter_stages.of(parameter))
        if self.stage_sharding is not None:
            self.stage_sharding.lay(self.network, parameter_stages)
        DistributedCells.exist = True
        for _, cell in self.network.cells_and_names():
            stages = {parameter_stages.of(p) for p in cell.get_parameters()}
            if (
                any(self.mesh.stage not in ranks_of_stage for ranks_of_stage in stages)
                or len(stages) > 1
            ):
                cell.__dict__["_msacc_pipeline_engine"] = self
                cell._msacc_refresh()

    # -- runs ----------------------------------------------------------------------------------
    def train(
        self, micros: Sequence[tuple[Any, ...]], seeds: Sequence[torch.Tensor]
    ) -> list[torch.Tensor | None]:
        """Forward and backward of all micro-batches; gradients are added to the leaves' `.grad`.

        `seeds` multiply the losses. Returns the losses, None for each where another stage computes them.
        """
        outputs = self.train_outputs(micros, seeds)
        return [parts[0] for parts in outputs] if self.mesh.has_loss else [None] * len(micros)

    def train_outputs(
        self, micros: Sequence[tuple[Any, ...]], seeds: Sequence[torch.Tensor]
    ) -> list[list[torch.Tensor]]:
        """The same, with all outputs of the network for each micro-batch; none where another stage computes them."""
        run = self._run(micros, True)
        if self.stage_sharding is not None and self.stage_sharding.times > 1:
            seeds = [seed * self.stage_sharding.times for seed in seeds]
        return run(micros, list(seeds))

    def output_examples(self, micro: tuple[Any, ...]) -> list[torch.Tensor]:
        """Tensors like the network's outputs for such a micro-batch, on every process."""
        split = self.split(micro)
        return [_example_value(split, split.chunks[-1], name) for name in split.chunks[-1].sends]

    def loss_shape(self, micro: tuple[Any, ...]) -> tuple[int, ...]:
        """The shape of the loss of such a micro-batch, on every process: () or (1,)."""
        return tuple(self.output_examples(micro)[0].shape)

    def shared(
        self, micros: Sequence[tuple[Any, ...]], outputs: list[list[torch.Tensor]]
    ) -> list[torch.Tensor]:
        """The outputs of all micro-batches on every process, one after the other. Collective."""
        outputs = list(outputs)
        self._share(self.split(micros[0]), outputs, len(micros))
        return [t for parts in outputs for t in parts]

    def forward(self, micros: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The network's result for each micro-batch, on all processes of the pipeline."""
        run = self._run(micros, False)
        with torch.no_grad():
            outputs_of_micros = run(micros, None)
        self._share(run.split, outputs_of_micros, len(micros))
        return [self._result(run.split, outputs) for outputs in outputs_of_micros]

    def _result(self, split: SplitGraph, outputs: list[torch.Tensor]) -> Any:
        """The caller's result, from the last chunk's outputs."""
        if self.stage_sharding is None:
            return filled(split.result, iter(outputs))
        names = split.chunks[-1].sends
        whole = [
            self.stage_sharding.whole(t, split.whole.get(n))
            for n, t in zip(names, outputs, strict=False)
        ]
        return self.stage_sharding.leave(filled(split.result, iter(whole)))

    def _run(self, micros: Sequence[tuple[Any, ...]], train: bool) -> _Run:
        key = _kind(self.network, micros[0]), train, len(micros), settings.mode
        run = self._runs.get(key)
        if run is None:
            split = self.split(micros[0])
            if train:
                check_size(self.schedule, len(micros), self.mesh.stages, len(split.chunks))
            run = self._runs[key] = _Run(self, split, len(micros), train)
        return run

    def _share(self, split: SplitGraph, outputs: list[list[torch.Tensor]], micros: int) -> None:
        """Broadcasts the last stage's outputs."""
        group = self.mesh.pipe_group
        last, source = split.chunks[-1], self.mesh.pipeline_ranks[self.mesh.loss_stage]
        for i in range(micros):
            if not self.mesh.has_loss:
                likes = [_example_value(split, last, name) for name in last.sends]
                outputs.append(
                    [torch.empty(t.shape, dtype=t.dtype, device=settings.device) for t in likes]
                )
            for t in outputs[i]:
                dist.broadcast(t.contiguous(), source, group=group)


class _Run:
    """One schedule: of training or of forward passes, for batches of one kind."""

    def __init__(self, pipeline: PipelineEngine, split: SplitGraph, micros: int, train: bool):
        self.split, self.train, self.pipeline = split, train, pipeline
        mesh = pipeline.mesh
        modules = [
            (chunk, self._module(chunk))
            for chunk in split.chunks
            if mesh.stage_of(chunk.index) == mesh.stage
        ]
        self.outputs: list[Any] = []
        loss = self._loss if train else None
        # A process without a stage has nothing to run.
        runs = bool(modules)
        self.schedule = (
            build(pipeline.schedule, split, modules, micros, mesh, loss) if runs else None
        )
        if mesh.has_loss:
            modules[-1][1].register_forward_hook(self._keep)

    def _module(self, chunk: Chunk) -> ChunkModule:
        code = None
        splits = self.train and SCHEDULES[self.pipeline.schedule].splits_backward
        if settings.mode == GRAPH_MODE and any(map(layer_of, chunk.parameters)):
            once(
                "level3-stages",
                "optimizer_level='level3' runs the stages of a pipeline op by op in graph mode too: each layer is "
                "gathered where it runs. 'level1' and 'level2' compile them.",
            )
        elif settings.mode == GRAPH_MODE and splits:
            self._say_op_by_op()
        elif settings.mode == GRAPH_MODE and has_parts(chunk.graph):
            once(
                "recompute-stages",
                "What is told recompute() or offload() makes its pipeline stages run op by op in graph mode too; "
                "without it they are compiled.",
            )
        elif settings.mode == GRAPH_MODE:
            code = self._code(chunk)
        return ChunkModule(chunk, self.pipeline.leaves, code, splits)

    def _say_op_by_op(self) -> None:
        """Compiled chunks would compute a split backward pass twice: of inputs, then of weights."""
        schedule = self.pipeline.schedule
        once(
            f"split-backward:{schedule}",
            f"The schedule {schedule!r} runs its stages op by op in graph mode too: a compiled backward pass "
            "cannot be split into gradients of inputs and of weights without computing both twice. Compiled "
            "stages come with '1f1b' or 'gpipe'.",
        )

    def _code(self, chunk: Chunk) -> Callable[..., Any]:
        network = self.pipeline.network
        level = network._msacc_jit_level or settings.jit_level
        if not runs_op_by_op_first(level):
            return compiled(chunk, network.cls_name, level)
        # A backward pass takes twice what the forward pass does.
        operations = self.split.operations_of_a_chunk * (3 if self.train else 1)
        return AutomaticallyCompiled(chunk, network.cls_name, operations)

    def _keep(self, *call: Any) -> None:
        """Forward hook of the last chunk: torch would join the outputs of all micro-batches."""
        self.outputs.append([t.detach() for t in call[-1]])

    def _loss(self, outputs: Any, seed: torch.Tensor) -> torch.Tensor:
        """The root of the backward pass: the sum of all losses times the seed."""
        losses = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
        losses = [t for t in losses if t.requires_grad] or losses
        return torch.stack([(t * seed.to(t.dtype)).sum() for t in losses]).sum()

    def __call__(self, micros: Sequence[tuple[Any, ...]], seeds: Any) -> list[list[torch.Tensor]]:
        self.outputs = []
        named = [_by_name(micro) for micro in micros]
        if self.schedule is None:
            return []
        run_schedule(self.schedule, named, seeds)
        outputs_of_micros, self.outputs = self.outputs, []
        return outputs_of_micros


def _say_segments(network: Cell) -> None:
    """Warns once of segments, where the order of the stages alone says which chunk a Cell belongs to."""
    for _, cell in network.cells_and_names():
        if cell.pipeline_segment is not None:
            why = "a stage that comes again begins its next chunk, except with 'zero_bubble_v' and 'dual_pipe_v'"
            no_effect("Cell", "pipeline_segment", cell.pipeline_segment, why)


def _by_name(micro: tuple[Any, ...]) -> dict[str, torch.Tensor]:
    """A micro-batch as keyword arguments: every stage has it, so it is not sent."""
    return {f"input{i}": a._t for i, a in enumerate(micro) if isinstance(a, Tensor)}


def _example_value(split: SplitGraph, chunk: Chunk, name: str) -> torch.Tensor:
    """An example tensor of a value."""
    local = chunk.local.get(name)
    value = split.like[name] if local is None else local
    if isinstance(value, torch.Tensor):
        return value
    raise NotImplementedError(
        "A pipelined network that gives its own inputs or Parameters back is not supported: give what it computes."
    )


def _kind(network: Cell, inputs: tuple[Any, ...]) -> Any:
    """The key of a split graph: the network's mode, shapes and types, Python's values."""
    return network.training, tuple(_one_kind(a) for a in inputs)


def _one_kind(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value._t.dtype, tuple(value._t.shape)
    return type(value), value if isinstance(value, (int, float, bool, str)) else id(value)
