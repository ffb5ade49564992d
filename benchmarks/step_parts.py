"""Where the Python of a small PyNative step goes: microseconds of its parts, beside torch's eager step by hand.

    OMP_NUM_THREADS=1 python -m msacc benchmarks/step_parts.py [--networks lenet mlp] [--steps 1000]

Each part runs by itself in one process, the parts in turn; a figure is the first decile of its steps, in CPU time
of the thread, which other programs do not lengthen. What of a row is kernels stands in torch's column, where torch has
that part.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from step_networks import batch, for_mindspore, for_torch, value

RATE, MOMENTUM, WARM = 0.001, 0.9, 50


class Parts:
    """The times of named parts."""

    def __init__(self) -> None:
        self.found: dict[str, list[float]] = {}

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Times the block as one run of a part."""
        start = time.thread_time()
        yield
        self.found.setdefault(name, []).append(time.thread_time() - start)

    def of(self, name: str) -> float:
        """Microseconds of a part; NaN for one that did not run."""
        times = sorted(self.found.get(name, [float("nan")]))
        return times[len(times) // 10] * 1e6


def msacc_steps(network: str, parts: Parts) -> Callable[[], None]:
    """One step by TrainOneStepCell, and one in its parts."""
    import mindspore as ms

    from msacc.common.parameter_writes import end_writes, other_writes
    from msacc.graph import forward_cache
    from msacc.graph.gradients import _differentiating, alias_parameters
    from msacc.nn.wrap.train_cells import seeds_like

    net = for_mindspore(network, ms)
    for number, parameter in enumerate(net.trainable_params()):
        parameter.set_data(ms.Tensor(value(number, parameter.shape)))
    loss = ms.nn.WithLossCell(net, ms.nn.CrossEntropyLoss())
    optimizer = ms.nn.Momentum(net.trainable_params(), RATE, MOMENTUM)
    step = ms.nn.TrainOneStepCell(loss, optimizer).set_train()
    data = [ms.Tensor(array) for array in batch(network)]
    weights = list(optimizer.parameters)

    def run() -> None:
        with parts.timed("step"):
            step(*data)
        with parts.timed("aliases of the parameters"):
            tensors = alias_parameters(weights)
        aliases = [p._t for p in weights]
        with parts.timed("contexts"), other_writes(True), torch.enable_grad(), _differentiating():
            pass
        with torch.enable_grad(), _differentiating(), parts.timed("forward"):
            loss._msacc_run_once(*data)
        with parts.timed("parameters as they were"):
            end_writes(weights, aliases, tensors, backward_follows=True)
            forward_cache._versions(tensors)
        out = loss(*data)
        with parts.timed("gradient function, seed"):
            gradient, seed = step.grad(loss, step.weights), seeds_like(out, 1.0)
        with parts.timed("backward"):
            gradients = gradient(*data, seed)
        with parts.timed("optimizer"):
            optimizer(gradients)

    return run


def torch_steps(network: str, parts: Parts) -> Callable[[], None]:
    """One step by hand in its parts."""
    net = for_torch(network)
    with torch.no_grad():
        for number, parameter in enumerate(net.parameters()):
            parameter.copy_(torch.from_numpy(value(number, tuple(parameter.shape))))
    optimizer = torch.optim.SGD(net.parameters(), RATE, MOMENTUM, fused=True)
    x, y = (torch.from_numpy(array) for array in batch(network))

    def run() -> None:
        with parts.timed("step"):
            with parts.timed("forward"):
                out = torch.nn.functional.cross_entropy(net(x), y.long())
            with parts.timed("backward"):
                out.backward()
            with parts.timed("optimizer"):
                optimizer.step()
                optimizer.zero_grad()

    return run


def main() -> None:
    """Prints a table for each network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--networks", nargs="+", default=["lenet", "mlp"])
    parser.add_argument("--steps", type=int, default=1000)
    args = parser.parse_args()
    torch.set_num_threads(1)
    for network in args.networks:
        sides: list[tuple[Parts, Callable[[], None]]] = [
            (p := Parts(), make(network, p)) for make in (msacc_steps, torch_steps)
        ]
        for _, run in sides:
            for _ in range(WARM + args.steps):
                run()
        (own, _), (theirs, _) = sides
        print(f"\n| {network}: part | msacc, us | torch, us |\n|---|---|---|")
        for name in sorted(own.found, key=own.of, reverse=True):
            other = f"{theirs.of(name):.0f}" if name in theirs.found else ""
            print(f"| {name} | {own.of(name):.0f} | {other} |")


if __name__ == "__main__":
    main()
