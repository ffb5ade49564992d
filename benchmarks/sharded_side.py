"""One process of one side of sharded.py: `sharded_side.py SIDE MODEL MODE`, told what to do line by line."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from sharded_models import batch, msacc_network, torch_network, values

WARM = 3
Step = Callable[[], Any]


def msacc_step(model: str, way: str, graph: bool) -> Step:
    """AutoParallel(net).hsdp(optimizer_level=way) in a Model."""
    import numpy as np

    import msacc as ms
    from msacc import nn
    from msacc.communication import get_rank
    from msacc.parallel import AutoParallel

    ms.set_context(mode=ms.GRAPH_MODE if graph else ms.PYNATIVE_MODE)
    net = msacc_network(model)
    params = net.trainable_params()
    for parameter, value in zip(params, values([p.shape for p in params]), strict=True):
        parameter.set_data(ms.Tensor(value))
    if model == "mlp":
        optimizer: Any = nn.Momentum(params, 0.01, 0.9)
    else:
        optimizer = nn.Adam(params, 1e-4)
    whole = AutoParallel(net)
    whole.hsdp(optimizer_level=way)
    step = ms.Model(whole, optimizer=optimizer).train_network
    x, y = batch(model, get_rank())
    inputs = ms.Tensor(x.astype(np.int32) if model == "gpt" else x), ms.Tensor(y.astype(np.int32))
    return lambda: step(*inputs)


def torch_step(model: str, way: str, graph: bool) -> Step:
    """DDP or FSDP2 by hand, with torch's fused optimizers."""
    import torch
    import torch.distributed as dist
    from torch.nn.functional import cross_entropy

    net: Any
    net, parts = torch_network(model)
    params = list(net.parameters())
    with torch.no_grad():
        for parameter, value in zip(params, values([tuple(p.shape) for p in params]), strict=True):
            parameter.copy_(torch.from_numpy(value))
    if way == "DDP":
        net = torch.nn.parallel.DistributedDataParallel(
            net, gradient_as_bucket_view=True, broadcast_buffers=False
        )
        net = torch.compile(net) if graph else net
    else:
        from torch.distributed.fsdp import fully_shard

        again = way == "FSDP2"
        if graph and len(parts) > 1 and model == "gpt":
            for part in parts:
                part.compile()
        for part in parts:
            fully_shard(part, reshard_after_forward=again)
        fully_shard(net, reshard_after_forward=again)
        if graph and model == "mlp":
            net.compile()
    params = list(net.parameters())
    if model == "mlp":
        # DTensors have no fused SGD.
        fast = {"fused": True} if way == "DDP" else {"foreach": True}
        optimizer: Any = torch.optim.SGD(params, 0.01, 0.9, **fast)
    else:
        optimizer = torch.optim.Adam(params, 1e-4, fused=True)
    x, y = map(torch.from_numpy, batch(model, dist.get_rank()))

    def step() -> Any:
        loss = cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach()

    return step


class Side:
    """What a process does when told to."""

    def __init__(self, side: str, model: str, mode: str):
        self.side, self.model, self.graph = side, model, mode == "graph"
        self.step: Step | None = None

    def build(self, way: str) -> list[float]:
        """Make a step; the losses of its first calls, of all processes together."""
        self.step = None
        gc.collect()
        make = msacc_step if self.side == "msacc" else torch_step
        self.step = make(self.model, way, self.graph)
        return [self.mean(self.step()) for _ in range(WARM)]

    def mean(self, loss: Any) -> float:
        """The loss of the whole batch: msacc's step gives it, DDP and FSDP2 know their own part's."""
        if self.side == "msacc":
            return float(loss.asnumpy())
        import torch.distributed as dist

        whole = loss.clone()
        dist.all_reduce(whole)
        return float(whole) / dist.get_world_size()

    def run(self, steps: int) -> dict[str, float]:
        """Wall and CPU seconds of some steps."""
        assert self.step is not None
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(steps):
            loss = self.step()
        value = float(loss)
        found = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
        return {**found, "loss": value}

    def look(self) -> dict[str, Any]:
        """Ops and messages of one step."""
        from torch.profiler import ProfilerActivity, profile

        assert self.step is not None
        with profile(activities=[ProfilerActivity.CPU]) as seen:
            self.step()
        names = [event.name for event in seen.events()]
        sent = Counter(name[5:] for name in names if name.startswith("gloo:"))
        which = " ".join(f"{count} {name}" for name, count in sorted(sent.items()))
        return {"ops": sum(name.startswith("aten::") for name in names), "messages": which}

    def trace(self, path: str) -> None:
        """A chrome trace of two steps, for whoever asks where time goes."""
        from torch.profiler import ProfilerActivity, profile

        assert self.step is not None
        with profile(activities=[ProfilerActivity.CPU]) as seen:
            self.step()
            self.step()
        print(
            seen.key_averages().table(sort_by="self_cpu_time_total", row_limit=30), file=sys.stderr
        )
        seen.export_chrome_trace(path)


def main(side: str, model: str, mode: str) -> None:
    """Do what each line of the input says."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[int(os.environ["RANK"]) % len(cores)]})
    if side == "msacc":
        from msacc.communication import init

        init()
    else:
        import torch.distributed as dist

        dist.init_process_group("gloo")
    told = Side(side, model, mode)
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        print("FOUND", json.dumps(getattr(told, what)(*arguments)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
