"""The parts of a run on a GPU: what each starts, and how many of ten minutes it may take.

Side by side: checks of numbers, what is kept for the backward pass, the main job, and cold first steps, each in a
process and with a folder of compiled code of its own. Alone, one after the other: whatever is timed.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "benchmarks"
LARGE = ("gpt2", "resnet50", "vit")
SMALL = ("lenet", "mlp", "gpt")
LOW = "bfloat16 O2"
# Under what name a figure of a part is kept.
FIRST, TIMED = "first", "timed"


@dataclass
class Part:
    """One process, or one that starts more; they end together. `seconds`: of ten minutes."""

    name: str
    command: list[str]
    seconds: float
    # The parts of a lane wait for each other where it is full.
    lane: str = "checks"
    # Whether what is compiled begins with nothing on disk.
    cold: bool = False
    env: dict[str, str] = field(default_factory=dict)

    @property
    def file(self) -> str:
        """The name of its log and of its figures, without ending."""
        return self.name.replace(" ", "_")


@dataclass
class Choice:
    """What on_gpu.py was asked for. `work` is a folder for logs, figures and compiled code."""

    device: str
    quick: bool
    work: Path

    def figures(self, name: str) -> Path:
        """Where a part writes its figures."""
        return self.work / f"{name.replace(' ', '_')}.json"


def _checks(choice: Choice) -> list[Part]:
    tests = ["tests/gpu/test_memory_peaks.py" if choice.quick else "tests/gpu", "-o", "addopts=-q"]
    tests += ["-m", "gpu and not slow", "-p", "no:cacheprovider", *_pytest_options(choice)]
    on_cpu = {"MSACC_GPU_TESTS": "cpu"} if choice.device == "cpu" else {}
    return [
        Part("doctor", [sys.executable, "-m", "msacc", "doctor"], 60),
        Part("gpu tests", [sys.executable, "-m", "pytest", *tests], 240, env=on_cpu),
        Part("parity", parity_command(choice), 260),
        Part("kept bytes", _kept_command(choice), 120),
        _main_job(choice),
    ]


def _pytest_options(choice: Choice) -> list[str]:
    """What its extensions add, where they are installed: processes, and an end to a test that hangs."""
    processes = ["-n", "3"] if find_spec("xdist") and not choice.quick else []
    return [*processes, *(["--timeout", "100"] if find_spec("pytest_timeout") else [])]


def parity_command(choice: Choice) -> list[str]:
    """Every parity case on the device, a process for each chapter."""
    jobs = max(1, (os.cpu_count() or 1) // 3)
    chapters = ["ops_math", "ops_switch"] if choice.quick else []
    program = str(BENCHMARKS / "gpu_minutes" / "chapters.py")
    options = ["--device", choice.device, "--jobs", str(jobs)]
    return [
        sys.executable,
        program,
        *chapters,
        *options,
        "--json",
        str(choice.figures("parity")),
    ]


def _kept_command(choice: Choice) -> list[str]:
    networks = ["mlp"] if choice.quick else ["resnet50", "vit", "gpt"]
    options = ["--amp", "O2", "--types", "bfloat16", "--device", choice.device]
    program = str(BENCHMARKS / "kept_for_backward.py")
    file = str(choice.figures("kept bytes"))
    return [sys.executable, program, *networks, *options, "--json", file]


def _main_job(choice: Choice) -> Part:
    """The main job in one process, over digits that are drawn."""
    data = str(choice.work / "digits")
    command = f'"$PYTHON" -m msacc.datafiles mnist {data} && DATA_PATH={data} bash run.sh'
    env = {"PYTHON": sys.executable, "WORKERS": "1", "OUTPUT": str(choice.work / "output")}
    return Part("run.sh", ["bash", "-ec", command], 120, env=env)


def _steps(choice: Choice, name: str, networks: tuple[str, ...], *options: str) -> list[str]:
    program = [sys.executable, str(BENCHMARKS / "gpu.py"), "--models", *networks]
    quick = ["--quick"] if choice.quick else []
    file = str(choice.figures(name))
    return [*program, *options, "--device", choice.device, *quick, "--json", file]


def first_step(choice: Choice, network: str, side: str, lane: str, seconds: float) -> Part:
    """The first step of one side in a process of its own."""
    name = f"{FIRST} {network} {side}"
    options = ("--sides", side, "--precisions", LOW, "--first")
    command = _steps(choice, name, (network,), *options)
    return Part(name, command, seconds, lane, cold=True)


def _compile_ahead(choice: Choice, network: str) -> Part:
    """What the timings of a small network compile, made beside the checks."""
    name = f"ahead {network}"
    sides = ("automatic", "o1", "o2", "compile", "cuda_graphs")
    options = ("--sides", *sides, "--precisions", "float32", LOW, "--first")
    return Part(name, _steps(choice, name, (network,), *options), 150, "compilations", cold=True)


def side_by_side(choice: Choice) -> list[Part]:
    """What does not mind company; the most important of each lane first."""
    if choice.quick:
        sides = [("gpt2", "o1"), ("gpt2", "compile")]
        return _checks(choice) + [first_step(choice, *s, "compilations", 150) for s in sides]
    sides = [(network, side) for network in LARGE for side in ("o1", "compile")]
    sides += [("gpt2", "compile_sdpa"), ("vit", "compile_sdpa")]
    sides += [(network, side) for network in LARGE for side in ("o2", "cuda_graphs")]
    firsts = [first_step(choice, *each, "compilations", 150) for each in sides]
    return _checks(choice) + firsts[:6] + [_compile_ahead(choice, n) for n in SMALL] + firsts[6:]


def alone(choice: Choice) -> list[Part]:
    """What is timed."""
    firsts = [first_step(choice, "gpt2", side, "alone", 25) for side in ("pynative", "eager")]
    both = ("--precisions", "float32", LOW)
    if choice.quick:
        sides = ("--sides", "pynative", "automatic", "eager", "compile", "--rounds", "2")
        few = ("--sides", "pynative", "automatic", "eager", "--rounds", "2")
        plan = [
            (("lenet", "mlp"), 60, (*few, *both)),
            (("gpt2",), 60, (*sides, "--precisions", LOW)),
            (("resnet50",), 60, (*few, "--precisions", LOW)),
            (("vit",), 60, (*few, "--precisions", LOW)),
        ]
    else:
        low = ("--precisions", LOW, "--rounds", "5")
        plan = [
            (("gpt2",), 80, low),
            (("lenet", "mlp"), 60, (*both, "--rounds", "5")),
            (("resnet50",), 60, low),
            (("vit",), 60, low),
            (("gpt",), 40, (*both, "--rounds", "5")),
        ]
    timed = []
    for networks, seconds, options in plan:
        name = f"{TIMED} {' '.join(networks)}"
        timed.append(Part(name, _steps(choice, name, networks, *options), seconds, "alone"))
    return firsts + timed
