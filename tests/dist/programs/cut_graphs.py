"""Steps over operators that are cut, in graph mode, that are more than a plain graph: against one process.

`broken`: a part of the network cannot be compiled; the step runs op by op. `running`: what a batch normalisation keeps is
itself trained.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_rank, init
from msacc.parallel import AutoParallel
from tests.dist.programs import operators as base
from tests.dist.programs.cut_counted import Pairs


class Broken(Pairs):
    def construct(self, x: Any) -> Any:
        if len(os.listdir(".")) < 0:
            x = -x
        return super().construct(x)


class Running(Pairs):
    def __init__(self, on: bool):
        super().__init__(on)
        self.mean = Parameter(np.zeros(12, np.float32), name="mean")
        self.variance = Parameter(np.ones(12, np.float32), name="variance")
        self.scale, self.shift = Tensor(np.ones(12, np.float32)), Tensor(np.zeros(12, np.float32))

    def construct(self, x: Any) -> Any:
        x = ops.batch_norm(x, self.mean, self.variance, self.scale, self.shift, training=True)
        return super().construct(x - 0.1 * self.mean)


NETS: dict[str, Any] = {"broken": Broken, "running": Running}


def trained(make: Any, on: bool, data: Any) -> list[np.ndarray]:
    net = make(on)
    around: Any = AutoParallel if on else lambda fn: fn
    optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
    step = base.functional(net, nn.CrossEntropyLoss(), optimizer, around)
    if on:
        step.dataset_strategy("full_batch")
    losses = [step(*map(Tensor, batch)).asnumpy() for batch in data]
    return [*losses, *map(base.whole, net.get_parameters())]


def main() -> None:
    init()
    data = base.mlp_data(3)
    for name in sys.argv[1:]:
        ms.set_context(mode=ms.PYNATIVE_MODE)
        wanted = trained(NETS[name], False, data)
        ms.set_context(mode=ms.GRAPH_MODE)
        base.check(name, trained(NETS[name], True, data), wanted)
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)


if __name__ == "__main__":
    main()
