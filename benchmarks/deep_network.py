"""Processor seconds of the first training step of deep networks, by layers: graph mode, PyNative mode, torch by hand.

    OMP_NUM_THREADS=1 python benchmarks/deep_network.py [LAYERS ...]

Each in a process of its own. By hand torch compiles forward and backward, without the optimizer that graph mode has.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any

import numpy as np

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

WIDTH = 16


def msacc_step(layers: int, mode: int) -> None:
    """The first step of a training network."""
    import msacc as ms
    from msacc import nn

    ms.set_context(mode=mode)
    cells = [cell for _ in range(layers) for cell in (nn.Dense(WIDTH, WIDTH), nn.ReLU())]
    net = nn.SequentialCell(*cells)
    optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
    step(*(ms.Tensor(np.full((4, WIDTH), n, np.float32)) for n in (1, 0)))


def torch_step(layers: int) -> None:
    """The same network under torch.compile."""
    import torch

    modules = [m for _ in range(layers) for m in (torch.nn.Linear(WIDTH, WIDTH), torch.nn.ReLU())]
    net = torch.nn.Sequential(*modules)
    compiled: Any = torch.compile(lambda x, y: ((net(x) - y) ** 2).mean())
    compiled(torch.ones(4, WIDTH), torch.zeros(4, WIDTH)).backward()


def main() -> None:
    """A line for each number of layers, or one side's seconds."""
    if sys.argv[1:2] == ["--side"]:
        side, layers = sys.argv[2], int(sys.argv[3])
        start = time.process_time()
        torch_step(layers) if side == "torch" else msacc_step(layers, int(side == "pynative"))
        print(time.process_time() - start)
        return
    for layers in map(int, sys.argv[1:] or ("50", "100", "200")):
        found = []
        for side in ("graph", "pynative", "torch"):
            command = [sys.executable, __file__, "--side", side, str(layers)]
            out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            found.append(f"{side} {float(out.split()[-1]):.1f} s")
        print(f"{layers} layers: {', '.join(found)} (with imports)")


if __name__ == "__main__":
    main()
