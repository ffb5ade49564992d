"""Programs under benchmarks/ that need a machine of their own run, in small, on this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _run(program: str, tmp_path: Path, *arguments: str) -> dict[str, list[list[object]]]:
    """What a program writes."""
    out = tmp_path / "found.json"
    command = [sys.executable, str(ROOT / "benchmarks" / program), *arguments, "--json", str(out)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    subprocess.run(command, env=env, check=True, capture_output=True, timeout=550)
    found: dict[str, list[list[object]]] = json.loads(out.read_text())
    return found


@pytest.mark.slow
def test_gpu(tmp_path: Path) -> None:
    found = _run(
        "gpu.py",
        tmp_path,
        *("--device", "cpu", "--quick", "--rounds", "2"),
        *("--models", "mlp", "--precisions", "float32", "bfloat16 O2"),
    )
    assert [row[:2] for row in found["rows"]] == [["mlp", "float32"], ["mlp", "bfloat16 O2"]]
    assert all(len(row) == len(found["columns"]) for row in found["rows"])


@pytest.mark.slow
def test_precision(tmp_path: Path) -> None:
    found = _run(
        "precision.py",
        tmp_path,
        *("--quick", "--rounds", "2", "--models", "mlp", "short gpt", "--modes", "PyNative"),
    )
    assert len(found["rows"]) == 4
    assert all(len(row) == len(found["columns"]) for row in found["rows"])
