"""Gradient accumulation as building blocks: forward-backward, update, clear.

Three Cells, so three compiled graphs whatever the number of mini-batches: memory is that of one
mini-batch, and the parameters are updated once per `mini_steps` of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.tensor import Tensor
from msacc.graph import GradOperation
from msacc.nn.cell import Cell
from msacc.nn.wrap.train_cells import WithLossCell, seeds_like
from msacc.train.dataset_helper import DatasetHelper
from msacc.train.effective_batch import announce
from msacc.train.valid_targets import ValidTargets


class TrainForwardBackward(Cell):
    """Forward and backward of one mini-batch; adds the gradients to `grad_sum` and returns the loss.

    `network`: gives the loss. `grad_sum`: one Parameter per parameter of `optimizer`, such as
    `optimizer.parameters.clone(prefix="grad_sum", init="zeros")`. `sens` multiplies the gradients.
    """

    def __init__(
        self, network: Cell, optimizer: Any, grad_sum: Sequence[Parameter], sens: float = 1.0
    ):
        super().__init__(auto_prefix=False)
        self.network = network
        self.network.set_grad()
        self.weights = optimizer.parameters
        self.optimizer = optimizer
        self.grad_sum = ParameterTuple(grad_sum)
        if len(self.grad_sum) != len(self.weights):
            raise ValueError(
                f"For 'TrainForwardBackward', 'grad_sum' must hold one Parameter for each of the "
                f"optimizer's {len(self.weights)}, but got {len(self.grad_sum)}."
            )
        self.grad = GradOperation(get_by_list=True, sens_param=True)
        self.sens = sens

    def construct(self, *inputs: Any) -> Any:
        loss = self.network(*inputs)
        grads = self.grad(self.network, self.weights)(*inputs, seeds_like(loss, self.sens))
        with torch.no_grad():
            torch._foreach_add_([s._t for s in self.grad_sum], [g._t for g in grads])
        return loss


class TrainOptim(Cell):
    """Updates the parameters with the accumulated gradients."""

    def __init__(self, optimizer: Any, grad_sum: Sequence[Parameter]):
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
            held = [s._t for s in self.grad_sum]
            if self.zeros is None:
                torch._foreach_zero_(held)
            else:
                torch._foreach_copy_(held, [z._t for z in self.zeros])
        return True


def micro_batch(inputs: Sequence[Any], index: int, count: int) -> tuple[Any, ...]:
    """The `index`-th of `count` equal slices of every input along axis 0.

    ValueError where the size of axis 0 is no multiple of `count`.
    """
    return tuple([_slice(item, index, count) for item in inputs])


def _slice(item: Any, index: int, count: int) -> Any:
    if not isinstance(item, Tensor):
        raise TypeError(f"Accumulation slices Tensors along axis 0, but an input is {item!r}.")
    size = item.shape[0] if item.ndim else 0
    if size == 0 or size % count:
        raise ValueError(
            f"For micro batch initialization, the 0th dimension shape of input({size}) must be divided by "
            f"micro size({count})"
        )
    part = size // count
    return Tensor(item._t[index * part : (index + 1) * part])


class AccumulatedTrainStep(Cell):
    """A train step over `micro_size` slices of a batch; returns the SUM of their losses.

    The update uses the MEAN of their gradients (times `sens` if given), so the result is that of
    the whole batch. Its own parameters are `accu_grads.<name>`.
    """

    def __init__(self, network: Cell, optimizer: Any, micro_size: int, sens: Any = None):
        super().__init__(auto_prefix=False)
        self.micro_size = check.positive_int("GradAccumulation", "micro_size", micro_size)
        self.network, self.optimizer = network, optimizer
        self.weights = optimizer.parameters
        self.accu_grads = self.weights.clone(prefix="accu_grads", init="zeros")
        self.sens = 1.0 / micro_size if sens is None else sens
        self.forward_backward = TrainForwardBackward(network, optimizer, self.accu_grads, self.sens)
        self.update = TrainOptim(optimizer, self.accu_grads)
        self.clear = TrainClear(self.accu_grads)
        self.__dict__["targets"] = ValidTargets(network)

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        """Run the three Cells, each compiled on its own in GRAPH_MODE."""
        if kwargs:
            raise TypeError(f"Accumulation takes positional inputs only, but got {sorted(kwargs)}.")
        total: Any = None
        for i in range(self.micro_size):
            part = micro_batch(inputs, i, self.micro_size)
            if i == 0:
                announce(part, self.micro_size, 1)
            self.targets.see(part)
            loss = self.forward_backward(*part)
            total = loss if total is None else Tensor(total._t + loss._t)
        self.update()
        self.clear()
        self.targets.judge(self.targets.take())
        return total

    construct = __call__


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
        loss_fn: Any,
        optimizer: Any,
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
        self.grad_sum = optimizer.parameters.clone(prefix="grad_sum", init="zeros")
        with_loss = WithLossCell(network, loss_fn)
        self.forward_backward = TrainForwardBackward(
            with_loss, optimizer, self.grad_sum, sens
        ).set_train()
        self.update = TrainOptim(optimizer, self.grad_sum).set_train()
        self.clear = TrainClear(self.grad_sum).set_train()
        self._seen = 0

    def step(self, *inputs: Any, mini_steps: int | None = None) -> tuple[Any, bool]:
        """Take in one mini-batch; returns (its loss, whether the parameters were updated)."""
        loss = self.forward_backward(*inputs)
        self._seen += 1
        updated = self._seen >= (mini_steps or self.mini_steps)
        if updated:
            self._apply()
        return loss, updated

    def _apply(self) -> None:
        self.update()
        self.clear()
        self._seen = 0

    def end_epoch(self, mini_steps: int | None = None) -> bool:
        """Deal with what is left over, as `remainder` says; returns whether parameters were updated."""
        left, self._seen = self._seen, self._seen if self.remainder == "span" else 0
        if left and self.remainder == "drop":
            self.clear()
        if not left or self.remainder != "flush":
            return False
        with torch.no_grad():
            held = [s._t for s in self.grad_sum]
            torch._foreach_mul_(held, (mini_steps or self.mini_steps) / left)
        self._apply()
        return True

    def train_process(self, epoch: int, train_dataset: Any, mini_steps: int | None = None) -> None:
        """Train for `epoch` epochs, printing the loss at every update."""
        if mini_steps is not None:
            check.positive_int("GradientAccumulation", "mini_steps", mini_steps)
        check.positive_int("GradientAccumulation", "epoch", epoch)
        helper = DatasetHelper(train_dataset, dataset_sink_mode=False, epoch_num=epoch)
        for number in range(1, epoch + 1):
            step, loss = 0, None
            for batch in helper:
                announce(batch, mini_steps or self.mini_steps, 1)
                loss, updated = self.step(*batch, mini_steps=mini_steps)
                if updated:
                    step += 1
                    print("epoch:", number, "step:", step, "loss is ", loss)
            if self.end_epoch(mini_steps):
                print("epoch:", number, "step:", step + 1, "loss is ", loss)
            train_dataset.reset()
