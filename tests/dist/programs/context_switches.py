"""Two workers: rank 0's values reach the other by `parameter_broadcast`; halves are summed in float32."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc import communication as c
from msacc import nn

c.init()
RANK = c.get_rank()
ROWS = np.ones((4, 2), np.float32), np.zeros((4, 2), np.float32)


def network(value: float, dtype: Any = ms.float32) -> Any:
    weight = ms.Tensor(np.full((2, 2), value, np.float32)).astype(dtype)
    return nn.Dense(2, 2, weight_init=weight, has_bias=False, dtype=dtype)


def by_step(net: Any, optimizer: Any) -> None:
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer).set_train()
    step(*map(ms.Tensor, ROWS))


def by_model(net: Any, optimizer: Any) -> None:
    rows = ds.NumpySlicesDataset(ROWS, ["x", "y"], shuffle=False).batch(2)
    ms.Model(net, nn.MSELoss(), optimizer).train(1, rows)


def by_own_cell(net: Any, optimizer: Any) -> None:
    class Step(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.net, self.optimizer = net, optimizer

        def construct(self, x: Any, y: Any) -> Any:
            return self.net(x).sum()

    rows = ds.NumpySlicesDataset(ROWS, ["x", "y"], shuffle=False).batch(2)
    ms.Model(Step()).train(1, rows)


def broadcast(mode: int, train: Any) -> None:
    ms.set_context(mode=mode, jit_config={"jit_level": "O0"})
    for on, expected in ((True, 1.0), (False, 1.0 + RANK)):
        ms.reset_auto_parallel_context()
        ms.set_auto_parallel_context(parallel_mode="data_parallel", parameter_broadcast=on)
        net = network(1.0 + RANK)
        train(net, nn.SGD(net.trainable_params(), 0.0))
        assert np.all(net.weight.asnumpy() == expected), (mode, train, on, net.weight.asnumpy())


def sum_of_halves(shard_size: int, dtype: Any) -> None:
    """Gradients of 40000 on both: their sum is beyond float16, their mean is not."""
    ms.reset_auto_parallel_context()
    net = network(1.0, dtype)
    optimizer = nn.SGD(net.trainable_params(), 2.0**-16)
    step = nn.TrainOneStepCell(net, optimizer, sens=20000.0)
    parallel = ms.parallel.auto_parallel.AutoParallel(step)
    parallel.hsdp(shard_size=shard_size, threshold=0)
    parallel(ms.Tensor(np.full((2, 2), 1.0, np.float32)).astype(dtype))
    weight = net.weight.asnumpy()
    assert np.allclose(weight, 1.0 - 40000 * 2.0**-16, rtol=1e-2), (shard_size, dtype, weight)


for number in (0, 1):
    for how in (by_step, by_model, by_own_cell):
        broadcast(number, how)
for size in (1, 2):
    sum_of_halves(size, ms.float16)
print("all equal")
sys.stdout.flush()
