"""A network that cuts its batch by `_MicroBatch`, for a loss per token, over stages: `own_cut.py CASE... [graph]`.

The step is written as large-model libraries write it: two sums, of losses and of tokens, the second added up over the
stages. The reference is one process with the whole batch.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import torch.distributed as dist
from msacc.nn.wrap.cell_wrapper import _MicroBatch, _VirtualDatasetCell
from msacc.nn.wrap.loss_scale import grad_scale

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import create_group, get_group_size, get_rank, init
from tests.dist.programs.pipelined import Tied, momentum, part, same, semi_auto, tensors, words
from tests.dist.programs.summed import Clip

STEPS, BOUND = 10, 0.05


class PerToken(nn.Cell):
    """(the sum of the losses of targets above 0, their number)."""

    def __init__(self, network: nn.Cell):
        super().__init__(auto_prefix=False)
        self.network = network
        self.loss = nn.CrossEntropyLoss(reduction="none")

    def construct(self, x: Any, y: Any) -> Any:
        mask = (y > 0).astype(ms.float32)
        return (self.loss(self.network(x), y) * mask).sum(), mask.sum()


class TwoSums(nn.Cell):
    """Adds up both results over the micro-batches, or weighs the first ones as `weights` say."""

    def __init__(self, network: nn.Cell, micros: int, weights: tuple[float, ...] = ()):
        super().__init__(auto_prefix=False)
        self.network, self.weights = network, weights or (1.0,) * micros
        self.micro_inputs = nn.CellList([_MicroBatch(micros) for _ in range(micros)])
        self._get_attr_from_cell(network)

    def construct(self, *inputs: Any) -> Any:
        first, second = 0, 0
        for i, weight in enumerate(self.weights):
            a, b = self.network(*self.micro_inputs[i](i, *inputs))
            first, second = first + a * weight, second + b
        return first, second


class Step(nn.TrainOneStepWithLossScaleCell):
    """Gives the loss per token; gradients are clipped and applied."""

    def __init__(self, network: nn.Cell, optimizer: Any, group: str):
        super().__init__(network, optimizer, Tensor(64.0))
        self.accu_grads = self.weights.clone(prefix="accu_grads", init="zeros")
        self.over_stages, self.hyper_map = ops.AllReduce(group=group), ops.HyperMap()
        self.clip = Clip(BOUND)

    def construct(self, *inputs: Any) -> Any:
        total, tokens = self.network(*inputs)
        tokens = self.over_stages(tokens)
        seeds = ops.ones_like(total) * self.scale_sense, ops.zeros_like(tokens)
        grads = self.grad(self.network, self.weights)(*inputs, seeds)
        grads = self.hyper_map(
            ops.partial(grad_scale, self.scale_sense * tokens), grads, self.accu_grads
        )
        grads = self.clip(grads)
        self.optimizer(grads)
        return total / tokens


def reference(data: list[Any]) -> tuple[list[np.ndarray], list[float]]:
    ms.set_seed(3)
    net = Tied(2)
    optimizer = momentum(net)

    def loss(x: Any, y: Any) -> Any:
        total, tokens = network(x, y)
        return total / tokens

    network, losses = PerToken(net).set_train(), []
    taken = ms.value_and_grad(loss, None, optimizer.parameters)
    for batch in data:
        value, grads = taken(*tensors(batch))
        norm = float(sum(float((g * g).sum()) for g in grads)) ** 0.5
        optimizer(tuple(g * min(1.0, BOUND / norm) for g in grads))
        losses.append(float(value))
    return [p.asnumpy().copy() for p in net.get_parameters()], losses


def per_token(virtual: bool = False) -> None:
    """Micro-batches, and copies of a stage, with different numbers of tokens."""
    copies, data = get_group_size() // 2, words(STEPS, 16)
    wanted, expected = reference(data)
    semi_auto(2)
    first = get_rank() % copies
    group = f"stages{first}{virtual}"
    create_group(group, [first, first + copies])
    ms.set_seed(3)
    net = Tied(2)
    network: Any = TwoSums(PerToken(net), 4)
    network = _VirtualDatasetCell(network) if virtual else network
    step = Step(network, momentum(net), group).set_train()
    losses = [float(step(*tensors(part(batch, copies)))) for batch in data]
    same("per_token losses", losses, expected)
    found = [ms.parallel.full_value(p).asnumpy() for p in net.get_parameters()]
    same("per_token", found, wanted)


def virtual() -> None:
    """Around it the Cell that MindSpore has for batches."""
    per_token(True)


def weighed() -> None:
    """Results that are weighed differently cannot be had: the error says so, on all processes."""
    semi_auto(2)
    net = Tied(2)
    network = TwoSums(PerToken(net), 4, (1.0, 2.0, 1.0, 1.0)).set_train()
    weights = ms.ParameterTuple(net.trainable_params())
    grad = ops.GradOperation(get_by_list=True, sens_param=True)(network, weights)
    try:
        grad(*tensors(words(1, 16)[0]), (Tensor(1.0), Tensor(0.0)))
    except NotImplementedError as error:
        assert "same factor" in str(error), error
    else:
        raise AssertionError("it should have been refused")
    same("weighed", [0.0], [0.0])


def main(names: list[str]) -> None:
    init()
    if "graph" in names:
        ms.set_context(mode=ms.GRAPH_MODE)
    for name in names:
        if name != "graph":
            globals()[name]()
            dist.barrier()
            ms.reset_auto_parallel_context()


if __name__ == "__main__":
    main(sys.argv[1:])
