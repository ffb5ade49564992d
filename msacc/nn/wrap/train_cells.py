"""TrainOneStepCell: a network, its optimizer, and one step of training."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import leaves
from msacc.graph import GradOperation
from msacc.nn.cell import Cell
from msacc.nn.wrap.plan_following import FollowsPlans


class TrainOneStepCell(FollowsPlans):
    """One training step: forward, backward, update; returns the loss.

    `network`: a Cell that gives the loss.
    `optimizer`: an Optimizer over its parameters.
    `sens`: None or a number, what the gradient is seeded with (1 by default).
    `return_grad`: return (loss, {parameter name: gradient}).

    Called with the network's inputs. In DATA_PARALLEL the gradients are reduced over the processes (mean or
    sum: `gradients_mean` of the parallel context). A network in AutoParallel or GradAccumulation is trained
    as they ask.

    Raises ValueError for `sens` 0, NotImplementedError for `return_grad` with such a network.

    As in MindSpore.
    """

    def __init__(
        self,
        network: Cell,
        optimizer: Cell,
        sens: Tensor | float | None = None,
        return_grad: bool = False,
    ):
        super().__init__(auto_prefix=False)
        if sens is not None and not isinstance(sens, Tensor) and sens == 0:
            raise ValueError("For 'TrainOneStepCell', the input argument of 'sens' can not be 0.")
        self.network = network
        self.network.set_grad()
        self.optimizer = optimizer
        self.weights = optimizer.parameters
        self.grad = GradOperation(get_by_list=True, sens_param=True)
        self.grad_no_sens = GradOperation(get_by_list=True)
        self.sens = 1.0 if sens is None else sens
        self.sense_flag = sens is not None
        self.return_grad = return_grad
        self.weights_name = [p.name for p in optimizer.parameters]
        # What steps of large-model libraries ask: OnRequestExit ends a run here without the step's help.
        self.use_graceful_exit = False
        self._msacc_begin_to_follow()

    def construct(self, *inputs: Any) -> Any:
        if self._msacc_step_factory is not None:  # a subclass calls it from a construct of its own
            return self._msacc_train_step(self._msacc_step_factory)(*inputs)
        loss = self.network(*inputs)
        grads = self.grad_reducer(self._msacc_gradients(inputs, loss))
        self.optimizer(grads)
        return (
            (loss, dict(zip(self.weights_name, grads, strict=False))) if self.return_grad else loss
        )

    _msacc_replaceable = construct
    # Subclasses in old scripts call the step by this name where no `sens` was given.
    _no_sens_impl = construct

    def _msacc_gradients(self, inputs: tuple[Any, ...], loss: Any) -> Any:
        return self.grad(self.network, self.weights)(*inputs, seeds_like(loss, self.sens))


def seeds_like(loss: Any, value: Any) -> Any:
    """A seed of `value` for every Tensor in `loss`; alone where `loss` is one."""
    if not isinstance(loss, Tensor):
        return tuple([seeds_like(item, value) for item in leaves(loss)])
    if not isinstance(value, Tensor) and loss._t.is_floating_point():
        return wrap(torch.full_like(loss._t, value))
    fill = value._t.to(loss._t.dtype) if isinstance(value, Tensor) else value
    return wrap(torch.ones_like(loss._t) * fill)
