"""The processes of one side of training_step.py and sharded.py."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

_SIDE = Path(__file__).with_name("training_step_side.py")


class Job:
    """One checkout's processes, of a program that is told what to do line by line."""

    def __init__(self, checkout: Path, ranks: int, *words: str, side: Path = _SIDE):
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
        command = [sys.executable, str(side), *words]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.ranks = [
            subprocess.Popen(command, env={**env, "RANK": str(r), "LOCAL_RANK": str(r)}, **pipes)
            for r in range(ranks)
        ]

    def tell(self, *what: Any) -> list[Any]:
        """Let all ranks do something; what each of them found."""
        for rank in self.ranks:
            print(json.dumps(what), file=rank.stdin, flush=True)
        return [self._msacc_answer(rank) for rank in self.ranks]

    def _msacc_answer(self, rank: Any) -> Any:
        for line in rank.stdout:
            if line.startswith("FOUND "):
                return json.loads(line[6:])
        raise SystemExit("a process ended before it answered; its error is above.")

    def end(self) -> None:
        """Stop the processes."""
        for rank in self.ranks:
            assert rank.stdin is not None
            rank.stdin.close()
            rank.wait()
