"""What starts and what waits in one step, in the order of the program: `overlapped.py LEVEL NETWORK MICRO MODE`.

Prints words: "gradient 12x20" when a layer's weight gradient is computed, "start N" and "wait N" for the reduction of
N elements of a bucket (of all processes; waits at level3 alone).
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from torch.profiler import ProfilerActivity, profile, record_function

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation
from msacc.graph import backend
from msacc.step import gather_autograd

WIDTHS = (12, 40, 24, 32, 5)
# Bytes of the message with the loss: nine figures for each of two processes.
FIGURES = 2 * 9 * 8
SAMPLES = 8


class Chain(nn.Cell):
    """Layers of different sizes."""

    def __init__(self) -> None:
        super().__init__()
        pairs = zip(WIDTHS, WIDTHS[1:])
        self.layers = nn.SequentialCell(*[nn.Dense(i, o, has_bias=False) for i, o in pairs])

    def construct(self, x: Tensor) -> Tensor:
        return self.layers(x)


class Tied(Chain):
    """The first layer's weight is read again by the last, and the second layer runs three times."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Dense(40, 40, has_bias=False)

    def construct(self, x: Tensor) -> Tensor:
        first, *others = self.layers
        hidden = self.inner(self.inner(self.inner(first(x))))
        back = ops.matmul(hidden, first.weight)
        for layer in others:
            hidden = layer(hidden)
        return hidden + back[:, :5]


def build(network: str) -> Any:
    """A network and its optimizer, with two groups of parameters: two buckets."""
    net: nn.Cell = Tied() if network == "tied" else Chain()
    params = net.trainable_params()
    if network == "tied":
        return net, nn.Momentum(params, 0.05, 0.9)
    groups = [{"params": params[:2], "weight_decay": 0.01}, {"params": params[2:]}]
    return net, nn.Momentum(groups, 0.05, 0.9)


def seen_words(events: Any) -> list[str]:
    """Of what torch's profiler saw: level1 and level2 send pieces as bytes."""
    words = []
    for event in sorted(events, key=lambda e: e.time_range.start):
        name, shapes = event.name.partition("::")[2], event.input_shapes
        if name == "mm" and shapes[0][1:] == shapes[1][:1] == [SAMPLES]:
            words.append(f"gradient {shapes[1][1]}x{shapes[0][0]}")
        elif name == "alltoall_base_" and shapes[0][0] != FIGURES:
            words.append(f"start {shapes[0][0] // 4}")
        elif name.startswith("waited "):
            words.append(name.replace("waited", "wait"))
    return words


def note_waits() -> None:
    """Let the profiler see what level3 waits for."""
    kind: Any = gather_autograd.PendingReduction
    real, start = kind.finish, kind.start

    def noted(self: Any) -> None:
        if self.latest is not None:
            with record_function(f"msacc::waited {self.size}"):
                real(self)

    def sized(self: Any, whole: Any, *more: Any) -> Any:
        self.finish()
        self.size = whole.numel()
        return start(self, whole, *more)

    kind.finish, kind.start = noted, sized


def main(level: str, network: str, micro: int, mode: int) -> None:
    # The profiler sees no products that code in C++ calls.
    backend._SEVERAL = 10**6
    init()
    ms.set_context(mode=mode)
    ms.set_seed(1)
    net, optimizer = build(network)
    wrapped = AutoParallel(GradAccumulation(nn.WithLossCell(net, nn.CrossEntropyLoss()), micro))
    wrapped.hsdp(threshold=0, optimizer_level=level)
    step = ms.Model(wrapped, optimizer=optimizer).train_network
    size = SAMPLES * micro
    x = Tensor(np.random.RandomState(get_rank()).randn(size, WIDTHS[0]).astype(np.float32))
    y = Tensor(np.arange(size, dtype=np.int32) % WIDTHS[-1])
    for _ in range(2):
        step(x, y)
    note_waits()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as seen:
        step(x, y)
    words = seen_words(seen.events())
    if get_rank() == 0:
        print("words", words, "buckets", [b.assignment.size for b in step.step_runtime().store.buckets])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
