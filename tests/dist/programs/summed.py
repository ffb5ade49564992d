"""A step as large-model libraries write it: it reads the sums of its micro-batches' gradients itself."""

from __future__ import annotations

from typing import Any

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.nn.wrap.cell_wrapper import _VirtualDatasetCell
from msacc.nn.wrap.loss_scale import grad_scale


class Clip(nn.Cell):
    """A Cell, which graph mode would compile by itself."""

    def __init__(self, bound: float):
        super().__init__()
        self.bound = bound

    def construct(self, grads: Any) -> Any:
        return ops.clip_by_global_norm(grads, self.bound)


class Summed(nn.TrainOneStepWithLossScaleCell):
    """Gives the sum of the micro-batches' losses; the mean of their gradients is clipped to `bound` and applied."""

    def __init__(self, network: nn.Cell, optimizer: Any, micros: int, bound: float):
        super().__init__(_VirtualDatasetCell(network), optimizer, Tensor(1024.0))
        self.accu_grads = self.weights.clone(prefix="accu_grads", init="zeros")
        self.allreduce, self.hyper_map = ops.AllReduce(), ops.HyperMap()
        self.micros, self.clip = micros, Clip(bound)

    def construct(self, *inputs: Any) -> Any:
        loss = self.network(*inputs)
        seed = ops.ones_like(loss) * (self.scale_sense / self.micros)
        grads = self.grad(self.network, self.weights)(*inputs, seed)
        grads = self.hyper_map(ops.partial(grad_scale, self.scale_sense), grads, self.accu_grads)
        grads = self.clip(grads)
        overflow = self.process_loss_scale(self.get_overflow_status(None, grads))
        if not overflow:
            self.optimizer(grads)
        return loss


def one_batch(network: nn.Cell, optimizer: Any, data: list[Any], bound: float) -> list[float]:
    """The same with each batch as a whole, in one process: (losses)."""
    taken = ms.value_and_grad(network.set_train(), None, optimizer.parameters)
    losses = []
    for batch in data:
        loss, grads = taken(*[Tensor(a.copy()) for a in batch])
        norm = float(sum(float((g * g).sum()) for g in grads)) ** 0.5
        optimizer(tuple(g * min(1.0, bound / norm) for g in grads))
        losses.append(float(loss))
    return losses
