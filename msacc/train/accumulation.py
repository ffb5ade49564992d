"""Gradient accumulation as building blocks: forward-backward, update, clear.

Three Cells, so three compiled graphs whatever the number of mini-batches: memory is that of one
mini-batch, and the parameters are updated once per `mini_steps` of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.nn.cell import Cell
from msacc.nn.wrap.loss_cells import WithLossCell
from msacc.step.micro_step import MicroStep
from msacc.step.step_factory import accumulator_factory
from msacc.train.dataset_helper import DatasetHelper

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.dataset.dataset import Dataset
    from msacc.nn.optim.optimizer import Optimizer


class TrainForwardBackward(MicroStep):
    """Forward and backward of one mini-batch; adds the gradients to `grad_sum` and returns the loss.

    `network`: gives the loss. `grad_sum`: one Parameter per parameter of `optimizer`, such as
    `optimizer.parameters.clone(prefix="grad_sum", init="zeros")`. `sens` multiplies the gradients.
    ValueError for another number of Parameters.
    """

    def __init__(
        self, network: Cell, optimizer: Optimizer, grad_sum: Sequence[Parameter], sens: float = 1.0
    ):
        super().__init__(network, optimizer.parameters, grad_sum)
        self.network.set_grad()
        self.optimizer = optimizer
        self.grad_sum = ParameterTuple(grad_sum)
        if len(self.grad_sum) != len(self.weights):
            raise ValueError(
                f"For 'TrainForwardBackward', 'grad_sum' must hold one Parameter for each of the "
                f"optimizer's {len(self.weights)}, but got {len(self.grad_sum)}."
            )
        self.sens = sens

    def construct(self, *inputs: Any) -> Any:
        return super().construct(self.sens, *inputs)


class TrainOptim(Cell):
    """Updates the parameters with the accumulated gradients."""

    def __init__(self, optimizer: Optimizer, grad_sum: Sequence[Parameter]):
        super().__init__(auto_prefix=False)
        self.optimizer = optimizer
        self.grad_sum = ParameterTuple(grad_sum)

    def construct(self) -> Any:
        return self.optimizer(self.grad_sum)


class TrainClear(Cell):
    """Sets the accumulated gradients to zero (or to `zeros`, one Parameter each)."""

    def __init__(self, grad_sum: Sequence[Parameter], zeros: Sequence[Parameter] | None = None):
        super().__init__(auto_prefix=False)
        self.grad_sum = ParameterTuple(grad_sum)
        self.zeros = None if zeros is None else ParameterTuple(zeros)

    def construct(self) -> bool:
        with torch.no_grad():
            sums = [s._t for s in self.grad_sum]
            if self.zeros is None:
                torch._foreach_zero_(sums)
            else:
                torch._foreach_copy_(sums, [z._t for z in self.zeros])
        return True


_REMAINDERS = ("carry", "span", "flush", "drop")


class GradientAccumulation:
    """Trains `network` with `loss_fn`, updating it once every `mini_steps` batches of an epoch.

    The gradients of the mini-batches are added up (`sens=1 / mini_steps` takes their mean).
    `remainder`: what becomes of the batches left over at an epoch's end, fewer than `mini_steps`.
    "carry" (default, as MindSpore's tutorial does): their gradients stay and go, unscaled, into the next
    epoch's first window, which still counts `mini_steps` batches of its own. "span": the count goes on, so
    that windows reach over epochs. "flush": an update at the epoch's end, scaled by mini_steps / leftover,
    so that with `sens=1 / mini_steps` it is the mean over the true number. "drop": forgotten.

    Raises TypeError when `mini_steps` is no int, ValueError when it is below 1 or for another `remainder`.
    """

    def __init__(
        self,
        network: Cell,
        loss_fn: Callable[..., Any],
        optimizer: Optimizer,
        mini_steps: int = 1,
        sens: float = 1.0,
        *,
        remainder: str = "carry",
    ):
        self.mini_steps = check.positive_int("GradientAccumulation", "mini_steps", mini_steps)
        if remainder not in _REMAINDERS:
            raise ValueError(
                f"For 'GradientAccumulation', 'remainder' should be one of {_REMAINDERS}, got {remainder!r}."
            )
        self.remainder = remainder
        self.sens = sens
        factory = accumulator_factory("GradientAccumulation", WithLossCell(network, loss_fn))
        self.train_step = factory.build(
            optimizer, prefix="grad_sum", reduction="sum", loss_scale=self._sens
        ).set_train()
        self._micro_steps = 0

    @property
    def grad_sum(self) -> Any:
        """The gradient sums, in one process; None where they are spread over several."""
        return self.train_step.accu_grads

    def step(self, *inputs: Any, mini_steps: int | None = None) -> tuple[Any, bool]:
        """Take in one mini-batch; returns (its loss, whether the parameters were updated)."""
        loss = self.train_step.micro_batch(self.train_step.local_batch(inputs))
        self._micro_steps += 1
        due = self._micro_steps >= (mini_steps or self.mini_steps)
        updated = due and self.train_step.plan.switch.on
        if updated:
            self._apply()
        return loss, updated

    def _sens(self) -> float:
        return self.sens

    def _apply(self, times: float = 1.0) -> None:
        self.train_step.finish_window(times)
        self._micro_steps = 0

    def end_epoch(self, mini_steps: int | None = None) -> bool:
        """Deal with what is left over, as `remainder` says; returns whether parameters were updated."""
        remaining, self._micro_steps = (
            self._micro_steps,
            self._micro_steps if self.remainder == "span" else 0,
        )
        if remaining and self.remainder == "drop":
            self.train_step.forget_window()
        if not remaining or self.remainder != "flush":
            return False
        self._apply((mini_steps or self.mini_steps) / remaining)
        return True

    def train_process(
        self, epoch: int, train_dataset: Dataset, mini_steps: int | None = None
    ) -> None:
        """Train for `epoch` epochs, printing the loss at every update."""
        if mini_steps is not None:
            check.positive_int("GradientAccumulation", "mini_steps", mini_steps)
        check.positive_int("GradientAccumulation", "epoch", epoch)
        helper = DatasetHelper(train_dataset, dataset_sink_mode=False, epoch_num=epoch)
        for number in range(1, epoch + 1):
            step, loss = 0, None
            for batch in helper:
                loss, updated = self.step(*batch, mini_steps=mini_steps)
                if updated:
                    step += 1
                    print("epoch:", number, "step:", step, "loss is ", loss)
            if self.end_epoch(mini_steps):
                print("epoch:", number, "step:", step + 1, "loss is ", loss)
            train_dataset.reset()
