"""Two workers in data parallel, each with half of every batch: the result of one with all of it."""

from __future__ import annotations

from typing import Any

import numpy as np

import msacc as ms
from msacc import communication as c
from msacc import nn

c.init()
RANK = c.get_rank()
rng = np.random.RandomState(0)
DATA, LABELS = rng.randn(16, 4).astype(np.float32), rng.randn(16, 2).astype(np.float32)
WEIGHT = rng.randn(2, 4).astype(np.float32)


def trained(rows: Any, parallel: bool) -> np.ndarray:
    ms.reset_auto_parallel_context()
    if parallel:
        ms.set_auto_parallel_context(
            parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True
        )
    net = nn.Dense(4, 2, weight_init=ms.Tensor(WEIGHT), bias_init="zeros")
    step = nn.TrainOneStepCell(
        nn.WithLossCell(net, nn.MSELoss()), nn.Adam(net.trainable_params(), 0.1, weight_decay=0.1)
    ).set_train()
    assert step.reducer_flag == parallel
    for start in range(0, 16, 4):
        at = slice(start, start + 4)
        step(ms.Tensor(DATA[at][rows]), ms.Tensor(LABELS[at][rows]))
    return net.weight.asnumpy()


alone = trained(slice(None), parallel=False)
shared = trained(slice(2 * RANK, 2 * RANK + 2), parallel=True)
np.testing.assert_allclose(shared, alone, rtol=1e-5, atol=1e-6)
print("all equal")
