"""Ten minutes of a GPU: checks of numbers, cold compilations, then timings against hand-written torch, on one page.

    python benchmarks/on_gpu.py [--minutes 10] [--device cuda] [--out performance/gpu]
    python benchmarks/on_gpu.py --device cpu --quick
    python benchmarks/on_gpu.py --page performance/gpu/gpu.json

Runs `python -m msacc doctor`, `pytest -m gpu`, the parity cases on the device, `run.sh` with one process over drawn
digits, kept_for_backward.py and cold first steps side by side; then alone gpu.py: GPT-2 of 124 million parameters,
ResNet-50, ViT-B/16 and small networks in every mode, beside torch eager, compiled, with fused attention and as CUDA
graphs. `--out` has gpu.json (everything), gpu.txt (a page with what msacc is held to) and logs.tgz; they are written
anew after each part, so that a run that is cut off leaves what it has. Each part has a limit of its own, of
`--minutes` and of what is left; one that fails or is cut off says so, and the rest goes on. Ends with 1 where a part
did. `--device cpu --quick` has tiny networks and takes two minutes: it shows that the program runs.

It needs the checkout, torch, torchvision, numpy, and msacc's other dependencies (setup.cfg); for its tests pytest and
pytest-timeout. No network, and nothing to install: PYTHONPATH is set to the checkout for all parts. To a machine that
lacks pure packages of these, carry them in a folder and name it:

    pip install --no-deps --target carried rich markdown-it-py mdurl pygments pytest-timeout
    PYTHONPATH=$PWD/carried python3 benchmarks/on_gpu.py --out "$OUT"

`--page` makes the chapter of docs/performance.md from the JSON of a run, and keeps the tables for benchmarks/all.py.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

import torch
from gpu_minutes import chapter, yardsticks
from gpu_minutes.figures import Figures
from gpu_minutes.page import page
from gpu_minutes.parts import ROOT, Choice, alone, side_by_side
from gpu_minutes.running import Runner

# Of the time: what is side by side has no more, and what all is to end before it is over.
_SHARE, _MARGIN = 0.45, 10
# GiB of a device that one compilation may take, and how many there are at most.
_GIB, _MOST = 12, 6
_PAGE_HELP = "write docs/performance.md's chapter, of this run or of the last that was kept"


class Run:
    """One run and what it writes."""

    def __init__(self, args: argparse.Namespace, work: Path):
        self.args, self.out = args, args.out
        self.choice = Choice(args.device, args.quick, work)
        self.began = time.monotonic()
        self.seconds = 60 * args.minutes - _MARGIN
        self.runner = Runner(work, ROOT, self.began + self.seconds, self.save)

    def go(self) -> int:
        """All parts."""
        try:
            end = self.began + _SHARE * self.seconds
            scale = self.args.minutes / 10
            self.runner.side_by_side(side_by_side(self.choice), self.widths(), end, scale)
            self.gather_compiled_code()
            self.runner.one_by_one(alone(self.choice))
        finally:
            self.runner.stop()
            self.save()
        print((self.out / "gpu.txt").read_text())
        return int(any(outcome.state != "done" for outcome in self.runner.outcomes))

    def widths(self) -> dict[str, int]:
        """How many parts of each lane are side by side here."""
        cores = os.cpu_count() or 1
        few = cores < 8
        most = _MOST
        if self.args.device == "cuda":
            most = min(most, torch.cuda.get_device_properties(0).total_memory // (_GIB * 2**30))
        return {"checks": 1 if few else 5, "compilations": max(1, min(cores // 2, most))}

    def gather_compiled_code(self) -> None:
        """So that what is timed finds what the cold processes compiled: files there are named by what is in them."""
        folder = self.choice.work / "compiled"
        for each in sorted(folder.glob("*")):
            if each.name != "all":
                shutil.copytree(each, folder / "all", dirs_exist_ok=True)

    def result(self) -> dict[str, Any]:
        """Everything that is known by now."""
        figures = Figures(self.choice.work)
        return {
            **self.where(),
            "date": datetime.date.today().isoformat(),
            "minutes": self.args.minutes,
            "quick": self.args.quick,
            "seconds": round(time.monotonic() - self.began, 1),
            "yardsticks": yardsticks.all_of(figures),
            "accuracy": figures.accuracy(),
            "parts": [outcome.as_json() for outcome in self.runner.outcomes],
            "parity": figures.read("parity"),
            "tables": figures.tables(),
        }

    def where(self) -> dict[str, Any]:
        """The device and the versions."""
        cuda = self.args.device == "cuda"
        device = torch.cuda.get_device_name() if cuda else "the CPU"
        versions = {"torch": torch.__version__, "commit": commit()}
        return {"device": device, "kind": self.args.device, **versions}

    def save(self) -> None:
        """The JSON, the page and the logs, each whole or as before."""
        result = self.result()
        whole(self.out / "gpu.json", json.dumps(result, indent=1) + "\n")
        whole(self.out / "gpu.txt", page(result))
        with tarfile.open(self.out / "logs.tgz", "w:gz") as file:
            file.add(self.choice.work / "logs", "logs")


def whole(path: Path, text: str) -> None:
    """Write a file, which is as it was until all of it is there."""
    part = path.with_suffix(".part")
    part.write_text(text)
    part.replace(path)


def commit() -> str:
    """Of the checkout, or msacc's version where it is a copy without git."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return (ROOT / "msacc" / "version.py").read_text().rpartition('"')[0].rpartition('"')[2]


def environment(device: str) -> dict[str, str]:
    """Of all parts: the checkout is found, one thread a process, no downloads; no GPU where the CPU is asked for."""
    places = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    found = {"PYTHONPATH": os.pathsep.join(places), "PYTHONUNBUFFERED": "1", "MSACC_OFFLINE": "1"}
    found |= {"OMP_NUM_THREADS": "1", "MASTER_PORT": str(_free_port())}
    return found | ({"CUDA_VISIBLE_DEVICES": ""} if device == "cpu" else {})


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _stop(number: int, frame: object) -> None:
    raise SystemExit(128 + number)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--quick", action="store_true", help="tiny networks, few sides")
    parser.add_argument("--out", type=Path, default=ROOT / "performance" / "gpu")
    parser.add_argument("--page", nargs="?", const="", metavar="JSON", help=_PAGE_HELP)
    args = parser.parse_args()
    if args.page is not None:
        if args.page:
            chapter.keep(Path(args.page))
        chapter.write()
        return 0
    if args.device == "cuda" and not torch.cuda.is_available():
        parser.error("there is no CUDA device; --device cpu --quick shows that the program runs")
    args.out = args.out.resolve()
    args.out.mkdir(parents=True, exist_ok=True)
    os.environ.update(environment(args.device))
    signal.signal(signal.SIGTERM, _stop)  # what stands in a `finally` runs
    with tempfile.TemporaryDirectory(prefix="on_gpu_", ignore_cleanup_errors=True) as work:
        (Path(work) / "logs").mkdir()
        return Run(args, Path(work)).go()


if __name__ == "__main__":
    sys.exit(main())
