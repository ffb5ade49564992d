"""Every comparison of speed, one after the other, and docs/performance.md made of what they found.

    python benchmarks/all.py --mindspore-python /path/to/venv-with-mindspore/bin/python [--against CHECKOUT]
        [--only NAME ...] [--keep FOLDER]

Takes about an hour on two cores; nothing else should run. `--only` measures some anew and takes the others from the
FOLDER of an earlier run. Needs matplotlib for the picture. The chapter about a GPU is on_gpu.py's.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from gpu_minutes import chapter
from markdown_tables import as_markdown

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent / "docs"
# What runs, behind a "-" with an option of its own, and what it compares with: M for MindSpore, A for another checkout.
PROGRAMS = {
    "total_time": "M",
    "total_time-amp": "",
    "small_functions": "M",
    "imports": "",
    "first_step": "MA",
    "steps": "M",
    "precision": "",
    "data": "M",
    "sharded": "",
}
HEAD = """# How fast it is

Made by `python benchmarks/all.py` on {date}: {machine}, torch {torch}.
All figures are ratios or belong to one; both sides of a ratio ran in one run, taking turns, and it is the median of the
rounds. Absolute times are those of this machine. What is said on top of each program under `benchmarks/` says what
exactly it compares. In the second picture graph mode stands beside the faster of eager and compiled torch.

What a run costs in all, by the number of its steps: PyNative, each level of graph mode, the automatic level that graph
mode has by default, torch alone, and MindSpore's graph mode.

![CPU seconds in all](images/total_time.png)

![Steps per second](images/performance.png)
"""


def measure(name: str, args: Any, folder: Path) -> None:
    """Run one program."""
    program, *options = name.split("-")
    command = [sys.executable, str(HERE / f"{program}.py"), *(f"--{option}" for option in options)]
    command += ["--json", str(folder / f"{name}.json")]
    if "M" in PROGRAMS[name] and args.mindspore_python:
        command += ["--mindspore-python", args.mindspore_python]
    if "A" in PROGRAMS[name] and args.against:
        command += ["--against", str(args.against)]
    if name == "total_time":
        command += ["--picture", str(DOCS / "images" / "total_time.png")]
    print(f"== {name}", flush=True)
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(HERE.parent)}
    subprocess.run(command, check=True, env=env)


def tables(folder: Path) -> list[dict[str, Any]]:
    """All tables that were found, in the order of PROGRAMS."""
    found: list[dict[str, Any]] = []
    for name in PROGRAMS:
        path = folder / f"{name}.json"
        if path.is_file():
            read = json.loads(path.read_text())
            found += read if isinstance(read, list) else [read]
    return found


def draw(table: dict[str, Any], path: Path) -> None:
    """The step rates of both modes over torch's."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    at = table["columns"].index("of torch")
    names = [f"{row[0]}, {row[1]}" for row in table["rows"]][::-1]
    values = [row[at] for row in table["rows"]][::-1]
    figure, axes = pyplot.subplots(figsize=(7, 0.35 * len(names) + 1))
    axes.barh(names, values, color=["#4878a8" if "graph" in name else "#a8b8c8" for name in names])
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xlabel("steps per CPU second, 1 being torch's by hand")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def write(folder: Path) -> None:
    """docs/performance.md and its picture."""
    import torch

    found = tables(folder)
    machine = f"{platform.machine()}, {len(os.sched_getaffinity(0))} cores, one thread a process"
    head = HEAD.format(
        date=datetime.date.today().isoformat(), machine=machine, torch=torch.__version__
    )
    page = "\n".join([head, *map(as_markdown, found)])
    (DOCS / "performance.md").write_text(chapter.put_into(page))
    for table in found:
        if "of torch" in table["columns"]:
            draw(table, DOCS / "images" / "performance.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mindspore-python", help="a Python that has real MindSpore")
    parser.add_argument("--against", type=Path, help="an older checkout of msacc")
    parser.add_argument("--only", nargs="+", choices=PROGRAMS, default=list(PROGRAMS))
    parser.add_argument("--keep", type=Path, default=Path("performance"))
    args = parser.parse_args()
    args.keep.mkdir(exist_ok=True)
    for name in args.only:
        measure(name, args, args.keep)
    write(args.keep)


if __name__ == "__main__":
    main()
