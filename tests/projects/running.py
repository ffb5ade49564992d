"""A case is run in a process of its own, by MindSpore or by msacc, from the same file."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.projects.case import HERE, Case, Project

ROOT = HERE.parents[1]
Values = dict[str, "float | list[float]"]


@dataclass(frozen=True)
class Ran:
    """What a run gave: its numbers, how long it took by the clock and in processor time, and what it printed."""

    values: Values
    seconds: float
    cpu_seconds: float
    output: str


class CaseFailed(RuntimeError):
    """A script ended with an error, or gave no numbers; the message holds the end of what it printed."""


def run(
    project: Project, case: Case, checkouts: Path, oracle: str | None = None, moved: int = 0
) -> Ran:
    """Run a case by msacc, or by the Python with MindSpore that `oracle` names; `moved` is a seed of moved starts."""
    checkout = project.checkout(case, checkouts)
    if not checkout.is_dir():
        raise CaseFailed(f"{project.folder}:{case.name} wants a checkout at {checkout}")
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "out.json"
        data = Path(place) / "data"
        data.mkdir()
        started, cpu_started = time.monotonic(), _cpu_seconds()
        done = subprocess.run(
            [*_command(case, oracle), *_script(project, case, checkout, data, out)],
            capture_output=True,
            text=True,
            cwd=data,
            env=_environment(project, case, checkout, checkouts, oracle)
            | {"TORCHINDUCTOR_CACHE_DIR": str(Path(place) / "compiled")}
            | _moved(moved),
            timeout=case.timeout,
            check=False,
        )
        output = done.stdout + done.stderr
        if done.returncode or not out.exists():
            raise CaseFailed(
                f"{project.folder}:{case.name} ended with {done.returncode}:\n{output[-4000:]}"
            )
        seconds, cpu_seconds = time.monotonic() - started, _cpu_seconds() - cpu_started
        return Ran(json.loads(out.read_text()), seconds, cpu_seconds, output)


def _cpu_seconds() -> float:
    """Processor time of all child processes that have ended, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _moved(seed: int) -> dict[str, str]:
    return {"LAID_MOVED": str(seed)} if seed else {}


def _command(case: Case, oracle: str | None) -> list[str]:
    if oracle:
        return [oracle]
    if case.processes == 1:
        return [sys.executable, "-m", "msacc"]
    count = str(case.processes)
    return [
        sys.executable,
        "-m",
        "msacc.launch.msrun",
        f"--worker_num={count}",
        f"--local_worker_num={count}",
        "--join=True",
    ]


def _script(project: Project, case: Case, checkout: Path, data: Path, out: Path) -> list[str]:
    script = HERE / project.folder / case.script
    places = ["--checkout", str(checkout), "--data", str(data), "--out", str(out)]
    return [str(script), *places, *case.arguments]


def _environment(
    project: Project, case: Case, checkout: Path, checkouts: Path, oracle: str | None
) -> dict[str, str]:
    side = project.mindspore_libraries if oracle else project.msacc_libraries
    libraries = (*project.libraries, *case.libraries, *side)
    path = [str(checkout), str(HERE / "shared"), *(str(checkouts / name) for name in libraries)]
    if not oracle:
        path.append(str(ROOT))
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path),
        "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"),
        "GLOG_v": "3",
        "HF_HUB_OFFLINE": "1",
    }
