"""One process of one side of training_step.py: `training_step_side.py MODEL MODE`, told what to do line by line."""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from training_step_models import MODELS

MICRO, WARM = 4, 2


class Side:
    """What a process does when told to."""

    def __init__(self, model: str):
        self.model, self.step, self.data = model, None, ()

    def build(self, way: str) -> None:
        """A network and its step, with the data of this rank."""
        import numpy as np

        import msacc as ms
        from msacc import nn
        from msacc.communication import get_rank
        from msacc.parallel import AutoParallel, GradAccumulation

        self.step, self.data = None, ()
        gc.collect()
        ms.set_seed(1)
        net, shape = MODELS[self.model]()
        optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9)
        whole: Any = nn.WithLossCell(net, nn.CrossEntropyLoss())
        if way != "plain":
            whole = GradAccumulation(whole, MICRO)
        if way not in ("plain", "GradAccumulation"):
            whole = AutoParallel(whole)
        if way.startswith("level"):
            whole.hsdp(threshold=0, optimizer_level=way)
        rng = np.random.RandomState(get_rank())
        x, y = rng.randn(*shape).astype(np.float32), rng.randint(0, 10, shape[0]).astype(np.int32)
        self.data = ms.Tensor(x), ms.Tensor(y)
        self.step = ms.Model(whole, optimizer=optimizer).train_network
        self.run(WARM)

    def run(self, steps: int) -> dict[str, float]:
        """Wall and CPU seconds of some steps."""
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(steps):
            loss = self.step(*self.data)
        float(loss)
        found = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
        return {**found, "loss": float(loss)}

    def look(self) -> dict[str, float]:
        """Ops and messages of one step."""
        from torch.profiler import ProfilerActivity, profile

        with profile(activities=[ProfilerActivity.CPU]) as seen:
            self.step(*self.data)
        names = [event.name for event in seen.events()]
        sent = Counter(name[5:] for name in names if name.startswith("gloo:"))
        which = " ".join(f"{count} {name}" for name, count in sorted(sent.items()))
        return {"ops": sum(name.startswith("aten::") for name in names), "messages": which}

    def resident(self) -> dict[str, float]:
        """The most resident memory during two steps."""
        Path("/proc/self/clear_refs").write_text("5")
        self.run(2)
        return {"peak": _kilobytes("VmHWM") * 1024}

    def counted(self, way: str) -> dict[str, float]:
        """The most memory of tensors during a step."""
        try:
            memory = importlib.import_module("msacc.step.memory")
        except ImportError:
            memory = importlib.import_module("msacc.parallel.memory")
        self.step, self.data = None, ()
        gc.collect()
        with memory.MemoryWatch() as watch:
            self.build(way)
            gc.collect()
            watch.peak = watch.live
            self.run(2)
            peak = watch.peak
        return {"peak": peak}


def _kilobytes(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(name)))


def main(model: str, mode: str) -> None:
    """Do what each line of the input says."""
    import msacc as ms
    from msacc.communication import init

    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[int(os.environ["RANK"]) % len(cores)]})
    ms.set_context(mode=ms.GRAPH_MODE if mode == "graph" else ms.PYNATIVE_MODE)
    if int(os.environ["WORLD_SIZE"]) > 1:
        init()
        ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
    side = Side(model)
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        print("FOUND", json.dumps(getattr(side, what)(*arguments)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
