"""Work that goes on for long takes no more memory, handles and threads than at its beginning."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_PROGRAM = "tests.load.programs.loads"
# Rounds, and kilobytes that a thousand rounds may add: an allocator sways by a megabyte or two in all.
_LONG = {
    "pynative_steps": (10_000, 100),
    "graph_steps": (10_000, 100),
    "scaled_steps": (60, 50_000),
    "epochs": (200, 20_000),
    "epochs_in_workers": (50, 40_000),
    "saves": (1_000, 1_000),
    # Beside other work threads meet, and each that does has an arena of malloc's of its own.
    "saves_in_a_thread": (1_000, 4_000),
    "safetensors": (1_000, 1_000),
    "loads": (1_000, 2_000),
    "networks": (1_000, 1_500),
}
# A compiled function leaves traces in torch itself (0.3 MB each where torch.compile is used by hand); a network
# of 4 MB that was compiled and forgotten must not be among them.
_COMPILED = {
    "new_functions": (200, 800_000),
    "new_shapes": (200, 50_000),
    "graph_networks": (40, 2_500_000),
}


def _grown(name: str, rounds: int) -> dict[str, float]:
    command = [sys.executable, "-m", _PROGRAM, name, str(rounds)]
    run = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, timeout=1500)
    assert run.returncode == 0, run.stderr
    found: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    print(name, found)
    return found


@pytest.mark.slow
@pytest.mark.timeout(1600)
@pytest.mark.parametrize("name", [*_LONG, *_COMPILED])
def test_nothing_grows(name: str) -> None:
    rounds, kilobytes = {**_LONG, **_COMPILED}[name]
    found = _grown(name, rounds)
    assert found["count"] == rounds
    assert found["handles"] == found["threads"] == 0
    assert found["memory"] < kilobytes


@pytest.mark.slow
def test_a_leak_is_seen() -> None:
    found = _grown("leaks", 40)
    assert 900_000 < found["memory"] < 1_200_000
    assert found["handles"] == 1000
