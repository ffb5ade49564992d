"""Moments in the CPU's memory at each optimizer_level, a shard on each process: equal losses and moments.

There is no device here: in its place the moments are copied for the update, so that they must be copied back.
"""

from __future__ import annotations

import numpy as np
import torch

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_rank, init
from msacc.nn.optim import adam
from msacc.ops.update import state_copies
from msacc.parallel import AutoParallel, full_value

STEPS, PARAMETERS = 4, 16 * 64 + 64 + 64 * 8 + 8
SENT: list[int] = []


def copied(t: torch.Tensor, device: torch.device) -> torch.Tensor:
    SENT.append(t.numel())
    return t.clone()


def trained(level: str, **options: bool) -> tuple[list[float], list[np.ndarray]]:
    ms.set_seed(1)
    net = nn.SequentialCell(nn.Dense(16, 64), nn.ReLU(), nn.Dense(64, 8))
    optimizer = nn.Adam(net.trainable_params(), 0.01, **options)
    step = AutoParallel(nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer))
    step.hsdp(threshold=0, optimizer_level=level)
    rng = np.random.RandomState(get_rank())
    batches = [[Tensor(rng.randn(8, n).astype(np.float32)) for n in (16, 8)] for _ in range(STEPS)]
    losses = [float(step(*batch).asnumpy()) for batch in batches]
    return losses, [full_value(m).asnumpy() for m in (*optimizer.moment1, *optimizer.moment2)]


init()
ms.set_context(mode=ms.PYNATIVE_MODE)
adam.is_elsewhere = lambda where: True
state_copies._sent = copied
for level in ("level1", "level2", "level3"):
    losses, moments = trained(level)
    assert not SENT
    offloaded, theirs = trained(level, use_offload=True)
    assert offloaded == losses
    for ours, wanted in zip(theirs, moments, strict=True):
        np.testing.assert_array_equal(ours, wanted)
    shards = 2 * STEPS * PARAMETERS // 2  # of both moments at each step; a bucket is padded
    assert shards <= sum(SENT) < 1.2 * shards, sum(SENT)
    SENT.clear()
print("all equal", flush=True)
