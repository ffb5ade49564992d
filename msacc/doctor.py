"""`python -m msacc doctor`: versions, devices, compiler, data, and whether graph mode compiles here.

With `--warm` it also makes what all graphs of this installation share, so that the first one of a script waits for its
own code alone: the compiled headers, and what the compiler and the processor can do together.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from rich.console import Console
from rich.table import Table

from msacc.common.settings import settings
from msacc.common.torch_private import compiled_folder, cpp_compiler, fresh_cache
from msacc.datafiles import find_cifar10, find_mnist
from msacc.datafiles.cache import cache_folder
from msacc.graph import backend
from msacc.version import __version__

# The oldest version that serves; "" where any does.
NEEDED = {
    "torch": "2.11",
    "torchvision": "",
    "numpy": "",
    "protobuf": "4.25",
    "safetensors": "",
    "rich": "",
}
OPTIONAL = {
    "cryptography": "encrypted checkpoints",
    "tensorboard": "SummaryRecord, SummaryCollector",
    "matplotlib": "plots",
}


class Row(NamedTuple):
    """One finding; `ok` is False for what stops something from working."""

    name: str
    value: str
    ok: bool = True


def versions() -> list[Row]:
    """msacc, Python and the packages it needs or can use."""
    rows = [
        Row("msacc", __version__),
        Row("python", f"{platform.python_version()} ({sys.executable})"),
    ]
    for name, oldest in NEEDED.items():
        version = _version(name)
        if version is None:
            rows.append(Row(name, f"missing: pip install {name}", False))
        elif _numbers(version) < _numbers(oldest):
            rows.append(Row(name, f"{version} is too old: pip install '{name}>={oldest}'", False))
        else:
            rows.append(Row(name, version))
    for name, use in OPTIONAL.items():
        rows.append(Row(name, _version(name) or f"not installed (optional: {use})"))
    return rows


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2])


def devices() -> list[Row]:
    """CPU cores, CUDA devices, and the libraries processes talk through."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    rows = [
        Row(
            "CPU",
            f"{platform.machine()}, {usable} cores, {torch.get_num_threads()} threads in torch",
        )
    ]
    if not torch.cuda.is_available():
        built = (
            f"torch is built for CUDA {torch.version.cuda}"
            if torch.version.cuda
            else "torch has no CUDA"
        )
        rows.append(Row("CUDA", f"no device ({built}); everything runs on the CPU"))
    for index in range(torch.cuda.device_count() if torch.cuda.is_available() else 0):
        properties = torch.cuda.get_device_properties(index)
        memory = f"{properties.total_memory / 2**30:.0f} GiB"
        rows.append(
            Row(
                f"CUDA {index}",
                f"{properties.name}, {memory}, sm_{properties.major}{properties.minor}",
            )
        )
    return [*rows, Row("collectives", _collectives())]


def _collectives() -> str:
    if not torch.distributed.is_available():
        return "none: this torch has no torch.distributed"
    backends = ["gloo"] if torch.distributed.is_gloo_available() else []
    if torch.distributed.is_nccl_available() and torch.cuda.is_available():
        backends.append("nccl " + ".".join(map(str, torch.cuda.nccl.version())))
    return ", ".join(backends) or "none"


def compiler() -> Row:
    """The C++ compiler that graph mode would use on the CPU."""
    try:
        path = shutil.which(cpp_compiler()) or cpp_compiler()
        text = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=20
        ).stdout
    except Exception as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        return Row("C++ compiler", f"none ({first}): install g++ or set CXX", False)
    return Row("C++ compiler", f"{path}: {(text.splitlines() or ['version unknown'])[0]}")


def graph_mode() -> Row:
    """Compile one small function with inductor, afresh, and compare its result."""

    def small(x: torch.Tensor) -> torch.Tensor:
        return (x.sin() + x).sum()

    x = torch.linspace(0, 1, 64, device="cuda" if torch.cuda.is_available() else "cpu")
    start = time.perf_counter()
    try:
        with fresh_cache():
            right = torch.allclose(torch.compile(small, fullgraph=True)(x), small(x))
    except Exception as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        return Row(
            "graph mode", f"cannot compile ({type(error).__name__}: {first}); runs op by op", False
        )
    seconds = f"{time.perf_counter() - start:.1f} s for a first small graph"
    return Row("first graph", f"compiles ({seconds})" if right else "compiles WRONG values", right)


def warm() -> Row:
    """Compile a small graph each way that backend.py does, in the folder that scripts use."""
    x = torch.linspace(0, 1, 64, device=settings.device)
    start = time.perf_counter()
    try:
        for ops in (2, 16):
            compile_backend = backend.make(f"a graph of {ops} ops", "O1", in_turns=False)
            torch.compile(_chain(ops), fullgraph=True, backend=compile_backend)(x)
    except Exception as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        return Row("warm", f"cannot compile ({type(error).__name__}: {first})", False)
    took = f"{time.perf_counter() - start:.1f} s"
    return Row("warm", f"what graphs share is ready ({took}) in {compiled_folder()}")


def _chain(ops: int) -> Callable[[torch.Tensor], torch.Tensor]:
    def chain(x: torch.Tensor) -> torch.Tensor:
        for _ in range(ops):
            x = x.sin()
        return x

    return chain


def data() -> list[Row]:
    """The training data that scripts would find."""
    try:
        mnist = find_mnist()
    except FileNotFoundError as error:
        return [Row("MNIST", str(error), False)]
    how = "will be downloaded, or drawn without a network"
    cifar = find_cifar10()
    return [
        Row("MNIST", str(mnist.resolve()) if mnist else f"none here; {how}"),
        Row("CIFAR-10", str(cifar.resolve()) if cifar else "none here; pictures will be drawn"),
        Row("cache", f"{cache_folder()} (MSACC_CACHE)"),
    ]


def _of_graphs(quick: bool, also_warm: bool) -> list[Row]:
    rows = [compiler()] if quick else [compiler(), graph_mode()]
    return [*rows, warm()] if also_warm else rows


def _show(console: Console, title: str, rows: list[Row]) -> None:
    if not console.is_terminal:
        for row in rows:
            print(f"{'ok ' if row.ok else 'BAD'} {title}: {row.name}: {row.value}", flush=True)
        return
    table = Table(title=title, title_justify="left", show_header=False, min_width=60)
    for row in rows:
        mark = "[green]ok[/]" if row.ok else "[bold red]BAD[/]"
        table.add_row(mark, row.name, row.value)
    console.print(table)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the report; 0 when nothing is wrong, 1 otherwise. `--quick` compiles nothing but what `--warm` asks for."""
    parser = argparse.ArgumentParser(prog="python -m msacc doctor", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="compile nothing")
    parser.add_argument("--warm", action="store_true", help="make what all graphs share, once")
    options = parser.parse_args(argv)
    console = Console()
    parts = {
        "versions": versions,
        "devices": devices,
        "graph mode": lambda: _of_graphs(options.quick, options.warm),
        "data": data,
    }
    good = True
    for title, find in parts.items():
        rows = find()
        good = good and all(row.ok for row in rows)
        _show(console, title, rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
