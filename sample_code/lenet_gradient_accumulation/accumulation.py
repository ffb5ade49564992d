"""Gradient accumulation written out: add the gradients up, update, clear."""

from __future__ import annotations

from typing import Any

import mindspore.nn as nn
import mindspore.ops as ops
from mindspore import DatasetHelper, ParameterTuple, save_checkpoint

add_up = ops.MultitypeFuncGraph("add_up")
set_back = ops.MultitypeFuncGraph("set_back")


@add_up.register("Tensor", "Tensor")
def _add_gradient(total, gradient):
    return ops.AssignAdd()(total, gradient)


@set_back.register("Tensor", "Tensor")
def _set_to_zero(total, zero):
    return ops.depend(True, ops.assign(total, zero))


class TrainForwardBackward(nn.Cell):
    """Forward and backward of one mini-batch; the gradients are added to `grad_sum`."""

    def __init__(self, network, optimizer, grad_sum, sens=1.0):
        super().__init__(auto_prefix=False)
        self.network = network
        self.network.set_grad()
        self.network.add_flags(defer_inline=True)
        self.weights = ParameterTuple(network.trainable_params())
        self.optimizer = optimizer
        self.grad_sum = grad_sum
        self.grad = ops.GradOperation(get_by_list=True, sens_param=True)
        self.sens = sens
        self.hyper_map = ops.HyperMap()

    def construct(self, *inputs):
        weights = self.weights
        loss = self.network(*inputs)
        sens = ops.Fill()(ops.DType()(loss), ops.Shape()(loss), self.sens)
        grads = self.grad(self.network, weights)(*inputs, sens)
        return ops.depend(loss, self.hyper_map(ops.partial(add_up), self.grad_sum, grads))


class TrainOptim(nn.Cell):
    """One update with the gradients added up so far."""

    def __init__(self, optimizer, grad_sum):
        super().__init__(auto_prefix=False)
        self.optimizer = optimizer
        self.grad_sum = grad_sum

    def construct(self):
        return self.optimizer(self.grad_sum)


class TrainClear(nn.Cell):
    """Sets the sums back to zero."""

    def __init__(self, grad_sum, zeros):
        super().__init__(auto_prefix=False)
        self.grad_sum = grad_sum
        self.zeros = zeros
        self.hyper_map = ops.HyperMap()

    def construct(self):
        return self.hyper_map(ops.partial(set_back), self.grad_sum, self.zeros)


class GradientAccumulation:
    """Trains `network`, updating it once every few mini-batches."""

    def __init__(self, network: Any, loss_fn: Any, optimizer: Any):
        self.grad_sum = optimizer.parameters.clone(prefix="grad_sum", init="zeros")
        self.zeros = optimizer.parameters.clone(prefix="zeros", init="zeros")
        with_loss = nn.WithLossCell(network, loss_fn)
        self.forward_backward = TrainForwardBackward(
            with_loss, optimizer, self.grad_sum
        ).set_train()
        self.optim = TrainOptim(optimizer, self.grad_sum).set_train()
        self.clear = TrainClear(self.grad_sum, self.zeros).set_train()

    def train_process(self, epochs: int, dataset: Any, mini_steps: int, path: str) -> None:
        """Train, print the loss at each update, write a checkpoint to `path`."""
        helper = DatasetHelper(dataset, dataset_sink_mode=False, epoch_num=epochs)
        for epoch in range(epochs):
            step = 0
            for k, batch in enumerate(helper):
                loss = self.forward_backward(*batch)
                if (k + 1) % mini_steps == 0:
                    step += 1
                    print("epoch:", epoch + 1, "step:", step, "loss is ", loss)
                    self.optim()
                    self.clear()
            dataset.reset()
        save_checkpoint(self.forward_backward, path)
