"""One run of a script, and what came of it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.docs_scripts.scripts import WHOLE_BATCH, Script
from tests.launch.helpers import free_port

_ROOT = Path(__file__).parents[2]


@dataclass
class Outcome:
    """`curves`: what each process printed; `held`: what each process holds; `problem`: why it failed, or nothing."""

    curves: list[list[float]]
    held: list[dict[str, Any]]
    seconds: float
    problem: str

    @property
    def curve(self) -> list[float]:
        """The loss of the job: processes that feed different rows print different losses, of which it is the mean."""
        steps = min(len(curve) for curve in self.curves)
        return [sum(c[i] for c in self.curves) / len(self.curves) for i in range(steps)]


def run(script: Script, folder: Path, workers: int, timeout: float) -> Outcome:
    """Run the script that lies in `folder` under msrun; a second time, if it is one that goes on."""
    first = _run(script, folder, workers, timeout, ())
    if first.problem or not script.again:
        return first
    for file in folder.rglob(script.again_from):
        file.rename(file.with_name(script.again_as))
    second = _run(script, folder, workers, timeout, script.again)
    curves = [a + b for a, b in zip(first.curves, second.curves, strict=True)]
    return Outcome(curves, second.held, first.seconds + second.seconds, second.problem)


def _run(
    script: Script, folder: Path, workers: int, timeout: float, args: tuple[str, ...]
) -> Outcome:
    record = folder / "record"
    record.mkdir(exist_ok=True)
    start = time.monotonic()
    with (folder / "console.txt").open("wb") as console:
        code = _wait(
            _command(script, workers, record, args),
            folder,
            _env(script, folder, workers),
            console,
            timeout,
        )
    seconds = time.monotonic() - start
    logs = [(folder / f"logs/worker_{i}.log") for i in range(workers)]
    texts = [log.read_text(errors="replace") if log.exists() else "" for log in logs]
    held = [json.loads(p.read_text()) for p in sorted(record.glob("*.json"))]
    curves = [figures(text, script.printed) for text in texts]
    return Outcome(curves, held, seconds, _problem(code, texts, timeout))


def _command(script: Script, workers: int, record: Path, args: tuple[str, ...]) -> list[str]:
    name = Path(script.path).name
    words = ["pytest", "-s", name] if script.pytest else [name]
    return [
        *(sys.executable, "-m", "msacc.launch"),
        *(f"--worker_num={workers}", f"--local_worker_num={workers}"),
        *(f"--master_port={free_port()}", "--join=True", "--log_dir=logs"),
        *("python", "-m", "tests.docs_scripts.observe", str(record), *words, *args),
    ]


def _env(script: Script, folder: Path, workers: int) -> dict[str, str]:
    given = {
        "PYTHONPATH": str(_ROOT),
        "DATA_PATH": str(folder / "MNIST_Data" / ("" if script.setup == "both_parts" else "train")),
        "OMP_NUM_THREADS": "1",
    }
    if script.against == WHOLE_BATCH and workers == 1:
        given["DOCS_SCRIPTS_TIMES"] = str(script.workers)
    return {**os.environ, **given}


def _wait(
    command: list[str], folder: Path, env: dict[str, str], console: Any, timeout: float
) -> int | None:
    """The exit code, or None when the time was over. msrun passes SIGTERM on to its workers."""
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdout=console, stderr=subprocess.STDOUT
    )
    try:
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        process.terminate()
        process.wait(60)
        return None


def figures(text: str, printed: str) -> list[float]:
    """The numbers that stand behind `printed`, or, if that is a bracket, all that are printed from the array on."""
    if printed == "[[":
        return [
            float(x) for x in re.findall(r"[-+]?\d+\.\d*(?:e[-+]\d+)?", text.partition("[[")[2])
        ]
    return [float(x) for x in re.findall(re.escape(printed) + r"([-+.\deE]+)", text)]


def _problem(code: int | None, texts: list[str], timeout: float) -> str:
    if code is None:
        return f"still running after {timeout:.0f} s"
    # Half of the scripts that run.sh starts with pytest have no test: pytest imports them and says so.
    if code == 0 or all("no tests ran" in text and "Error" not in text for text in texts):
        return ""
    errors = re.findall(
        r"^(?:E   +)?((?:\w+\.)*\w*(?:Error|Exception)\b.*)$", "\n".join(texts), re.M
    )
    return errors[-1][:300] if errors else f"exit code {code}"
