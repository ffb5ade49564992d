"""The second side of `python -m msacc compare --processes N`: a program that each process of a job runs.

Each has its part of the batch, and records what it computes from it.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from msacc import communication
from msacc.alias import install
from msacc.common import dtype as mstype
from msacc.common.seed import set_seed
from msacc.common.tensor import Tensor
from msacc.comparison import compare_sides, one_side
from msacc.inspection.command import load


def recorded(task: dict[str, Any], processes: int) -> list[Path]:
    """Run the task by a job of so many processes on this machine; the files that they recorded. ValueError."""
    with tempfile.TemporaryDirectory() as logs:
        file = Path(logs) / "task.json"
        file.write_text(json.dumps(task), encoding="utf-8")
        command = [sys.executable, "-m", "msacc.launch", f"--worker_num={processes}"]
        command += [f"--local_worker_num={processes}", f"--master_port={_free_port()}"]
        command += ["--join=True", f"--log_dir={logs}", __file__, str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            told = (done.stdout + done.stderr).strip().splitlines()[-12:]
            raise ValueError(
                f"{processes} processes could not run the network:\n" + "\n".join(told)
            )
    return [Path(f"{task['output']}.{rank}.npz") for rank in range(processes)]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main(task_file: str) -> None:
    """What one process does: its rows of the batch through the network, recorded."""
    install()

    with open(task_file, encoding="utf-8") as file:
        task = json.load(file)
    communication.init()
    rank, size = communication.get_rank(), communication.get_group_size()
    set_seed(1)
    net = load(task["network"]).set_train(task["training"])
    one_side.put(net, dict(np.load(task["weights"])), task["names"], Tensor)
    arrays, dtypes = np.load(task["inputs"]), task["dtypes"]
    inputs = []
    for i, kind in enumerate(dtypes):
        rows = len(arrays[str(i)]) // size
        inputs.append(
            Tensor(arrays[str(i)][rank * rows : (rank + 1) * rows], getattr(mstype, kind))
        )
    compare_sides.run_once(
        net, Path(f"{task['output']}.{rank}.npz"), tuple(inputs), _loss(rank, size)
    )


def _loss(rank: int, size: int) -> Callable[[Any], Any]:
    """This process's part of the sum that one process takes: the same fixed weights for the same rows."""

    def part(out: Any) -> Any:
        return one_side.weighted(out, Tensor, lambda t: t.astype(mstype.float32), (rank, size))

    return part


if __name__ == "__main__":
    main(sys.argv[1])
