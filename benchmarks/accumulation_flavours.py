"""Three ways to send accumulated gradients: messages, bytes and peak memory of one step.

    OMP_NUM_THREADS=1 python benchmarks/accumulation_flavours.py [--workers 4] [--micro_size 8] [--json FILE]

Starts `--workers` processes. Messages and bytes are counted where torch hands them to the backend, memory
from the tensors themselves, both on rank 0 and in PyNative mode. "ratio" is to reduce_once. The losses of
all flavours have to agree.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from typing import Any

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

import msacc as ms
from msacc import nn
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation
from msacc.step.memory import MemoryWatch

WIDTH, LAYERS, SAMPLES = 512, 6, 6144
FLAVOURS = ("reduce_once", "scatter_each", "sync_always")
WAYS: dict[str, dict[str, Any] | None] = {
    "data parallel": None,
    "hsdp": {"threshold": 0},
    "hsdp, 2 shards": {"threshold": 0, "shard_size": 2},
}


class Messages(TorchDispatchMode):
    """Counts collectives by name, and the bytes of the larger of their buffers."""

    def __init__(self) -> None:
        super().__init__()
        self.number: Counter[str] = Counter()
        self.bytes = 0

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        if func.namespace == "c10d":
            sizes = [t.nbytes for t in tree_leaves(args) if isinstance(t, torch.Tensor)]
            self.number[func._schema.name.removeprefix("c10d::").strip("_")] += 1
            self.bytes += max(sizes, default=0)
        return func(*args, **(kwargs or {}))


def network() -> nn.Cell:
    """An MLP of about 6.3 MB."""
    ms.set_seed(1)
    layers: list[nn.Cell] = []
    for _ in range(LAYERS):
        layers += [nn.Dense(WIDTH, WIDTH, weight_init="xavier_uniform"), nn.Tanh()]
    return nn.SequentialCell(*layers, nn.Dense(WIDTH, 10, weight_init="xavier_uniform"))


def measure(hsdp: dict[str, Any] | None, flavour: str, micro_size: int) -> dict[str, Any]:
    """Figures of the second step."""
    rng = np.random.RandomState(get_rank())
    x = ms.Tensor(rng.randn(SAMPLES, WIDTH).astype(np.float32))
    y = ms.Tensor(rng.randint(0, 10, SAMPLES).astype(np.int32))
    net = network()
    wrapped = AutoParallel(
        GradAccumulation(
            nn.WithLossCell(net, nn.CrossEntropyLoss()), micro_size, communication=flavour
        )
    )
    if hsdp is not None:
        wrapped.hsdp(**hsdp)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    with MemoryWatch() as memory:
        step = ms.Model(wrapped, optimizer=optimizer).train_network
        step(x, y)
        memory.peak = memory.live
        with Messages() as sent:
            loss = float(step(x, y))
        peak = memory.peak
    return {"messages": dict(sent.number), "bytes": sent.bytes, "peak": peak, "loss": loss}


def worker(micro_size: int) -> None:
    """One process of the job."""
    init()
    for way, hsdp in WAYS.items():
        if hsdp and hsdp.get("shard_size", 1) >= get_group_size():
            continue
        for flavour in FLAVOURS:
            found = measure(hsdp, flavour, micro_size)
            if get_rank() == 0:
                print("FOUND", json.dumps({"way": way, "flavour": flavour, **found}), flush=True)


def launch(workers: int, micro_size: int) -> list[dict[str, Any]]:
    """Run the job; what rank 0 found."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(sys.executable, "-m", "msacc.launch", f"--worker_num={workers}"),
            *(f"--local_worker_num={workers}", "--master_port=8127", "--join=True"),
            *(f"--log_dir={folder}", __file__, "--child", f"--micro_size={micro_size}"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    lines = [line for line in done.stdout.splitlines() if line.startswith("FOUND ")]
    return [json.loads(line[6:]) for line in lines]


def report(found: list[dict[str, Any]]) -> None:
    """A table."""
    print(
        f"{'':15} {'flavour':13} {'messages':>8} {'MB sent':>8} {'ratio':>6} {'peak MB':>8} {'ratio':>6}  which"
    )
    for way in dict.fromkeys(f["way"] for f in found):
        rows = [f for f in found if f["way"] == way]
        base = rows[0]
        assert all(abs(f["loss"] - base["loss"]) < 1e-4 * abs(base["loss"]) for f in rows)
        for f in rows:
            which = ", ".join(f"{n} {name}" for name, n in sorted(f["messages"].items()))
            print(
                f"{way:15} {f['flavour']:13} {sum(f['messages'].values()):8} {f['bytes'] / 2**20:8.1f} "
                f"{f['bytes'] / base['bytes']:6.2f} {f['peak'] / 2**20:8.1f} {f['peak'] / base['peak']:6.2f}  {which}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--micro_size", type=int, default=8)
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        return worker(args.micro_size)
    found = launch(args.workers, args.micro_size)
    report(found)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(found, file, indent=1)
    return None


if __name__ == "__main__":
    main()
