"""Convolutions with groups whose channels are cut: each process has its groups. One process is the reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.utils.flop_counter import FlopCounterMode

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, full_value

STEPS = 10


class Net(nn.Cell):
    """By output channels, depthwise, by input channels, and transposed; `over`: how many processes cut channels."""

    def __init__(self, over: int = 0):
        super().__init__()
        self.grouped = nn.Conv2d(8, 16, 3, group=8, has_bias=True, pad_mode="same")
        self.depthwise = nn.Conv2d(16, 16, 3, group=16, has_bias=True, pad_mode="same")
        self.by_input = nn.Conv2d(16, 8, 1, group=8, has_bias=True)
        self.back = nn.Conv2dTranspose(8, 8, 2, 2, group=8, has_bias=True, pad_mode="valid")
        if over:
            rows = get_group_size() // over
            for layer in (self.grouped, self.depthwise):
                layer.conv2d.shard(((rows, 1, 1, 1), (over, 1, 1, 1)))
            self.by_input.conv2d.shard(((rows, 2, 1, 1), (1, 2, 1, 1)))

    def construct(self, x: Any, y: Any) -> Any:
        x = ops.relu(self.grouped(x))
        x = ops.tanh(self.depthwise(x))
        x = self.back(self.by_input(x))
        return ops.square(x.mean((2, 3)) - y).mean()


def trained(over: int, wrap: Any) -> tuple[list[float], list[np.ndarray], int]:
    """Losses, parameters, and the work of the convolutions in one forward pass."""
    ms.set_seed(3)
    net = Net(over)
    step = ms.Model(wrap(net), optimizer=nn.Momentum(net.trainable_params(), 0.1, 0.9)).train_network
    rng, losses, counter = np.random.RandomState(4), [], FlopCounterMode(display=False)
    for i in range(STEPS):
        x, y = rng.randn(8, 8, 6, 6), rng.randn(8, 8)
        inputs = Tensor(x.astype(np.float32)), Tensor(y.astype(np.float32))
        if i:
            losses.append(float(step(*inputs)))
        else:
            step(*inputs)
    with counter:
        step(*inputs)
    work = counter.get_flop_counts()["Global"][torch.ops.aten.convolution]
    return losses, [full_value(p).asnumpy() for p in net.trainable_params()], work


def over_processes(net: nn.Cell) -> nn.Cell:
    wrapped = AutoParallel(net)
    wrapped.dataset_strategy("full_batch")
    return wrapped


def main() -> None:
    expected, wanted, work = trained(0, lambda net: net)
    init()
    size = get_group_size()
    for over in (2, size):
        losses, found, own = trained(over, over_processes)
        apart = max(float(np.abs(f - w).max()) for f, w in zip(found, wanted, strict=True))
        apart = max(apart, *(abs(f - w) for f, w in zip(losses, expected, strict=True)))
        assert apart < 1e-5, (over, apart)
        print(f"rank {get_rank()} of {size}, channels in {over}: {apart:.1e} apart, {own / work:.2f} of the work")


if __name__ == "__main__":
    main()
