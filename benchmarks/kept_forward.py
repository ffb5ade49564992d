"""What the gradient pays for finding the forward pass that was kept for it, by the number of parameters.

    OMP_NUM_THREADS=1 python benchmarks/kept_forward.py

The train step of MindSpore 1: forward, then GradOperation(get_by_list=True) of all weights, which takes the
kept pass. Milliseconds, the least of several rounds; the ratio tells what twice as many parameters cost.
"""

from __future__ import annotations

import os
import timeit

import numpy as np

from msacc import Parameter, ParameterTuple, Tensor, nn, ops
from msacc.graph.forward_cache import Recording

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

ROUNDS = 15


class Sum(nn.Cell):
    """x plus every parameter."""

    def __init__(self, count: int) -> None:
        super().__init__()
        ones = np.ones(2, np.float32)
        self.each = ParameterTuple(Parameter(Tensor(ones), name=f"p{i}") for i in range(count))

    def construct(self, x: Tensor) -> Tensor:
        for p in self.each:
            x = x + p
        return x.sum()


def least(call: object) -> float:
    return min(timeit.repeat(call, number=1, repeat=ROUNDS)) * 1e3


def cost(count: int) -> tuple[float, float]:
    """(ms to see that a kept pass fits, ms of the step)."""
    net = Sum(count).set_train()
    net.set_grad()
    weights, x = ParameterTuple(net.trainable_params()), Tensor([1.0, 2.0])
    grad = ops.GradOperation(get_by_list=True)(net, weights)
    kept = Recording((x,), weights)
    kept.run(net.construct)
    return least(lambda: kept.matches((x,), weights)), least(lambda: (net(x), grad(x)))


def main() -> None:
    """Print a line for each number of parameters."""
    print(f"{'parameters':>10} {'find, ms':>10} {'ratio':>6} {'step, ms':>10} {'ratio':>6}")
    before: tuple[float, float] | None = None
    for count in (250, 500, 1000, 2000):
        find, step = cost(count)
        ratios = (
            ("", "") if before is None else (f"{find / before[0]:.1f}", f"{step / before[1]:.1f}")
        )
        print(f"{count:10} {find:10.2f} {ratios[0]:>6} {step:10.1f} {ratios[1]:>6}")
        before = find, step


if __name__ == "__main__":
    main()
