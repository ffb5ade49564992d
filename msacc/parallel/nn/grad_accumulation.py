"""GradAccumulation: one step's batch computed in several micro-batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common.gradient_sums import mark_sums_due
from msacc.common.tensor import wrap
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.nn.wrap.plan_following import FollowsPlans
from msacc.step.batches import split
from msacc.step.plan import COMMUNICATIONS
from msacc.step.step import TrainStep
from msacc.step.wrapper import StepWrapper

_REDUCTIONS = ("mean", "sum")
_REMAINDERS = ("error", "short")
_GRADIENT_OPTIONS = (
    "micro_size",
    "reduction",
    "remainder",
    "count",
    "clip_norm",
    "running_statistics",
    "communication",
    "memory",
)


class GradAccumulation(StepWrapper):
    """Wraps a loss network so that each step runs as `micro_size` micro-batches.

    Inputs (Tensors, also in tuples, lists and dicts) are cut along axis 0 into equal, contiguous parts.
    Calling the cell returns the SUM of the micro-batches' losses. `Model.train` adds the micro-batches'
    gradients up and applies them once.

    msacc's own keywords: `reduction`: "mean" (default, MindSpore since 2.6) applies the mean of the
    micro-batches' gradients, "sum" what MindSpore did before.

    `remainder`: "error" (default) raises MindSpore's ValueError for a batch that `micro_size` does not
      divide; "short" allows a shorter last micro-batch and weights each by its size.
    `count`: a function of one micro-batch's inputs that gives its number of valid targets.
    `clip_norm`: bound on the global norm of the gradient, applied once per step after normalisation.
    `running_statistics`: "micro" (default) lets BatchNorm's running statistics follow each micro-batch,
      "batch" makes them those of the whole batch over all processes (normalisation itself stays per
      micro-batch).
    `communication`: "reduce_once" keeps gradient sums whole and reduces them once per step, "scatter_each"
      reduce-scatters each micro-batch's, "sync_always" reduces each micro-batch's completely; the numbers are
      the same. Default: what `hsdp`'s optimizer_level says, else "reduce_once". `micro_size="auto"`: the
      fewest micro-batches whose activations fit into `memory` (bytes, or "2GB"), found at the first step; the
      numbers are those of that micro_size.
    `memory` may be left out on a GPU.

    The gradient is then divided by the total over all micro-batches and processes instead of weighting each
    micro-batch equally; a micro-batch without valid targets adds nothing.

    Raises TypeError when `network` is no Cell or `micro_size` no int, ValueError for other values and for a
    network with a train step in it.
    """

    def __init__(
        self,
        network: Cell,
        micro_size: int | str,
        *,
        reduction: str = "mean",
        remainder: str = "error",
        count: Callable[..., Any] | None = None,
        clip_norm: float | None = None,
        running_statistics: str = "micro",
        communication: str | None = None,
        memory: int | str | None = None,
    ):
        super().__init__(auto_prefix=False)
        if not isinstance(network, Cell):
            raise TypeError(
                f"For 'GradAccumulation', 'network' must be a Cell, but got {type(network)}."
            )
        _refuse_steps(network)
        self.memory = _check_micro_size(micro_size, memory)
        _one_of("reduction", reduction, _REDUCTIONS)
        _one_of("remainder", remainder, _REMAINDERS)
        _one_of("running_statistics", running_statistics, ("micro", "batch"))
        if communication is not None:
            _one_of("communication", communication, COMMUNICATIONS)
        if count is not None and not callable(count):
            raise TypeError(
                f"For 'GradAccumulation', 'count' should be a function, but got {count!r}."
            )
        if count is not None and reduction == "sum":
            raise ValueError(
                "For 'GradAccumulation', 'count' divides by the number of targets, which reduction='sum' "
                "would not do; leave one of them out."
            )
        if clip_norm is not None and not clip_norm > 0:
            raise ValueError(
                f"For 'GradAccumulation', 'clip_norm' should be above 0, but got {clip_norm!r}."
            )
        self.network = network
        self.micro_size = micro_size
        self.reduction, self.remainder, self.count, self.clip_norm = (
            reduction,
            remainder,
            count,
            clip_norm,
        )
        self.running_statistics, self.communication = running_statistics, communication

    def on_step_begin(self) -> None:
        """A step with this wrapper's settings begins."""
        self.__dict__["_msacc_begun"] = True

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _GRADIENT_OPTIONS and self.__dict__.get("_msacc_begun"):
            once(
                f"late:{name}",
                f"GradAccumulation.{name}={value!r} comes after a training step of this network began, which goes on "
                "as it was; set it before the first step.",
            )
        super().__setattr__(name, value)

    def plan_fields(self) -> dict[str, Any]:
        """Micro-batches, their weights, and the communication of their gradients."""
        return {name: getattr(self, name) for name in _GRADIENT_OPTIONS}

    def construct(self, *inputs: Any, **kwargs: Any) -> Any:
        mark_sums_due()
        total = None
        for *micro, named in self.slices((*inputs, kwargs)):
            loss = self.network(*micro, **named)
            total = loss if total is None else wrap(total._t + loss._t)
        return total

    wraps = construct

    def slices(self, inputs: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The inputs of each micro-batch; ValueError where `micro_size` does not fit."""
        micro_size = self.micro_size
        if not isinstance(micro_size, int):
            raise RuntimeError("micro_size='auto' is found by Model.train; it is not known yet.")
        return split(inputs, micro_size, self.remainder)


def _refuse_steps(network: Cell) -> None:
    """ValueError where every micro-batch would update."""
    for _, cell in network.cells_and_names():
        if isinstance(cell, (FollowsPlans, TrainStep)):
            raise ValueError(
                f"For 'GradAccumulation', 'network' should give the loss, but there is a {cell.cls_name} in it, which "
                "would update after each micro-batch; put GradAccumulation around the network that it trains."
            )


def _check_micro_size(micro_size: object, memory: object) -> Any:
    if micro_size == "auto":
        if memory is not None and not isinstance(memory, (int, str)):
            raise TypeError(
                f"For 'GradAccumulation', 'memory' should be bytes or like '2GB', got {memory!r}."
            )
        return memory
    if not isinstance(micro_size, int) or isinstance(micro_size, bool):
        raise TypeError(
            f"For 'GradAccumulation', 'micro_size' must be an int or 'auto', but got {type(micro_size)}."
        )
    if micro_size <= 0:
        raise ValueError(
            f"For 'GradAccumulation', 'micro_size' must be above 0, but got {micro_size}."
        )
    if memory is not None:
        raise ValueError("For 'GradAccumulation', 'memory' goes with micro_size='auto' only.")
    return None


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(
            f"For 'GradAccumulation', '{name}' should be one of {allowed}, but got {value!r}."
        )


class MicroBatchInterleaved(Cell):
    """Runs the batch in `interleave_num` parts and returns the SUM of their losses, as in MindSpore.

    `network`: a Cell that gives the loss.
    `interleave_num`: an int above 0 that divides the batch. Gradients are those of the sum: divide the loss
      for their mean.

    MindSpore interleaves the parts so that communication overlaps computation; here they run one after the
    other. TypeError or ValueError for other arguments.
    """

    def __init__(self, network: Cell, interleave_num: int = 2):
        super().__init__(auto_prefix=False)
        if not isinstance(network, Cell):
            raise TypeError(
                f"For 'MicroBatchInterleaved', 'network' must be a Cell, but got {type(network)}."
            )
        if not isinstance(interleave_num, int) or isinstance(interleave_num, bool):
            raise TypeError(
                f"For 'MicroBatchInterleaved', 'interleave_num' must be int, got {interleave_num!r}."
            )
        if interleave_num <= 0:
            raise ValueError(f"'interleave_num' must be above 0, but got {interleave_num}.")
        self.network, self.interleave_num = network, interleave_num

    def construct(self, *inputs: Any) -> Any:
        losses = [self.network(*micro)._t for micro in split(inputs, self.interleave_num)]
        total = losses[0]
        for loss in losses[1:]:
            total = total + loss
        return wrap(total)
