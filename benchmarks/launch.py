"""Start-up of a job on the CPU: msrun beside torchrun, both in one run, several times in turn.

    python benchmarks/launch.py [--workers 8] [--rounds 3] [--compile]

Each job imports torch (and msacc under msrun), joins, does one all-reduce and ends. With --compile both
also load torch's compiler, as a job in graph mode does. Prints the wall and CPU seconds of each round and
the ratios of the medians; 0.5 at most is the aim for the wall time.
"""

from __future__ import annotations

import argparse
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

_ROOT = Path(__file__).parents[1]
_TORCH = """
import torch, torch.distributed as dist
dist.init_process_group("gloo")
x = torch.ones(1); dist.all_reduce(x); assert x.item() == dist.get_world_size()
dist.destroy_process_group()
"""
_TORCH_COMPILE = "import torch._dynamo, torch._inductor.compile_fx\n"
_MSACC = """
import mindspore as ms
from mindspore import ops
from mindspore.communication import init, get_group_size
from mindspore.ops import AllReduce
init()
assert AllReduce()(ms.Tensor([1.0])).asnumpy().item() == get_group_size()
"""
_MSACC_COMPILE = "ms.set_context(mode=ms.GRAPH_MODE)\n"


def _port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _seconds(command: list[str], folder: str) -> tuple[float, float]:
    """Wall and CPU seconds of a command with all its children."""
    env = {
        **os.environ,
        "PYTHONPATH": str(_ROOT),
        "OMP_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
    }
    start, cpu = time.perf_counter(), _cpu()
    quiet = subprocess.DEVNULL
    subprocess.run(command, cwd=folder, env=env, check=True, stdout=quiet, stderr=quiet)
    return time.perf_counter() - start, _cpu() - cpu


def main() -> int:
    """Measure, print, and exit with 1 when msrun takes more than half of torchrun's time."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--compile", action="store_true", help="both load torch's compiler")
    given = parser.parse_args()
    n = given.workers
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "plain.py").write_text(_TORCH + _TORCH_COMPILE * given.compile)
        (Path(folder) / "train.py").write_text(_MSACC + _MSACC_COMPILE * given.compile)
        ours, theirs = [], []
        for _ in range(given.rounds):
            sizes = [f"--worker_num={n}", f"--local_worker_num={n}", f"--master_port={_port()}"]
            msrun = [sys.executable, "-m", "msacc.launch", *sizes, "--join=True", "train.py"]
            torchrun = [sys.executable, "-m", "torch.distributed.run", f"--nproc-per-node={n}"]
            ours.append(_seconds(msrun, folder))
            theirs.append(_seconds([*torchrun, f"--master-port={_port()}", "plain.py"], folder))
            a, b = ours[-1], theirs[-1]
            print(
                f"msrun {a[0]:.2f} s ({a[1]:.2f} CPU)   torchrun {b[0]:.2f} s ({b[1]:.2f} CPU)",
                flush=True,
            )
    ratio, cpu = (
        statistics.median(a[i] for a in ours) / statistics.median(b[i] for b in theirs)
        for i in (0, 1)
    )
    print(f"{n} workers, medians of {given.rounds} rounds, msrun / torchrun:")
    print(f"wall {ratio:.2f} (aim: at most 0.50), CPU {cpu:.2f}")
    return int(ratio > 0.5)


if __name__ == "__main__":
    sys.exit(main())
