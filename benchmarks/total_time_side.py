"""One side of total_time.py in a process of its own: `total_time_side.py NETWORK`, on what imports as mindspore.

`--torch eager|compile` takes torch alone, `--pynative` PyNative mode, `--amp` level O2 in bfloat16 (autocast for
torch). Prints the CPU seconds of the first step, the least of later ones, and the call that compiles under msacc's
automatic level.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any


def cpu() -> float:
    """CPU seconds of this process and of those that it waited for."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def mindspore_step(name: str, pynative: bool, amp: bool) -> Callable[[], Any]:
    """A training step with Adam, in graph mode or PyNative."""
    import mindspore as ms
    from large_networks import network

    ms.set_context(mode=ms.PYNATIVE_MODE if pynative else ms.GRAPH_MODE)
    ms.set_seed(1)
    net, inputs = network(name)
    if amp:
        net = ms.amp.auto_mixed_precision(net, "O2", ms.bfloat16)
    optimizer = ms.nn.Adam(net.trainable_params(), 1e-3)
    step = ms.nn.TrainOneStepCell(net, optimizer).set_train()
    return lambda: step(*inputs).asnumpy()


def torch_step(name: str, compiled: bool, amp: bool) -> Callable[[], Any]:
    """The same by torch alone; what is compiled is the network, as torch's users do."""
    import torch
    from large_networks import network

    net, inputs = network(name)
    optimizer = torch.optim.Adam(net.parameters(), 1e-3, fused=True)
    call = torch.compile(net) if compiled else net

    def step() -> Any:
        optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16, enabled=amp):
            loss = call(*inputs)
        loss.backward()
        optimizer.step()
        return loss.detach().float().numpy()

    return step


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("network")
    parser.add_argument("--torch", choices=("eager", "compile"))
    parser.add_argument("--pynative", action="store_true")
    parser.add_argument("--amp", action="store_true")
    args = parser.parse_args()
    if args.torch:
        import plain_torch

        sys.modules["mindspore"] = plain_torch  # type: ignore[assignment]
    import large_networks  # noqa: F401, imports are not counted

    start = cpu()
    if args.torch:
        step = torch_step(args.network, args.torch == "compile", args.amp)
    else:
        step = mindspore_step(args.network, args.pynative, args.amp)
    step()
    first, later, begun = cpu() - start, [], time.monotonic()
    while len(later) < 10 or (len(later) < 50 and time.monotonic() - begun < 5):
        before = cpu()
        step()
        later.append(cpu() - before)
    print(json.dumps({"first": first, "later": min(later), "compile_at": _compile_at()}))


def _compile_at() -> int:
    """The last call that compiles under msacc's automatic level; 0 for others."""
    import mindspore as ms

    stats = getattr(getattr(ms, "graph", None), "stats", None)
    progress = stats().automatic.values() if stats is not None else ()
    return max((each.compile_at for each in progress), default=0)


if __name__ == "__main__":
    main()
