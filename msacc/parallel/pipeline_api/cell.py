"""PipelineCell: a step's batch in micro-batches that follow each other through the stages."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.cell_tree import refresh_names_once
from msacc.common.gradient_sums import mark_sums_due
from msacc.common.tensor_tree import filled, leaves
from msacc.graph.distributed_cells import DistributedCells
from msacc.graph.execution_state import ForwardEnded, execution
from msacc.nn.cell import Cell
from msacc.parallel.pipeline_api.custom_step import CustomStep
from msacc.parallel.pipeline_api.stage_config import batch_strategy, current_scheme
from msacc.step.batches import split
from msacc.step.step_flag import step_depth
from msacc.step.wrapper import StepWrapper


class PipelineProbe:
    """Records the inputs of a PipelineCell while its step is run without values."""

    on = False
    inputs: tuple[Any, ...] | None = None

    def note(self, inputs: tuple[Any, ...]) -> None:
        """In such a run: a PipelineCell is called with these inputs, which is all that was to be found out."""
        if self.on:
            self.inputs = inputs
            raise ForwardEnded


pipeline_probe = PipelineProbe()


class PipelineCell(StepWrapper):
    """Wraps a network whose Cells have a `pipeline_stage`; each step runs as `micro_size` micro-batches.

    `network`: a Cell that gives the loss.
    `micro_size`: an int above 0 that divides the batch.
    `stage_config`: stages by Cell name, {"backbone.layer1": 0}, instead of setting `pipeline_stage`.
    `segment_config`: accepted the same way, without effect. Each process holds and runs its own stage only.

    Inputs are cut along axis 0. Calling it returns the SUM of the micro-batches' losses on every process;
    `Model.train` and TrainOneStepCell apply the mean of their gradients, a script's own step gets the
    gradients of the sum.

    msacc's own keyword `clip_norm`: bound on the global norm of the gradient, over all stages, where `Model`
    or a train-step Cell updates; each process of a script's own step sees its own stage's gradients alone.

    Raises TypeError for a `network` that is no Cell or a `micro_size` that is no int, ValueError for one
    below 1 or that does not divide the batch, KeyError for a name that is not in the network.

    Differs from MindSpore: it runs on CPUs and GPUs, op by op too, and with one stage or process it
    accumulates gradients.
    """

    def __init__(
        self,
        network: Cell,
        micro_size: int,
        stage_config: dict[str, Any] | None = None,
        segment_config: dict[str, Any] | None = None,
        *,
        clip_norm: float | None = None,
    ):
        super().__init__(auto_prefix=False)
        if not isinstance(network, Cell):
            raise TypeError(
                f"For 'PipelineCell', the argument 'network' must cell type, but got {type(network)}."
            )
        if not isinstance(micro_size, int):
            raise TypeError(
                f"For 'PipelineCell', the argument 'micro_size' must be integer, but got {micro_size!r}."
            )
        if micro_size <= 0:
            raise ValueError(
                f"For 'PipelineCell', the argument 'micro_size' must be large than 0, but got {micro_size}."
            )
        if clip_norm is not None and not clip_norm > 0:
            raise ValueError(
                f"For 'PipelineCell', 'clip_norm' should be above 0, but got {clip_norm!r}."
            )
        self.network, self.micro_size, self.clip_norm = network, micro_size, clip_norm
        _assign(network, "pipeline_stage", "stage_config", stage_config)
        _assign(network, "pipeline_segment", "segment_config", segment_config)
        self.__dict__["_msacc_own_step"] = None
        DistributedCells.exist = True

    def plan_fields(self) -> dict[str, Any]:
        """Micro-batches, which the stages of the context or of AutoParallel share."""
        return {"micro_size": self.micro_size, "clip_norm": self.clip_norm}

    @property
    def _msacc_is_distributed(self) -> bool:
        """Whether it runs on several processes."""
        return not step_depth.value and current_scheme().stages > 1

    def _msacc_is_trained_around(self) -> bool:
        """Whether a step around this Cell has cut the network into stages, over which its Cells run by themselves."""
        return self._msacc_own_step is None and self.network._msacc_pipeline_engine is not None

    def _msacc_step_now(self) -> CustomStep:
        """The pipeline for the current scheme."""
        scheme = current_scheme()
        if self._msacc_own_step is None or self._msacc_own_step.scheme != scheme:
            self.__dict__["_msacc_own_step"] = CustomStep(self.network, scheme)
        return self._msacc_own_step  # type: ignore[no-any-return]

    @property
    def sharded(self) -> bool:
        """Whether the parameters are assigned to stages."""
        return self._msacc_step_now().parameter_stages is not None

    def begin_sharded(self, inputs: tuple[Any, ...]) -> None:
        """Shards operators over the processes of each stage, before a gradient is taken. Collective."""
        self._msacc_step_now().begin_sharded(split(inputs, self.micro_size)[0], batch_strategy())

    def results(self, *inputs: Any) -> list[Any]:
        """The network's result for each micro-batch. Collective."""
        mark_sums_due()
        return self._msacc_step_now().results(split(inputs, self.micro_size))

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        pipeline_probe.note(inputs)
        if execution.now.graph or not self._msacc_is_distributed:
            return super().__call__(*inputs, **kwargs)
        if self._msacc_uncalled:
            refresh_names_once(self)
        if kwargs:
            raise TypeError(f"A pipeline takes positional inputs only, but got {sorted(kwargs)}.")
        if self._msacc_is_trained_around() and not execution.now.gradient:
            return super().__call__(*inputs)
        mark_sums_due()
        step, micros = self._msacc_step_now(), split(inputs, self.micro_size)
        return step.loss(micros) if execution.now.gradient else _total(step.values(micros))

    def construct(self, *inputs: Any, **kwargs: Any) -> Any:
        mark_sums_due()
        return _total([self.network(*micro, **kwargs) for micro in split(inputs, self.micro_size)])

    wraps = construct


class Pipeline(PipelineCell):
    """PipelineCell under the name it has in mindspore.parallel.nn.

    `network`, `micro_size`, `stage_config`, `segment_config` and `clip_norm`, and errors, are its.
    """


def _total(values: list[Any]) -> Any:
    """The sum over the micro-batches, Tensor by Tensor."""
    together = zip(*[[leaf._t for leaf in leaves(value)] for value in values], strict=False)
    return filled(values[0], iter([_sum(parts) for parts in together]))


def _sum(parts: tuple[torch.Tensor, ...]) -> torch.Tensor:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _assign(network: Cell, attribute: str, argument: str, config: dict[str, Any] | None) -> None:
    """Set an attribute of the Cells that `config` names."""
    if config is None:
        return
    left = dict(config.items())
    for path, cell in network.cells_and_names():
        if path and path in left:
            setattr(cell, attribute, left.pop(path))
    whole = str(network)
    if whole in left:
        setattr(network, attribute, left.pop(whole))
    if left:
        names = [path for path, _ in network.cells_and_names() if path]
        raise KeyError(
            f"For 'PipelineCell', the argument '{argument}' : {left} is not found in 'network' : its Cells are {names}."
        )
