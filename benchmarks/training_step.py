"""The training step of this checkout against that of another one: time, memory, messages, as ratios in one run.

    OMP_NUM_THREADS=1 python benchmarks/training_step.py --against CHECKOUT [--ranks 1 2 4]
        [--models lenet mlp transformer] [--modes pynative graph] [--ways ...] [--rounds 15] [--json FILE]

Both sides' processes are started together and take turns, a few steps each; a ratio (this / other, below 1 is
better) is the median over the rounds, `best` the ratio of each side's least CPU seconds. CPU seconds, of all ranks together, are the steadier figure on a machine
that others use. Memory is the most that one rank's tensors take during a step, counted from the tensors
themselves in PyNative mode; in graph mode, where a graph keeps tensors to itself, the most resident memory of
the whole process (VmHWM), of which torch itself and its compiler are some 700 MB. `ops` are torch ops and `messages` what gloo sent in one step, both as torch's profiler sees them on rank 0. Both sides'
rank r is bound to the same core, so that neither has the quieter one. `--against` this checkout itself shows how
far the machine's noise goes.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

WAYS = ("plain", "GradAccumulation", "AutoParallel", "level1", "level2", "level3")
MICRO, WARM = 4, 2
# Seconds of a turn, at least one step.
TURN = 0.25
# Rounds with one network: where its tensors happen to lie in memory makes more of a difference than what is
# compared, so that each side builds anew, in graph mode less often, for it compiles.
EACH = {"pynative": 1, "graph": 8}


# -- one process of a side -------------------------------------------------------------------------
def lenet() -> tuple[Any, Any]:
    """LeNet and 32 images."""
    from msacc import nn

    def conv(inputs: int, outputs: int) -> Any:
        return nn.Conv2d(inputs, outputs, 5, pad_mode="valid", weight_init="he_uniform")

    first = [conv(1, 6), nn.ReLU(), nn.MaxPool2d(2, 2), conv(6, 16), nn.ReLU(), nn.MaxPool2d(2, 2)]
    dense = [nn.Dense(400, 120), nn.ReLU(), nn.Dense(120, 84), nn.ReLU(), nn.Dense(84, 10)]
    return nn.SequentialCell(*first, nn.Flatten(), *dense), (32, 1, 32, 32)


def mlp() -> tuple[Any, Any]:
    """Seven layers, 1.6 million parameters, and 64 rows."""
    from msacc import nn

    layers = [layer for _ in range(6) for layer in (nn.Dense(500, 500), nn.Tanh())]
    return nn.SequentialCell(*layers, nn.Dense(500, 10)), (64, 500)


def transformer() -> tuple[Any, Any]:
    """Four encoder layers 1024 wide, 50 million parameters, and four sequences of eight."""
    from msacc import nn

    layer = nn.TransformerEncoderLayer(1024, 16, 4096, dropout=0.0, batch_first=True)
    head = nn.Dense(8 * 1024, 10)
    return nn.SequentialCell(nn.TransformerEncoder(layer, 4), nn.Flatten(), head), (4, 8, 1024)


MODELS = {"lenet": lenet, "mlp": mlp, "transformer": transformer}


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


def child(model: str, mode: str) -> None:
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


# -- the sides in turn -----------------------------------------------------------------------------
class Job:
    """One checkout's processes."""

    def __init__(self, checkout: Path, model: str, mode: str, ranks: int):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = str(probe.getsockname()[1])
        env = {**os.environ, "PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1"}
        env |= {"WORLD_SIZE": str(ranks), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
        env |= {
            "TORCHINDUCTOR_COMPILE_THREADS": "1",
            "MSACC_JOB_SEED": "1",
            "KINETO_LOG_LEVEL": "9",
        }
        command = [sys.executable, __file__, "--child", model, mode]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.ranks = [
            subprocess.Popen(command, env={**env, "RANK": str(r), "LOCAL_RANK": str(r)}, **pipes)
            for r in range(ranks)
        ]

    def tell(self, *what: Any) -> list[Any]:
        """Let all ranks do something; what each of them found."""
        for rank in self.ranks:
            print(json.dumps(what), file=rank.stdin, flush=True)
        return [self._answer(rank) for rank in self.ranks]

    def _answer(self, rank: Any) -> Any:
        for line in rank.stdout:
            if line.startswith("FOUND "):
                return json.loads(line[6:])
        raise SystemExit("a process ended before it answered; its error is above.")

    def end(self) -> None:
        """Stop the processes."""
        for rank in self.ranks:
            rank.stdin.close()
            rank.wait()


def turn(job: Job, steps: int) -> dict[str, float]:
    """Seconds of one turn: the slowest rank's on the wall, all ranks' of the CPU."""
    found = job.tell("run", steps)
    wall, cpu = max(f["wall"] for f in found), sum(f["cpu"] for f in found)
    return {"wall": wall, "cpu": cpu, "loss": found[0]["loss"]}


def compare(jobs: list[Job], way: str, mode: str, rounds: int) -> dict[str, Any]:
    """Ratios of the first job to the second."""
    steps, turns = 0, []
    for k in range(rounds):
        if k % EACH[mode] == 0:
            for job in jobs:
                job.tell("build", way)
            once = min(turn(job, 1)["wall"] for job in jobs)
            steps = steps or max(1, round(TURN / once))
        pair = {i: turn(jobs[i], steps) for i in ((0, 1) if k % 2 else (1, 0))}
        turns.append([pair[0], pair[1]])
        assert abs(pair[0]["loss"] - pair[1]["loss"]) <= 1e-4 * abs(pair[1]["loss"]) + 1e-6, pair
    seen = [job.tell("look")[0] for job in jobs]
    how = ["resident"] if mode == "graph" else ["counted", way]
    peaks = [max(f["peak"] for f in job.tell(*how)) for job in jobs]
    found: dict[str, Any] = {"MB": peaks[0] / 2**20, "memory": peaks[0] / peaks[1]}
    for clock in ("wall", "cpu"):
        found[clock] = statistics.median(a[clock] / b[clock] for a, b in turns)
    found["best"] = min(a["cpu"] for a, _ in turns) / min(b["cpu"] for _, b in turns)
    found["ms"] = 1000 * statistics.median(a["cpu"] for a, _ in turns) / steps
    found |= {"ops": [s["ops"] for s in seen], "messages": [s["messages"] for s in seen]}
    return found


def row(model: str, mode: str, ranks: int, way: str, found: dict[str, Any]) -> str:
    """One line of the table."""
    new, old = found["messages"]
    sent = new if new == old else f"{new} (was {old})"
    return (
        f"{model:12}{mode:9}{ranks:5} {way:17}{found['wall']:6.2f}{found['cpu']:6.2f}{found['best']:6.2f}{found['memory']:8.3f}"
        f"{found['ms']:10.1f}{found['MB']:9.1f}{found['ops'][0]:7}/{found['ops'][1]:<7} {sent}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--modes", nargs="+", choices=EACH, default=["pynative", "graph"])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        return child(*args.child)
    checkouts = [Path(__file__).resolve().parent.parent, args.against.resolve()]
    print(
        f"{'':26} {'':18}{'ratios':>20}\n{'model':12}{'mode':9}{'ranks':>5} {'step':17}{'wall':>6}{'CPU':>6}{'best':>6}"
        f"{'memory':>8}{'CPU ms':>10}{'MB':>9}{'ops new/old':>15} messages"
    )
    table = []
    for model, mode, ranks in [
        (m, o, r) for m in args.models for r in args.ranks for o in args.modes
    ]:
        jobs = [Job(checkout, model, mode, ranks) for checkout in checkouts]
        for way in args.ways:
            found = compare(jobs, way, mode, args.rounds)
            print(row(model, mode, ranks, way, found), flush=True)
            table.append({"model": model, "mode": mode, "ranks": ranks, "way": way, **found})
        for job in jobs:
            job.end()
    if args.json:
        args.json.write_text(json.dumps(table, indent=1))
    return None


if __name__ == "__main__":
    main()
