"""How many messages one step sends, seen by torch's own profiler: `message_counts.py LEVEL MICRO MODE THRESHOLD [RULE]`."""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
from torch.profiler import ProfilerActivity, profile

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation
from tests.dist.programs.sharded import Net, momentum


def main(level: str, micro: int, mode: int, threshold: int, rule: str = "momentum") -> None:
    init()
    ms.set_context(mode=mode)
    ms.set_seed(1)
    net = Net()
    optimizer = {"momentum": momentum, "lamb": lambda p: nn.Lamb(p, 0.01)}[rule](net.trainable_params())
    wrapped = AutoParallel(GradAccumulation(nn.WithLossCell(net, nn.CrossEntropyLoss()), micro))
    wrapped.hsdp(threshold=threshold, optimizer_level=level)
    step = ms.Model(wrapped, optimizer=optimizer).train_network
    x = Tensor(np.random.RandomState(0).randn(8, 12).astype(np.float32))
    y = Tensor(np.arange(8, dtype=np.int32) % 5)
    for _ in range(2):
        step(x, y)
    with profile(activities=[ProfilerActivity.CPU]) as seen:
        step(x, y)
    names = Counter(e.name for e in seen.events() if e.name.startswith("gloo:"))
    if get_rank() == 0:
        print("messages", dict(names), "buckets", len(step.step_runtime().store.buckets))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:5]), *sys.argv[5:])
