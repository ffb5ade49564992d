"""Two workers train by nn.thor in data parallel: both hold the mean of the inverses of their factors, and equal weights."""

from __future__ import annotations

import numpy as np

import msacc as ms
from msacc import communication as c
from msacc import nn, ops

c.init()
RANK = c.get_rank()
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)
rng = np.random.RandomState(0)
DATA, LABELS = rng.randn(16, 4).astype(np.float32), rng.randn(16, 2).astype(np.float32)
DAMPING = 0.25

net = nn.SequentialCell(nn.Dense(4, 2, weight_init=ms.Tensor(rng.randn(2, 4).astype(np.float32))))
net[0].bias.set_data(ms.Tensor(np.zeros(2, np.float32)))
thor = nn.thor(net, ms.Tensor(0.1), [DAMPING] * 3, 0.9, batch_size=4, split_indices=[0])
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), thor).set_train()
for i in range(3):
    step.add_flags_recursive(thor=i != 1)
    mine = slice(8 * (i % 2) + 4 * RANK, 8 * (i % 2) + 4 * RANK + 4)
    step(ms.Tensor(DATA[mine]), ms.Tensor(LABELS[mine]))
    if i != 1:
        g = net[0].matrix_g.asnumpy() * 16
        for kept, factor in ((thor.matrix_a[0], net[0].matrix_a.asnumpy()), (thor.matrix_g[0], g)):
            local = np.linalg.inv(factor + np.sqrt(DAMPING) * np.eye(len(factor)))
            mean = ops.AllReduce()(ms.Tensor(local.astype(np.float32))).asnumpy() / 2
            np.testing.assert_allclose(kept.asnumpy().reshape(mean.shape), mean, rtol=1e-4, atol=1e-6)
            assert np.abs(local - mean).max() > 1e-3, "the processes saw the same rows"
weight = net[0].weight.asnumpy()
np.testing.assert_allclose(ops.AllReduce()(net[0].weight).asnumpy() / 2, weight, rtol=1e-6)
print("all equal")
