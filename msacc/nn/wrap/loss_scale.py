"""Train steps with a scaled loss: steps whose gradients overflow are skipped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.common.without_values import is_noted, is_recorded
from msacc.nn.cell import Cell
from msacc.nn.wrap.loss_scale_helpers import StepParts, UpdateParts
from msacc.nn.wrap.train_cells import TrainOneStepCell, seeds_like
from msacc.ops.debug import all_finite
from msacc.ops.func_graph import MultitypeFuncGraph

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


class DynamicLossScaleUpdateCell(UpdateParts, Cell):
    """A loss scale that shrinks when gradients overflow and grows when they have not for a while.

    `loss_scale_value`: the number to begin with; on overflow the scale is divided by
    `scale_factor`, a number, but not below 1, and after `scale_window` steps, an int, without one
    multiplied by it. `TrainOneStepWithLossScaleCell` calls it with (loss_scale Parameter,
    overflow); it changes the Parameter and returns `overflow`. Raises TypeError for a factor or
    window that is no number. As in MindSpore.
    """

    def __init__(self, loss_scale_value: float, scale_factor: float, scale_window: int):
        super().__init__()
        self.loss_scale_value = loss_scale_value
        self.scale_factor = Tensor(scale_factor, mstype.float32)
        self.scale_window = Tensor(scale_window, mstype.int32)
        self.cur_iter = Parameter(Tensor(1, mstype.int32), name="current_iterator_step")
        self.last_overflow_iter = Parameter(
            Tensor(0, mstype.int32), name="last_overflow_iterator_step"
        )

    def get_loss_scale(self) -> float:
        """The scale to begin with."""
        return self.loss_scale_value

    def construct(self, loss_scale: Tensor, overflow: Tensor | bool) -> Any:
        factor, now, last = self.scale_factor._t, self.cur_iter._t, self.last_overflow_iter._t
        happened, scale = _as_bool(overflow, now.device), loss_scale._t
        with torch.no_grad():
            due = (now - last) >= self.scale_window._t
            lowered = torch.where(happened, (scale / factor).clamp(min=1.0), scale)
            scale.copy_(torch.where(due & ~happened, lowered * factor, lowered))
            last.copy_(torch.where(happened | due, now, last))
            now.add_(1)
        return overflow


class FixedLossScaleUpdateCell(Cell):
    """Leaves the scale as it is; returns overflow.

    `loss_scale_value`: a float, what `get_loss_scale` returns.
    """

    def __init__(self, loss_scale_value: float):
        super().__init__()
        self.loss_scale_value = loss_scale_value

    def get_loss_scale(self) -> float:
        """The scale."""
        return self.loss_scale_value

    def construct(self, _: Tensor, overflow: Tensor | bool) -> Any:
        return overflow


def _as_bool(value: Tensor | bool, device: torch.device) -> torch.Tensor:
    if isinstance(value, Tensor):
        # Where operators are cut it lies on their grid; the scale beside it does not.
        t = value._t.full_tensor() if hasattr(value._t, "full_tensor") else value._t
        return t.reshape(()).bool()
    return torch.tensor(bool(value), device=device)


class TrainOneStepWithLossScaleCell(StepParts, TrainOneStepCell):
    """One training step with a scaled loss; returns (loss, overflow, loss scale).

    `network`: a Cell that gives the loss.
    `optimizer`: an Optimizer over its parameters.
    `scale_sense`: a number Tensor of shape () or (1,), or a Cell such as DynamicLossScaleUpdateCell.

    Called with the network's inputs. A step whose gradients are not all finite changes neither the parameters
    nor the optimizer; `overflow` is then True.

    Raises TypeError for a `scale_sense` of another type, ValueError for one of another shape.

    Differs from MindSpore: overflow is found on the CPU too.
    """

    def __init__(self, network: Cell, optimizer: Optimizer, scale_sense: Tensor | Cell):
        super().__init__(network, optimizer, sens=None)
        self.loss_scaling_manager = None
        if isinstance(scale_sense, Cell):
            self.loss_scaling_manager = scale_sense
            start = Tensor(scale_sense.get_loss_scale(), mstype.float32)
            self.scale_sense = Parameter(start, name="scale_sense")
        elif isinstance(scale_sense, Tensor):
            if tuple(scale_sense.shape) not in ((), (1,)):
                raise ValueError(
                    "For 'TrainOneStepWithLossScaleCell', the shape of 'scale_sense' must be (1,) or (), but "
                    f"got {scale_sense.shape}."
                )
            self.scale_sense = Parameter(scale_sense, name="scale_sense")
        else:
            raise TypeError(
                "For 'TrainOneStepWithLossScaleCell', the 'scale_sense' must be Cell or Tensor, but got "
                f"'scale_sense' type: {type(scale_sense)}."
            )

    def _msacc_scaling(self) -> dict[str, Any]:
        return {
            "loss_scale": self._msacc_seed,
            "drop_overflow": True,
            "overflow_callback": self.process_loss_scale,
        }

    def _msacc_seed(self) -> Any:
        return self.scale_sense

    def construct(self, *inputs: Any) -> Any:
        if self._msacc_step_factory is not None:
            return self._msacc_train_step(self._msacc_step_factory)(*inputs)
        loss = self.network(*inputs)
        scale = self.scale_sense._t.reshape(())
        status, seed = self.start_overflow_check(loss, wrap(scale))
        grads = self.grad(self.network, self.weights)(*inputs, seeds_like(loss, seed))
        grads = tuple([wrap(g._t / scale.to(g._t.dtype)) for g in grads])
        grads = self.grad_reducer(grads)
        used = wrap(self.scale_sense._t.clone())
        overflow = self.get_overflow_status(status, grads)
        self._msacc_update_unless(self.process_loss_scale(overflow), grads)
        return loss, overflow, used

    _msacc_replaceable = construct

    def _msacc_update_unless(self, overflow: Tensor | bool, grads: Sequence[Tensor]) -> None:
        if not (torch.compiler.is_compiling() or is_recorded()):
            if not bool(overflow):
                self.optimizer(grads)
            return
        # In a graph there is no branch: keep what was there where the gradients overflow.
        parameters = list(self.optimizer.get_parameters())
        before = [p._t.clone() for p in parameters]
        self.optimizer(grads)
        skip = _as_bool(overflow, before[0].device)
        with torch.no_grad():
            for p, old in zip(parameters, before, strict=True):
                if not is_noted(p._t):  # a coefficient that the update has read and left alone
                    p._t.copy_(torch.where(skip, old, p._t))

    def set_sense_scale(self, sens: Tensor) -> None:
        """Set the loss scale to `sens`; TypeError unless a Tensor."""
        if not isinstance(sens, Tensor):
            raise TypeError(
                "For 'TrainOneStepWithLossScaleCell', the type of 'sens' must be Tensor, but got "
                f"{type(sens)}"
            )
        self.scale_sense.set_data(sens)

    def start_overflow_check(self, pre_cond: object, compute_input: object) -> tuple[Any, Any]:
        """Nothing to clear here; returns (None, compute_input). `pre_cond` is not looked at."""
        return None, compute_input

    def get_overflow_status(self, status: Any, compute_output: Any) -> Tensor:
        """A bool Tensor: whether any value of `compute_output`, the gradients, is NaN or infinite.

        `status`: what `start_overflow_check` gave, which is not looked at.
        """
        return wrap(~all_finite.raw([g._t for g in compute_output]))

    # A subclass's own are not called by a TrainStep, which looks at all processes' gradients.
    _msacc_left_out: ClassVar[dict[str, Any]] = {
        "start_overflow_check": start_overflow_check,
        "get_overflow_status": get_overflow_status,
    }

    def process_loss_scale(self, overflow: Tensor | bool) -> Any:
        """Update the loss scale; returns whether to skip the step. `overflow`: a bool Tensor."""
        if self.loss_scaling_manager is not None:
            return self.loss_scaling_manager(self.scale_sense, overflow)
        return overflow


grad_scale = MultitypeFuncGraph("grad_scale")
shard_grad_scale = MultitypeFuncGraph("shard_grad_scale")


@grad_scale.register("Tensor", "Tensor", "Tensor")
def _scale_accumulated(scale: Tensor, grad: Tensor, accu_grad: Tensor) -> Tensor:
    """The accumulated gradient divided by the scale; the accumulator starts anew."""
    scaled = wrap(accu_grad._t / scale._t)
    with torch.no_grad():
        accu_grad._t.zero_()
    return scaled


@shard_grad_scale.register("Tensor", "Tensor", "Tensor")
def _scale_sharded(scale: Tensor, grad: Tensor, accu_grad: Tensor) -> Tensor:
    """The gradient divided by the scale; the accumulator starts anew."""
    with torch.no_grad():
        accu_grad._t.zero_()
    return wrap(grad._t / scale._t)
