"""Programs under benchmarks/ that need a machine of their own run, in small, on this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Of `on_gpu.py --quick`, in their order.
PARTS = """doctor,gpu tests,parity,kept bytes,run.sh,first gpt2 o1,first gpt2 compile,first gpt2 pynative,
first gpt2 eager,timed lenet mlp,timed gpt2,timed resnet50,timed vit""".replace("\n", "").split(",")


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
    rows = [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]
    sides = ["pynative", "automatic", "o1", "o2", "eager", "compile", "cuda_graphs"]
    assert [(row["precision"], row["side"]) for row in rows] == [
        (precision, side) for precision in ("float32", "bfloat16 O2") for side in sides
    ]
    assert not [row["problem"] for row in rows if row["problem"]]
    assert all(row["later ms"] > 0 for row in rows)
    assert [row["side"] for row in rows[:7] if row["speed"]] == sides[:4]
    assert rows[2]["outside"] < rows[0]["outside"]


@pytest.mark.slow
def test_on_gpu(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "on_gpu.py"), "--device", "cpu", "--quick"]
    # Another test may compile beside it: its limits are those of ten minutes.
    done = subprocess.run([*command, "--out", str(tmp_path)], capture_output=True, text=True)
    found = json.loads((tmp_path / "gpu.json").read_text())
    assert {part["name"]: part["state"] for part in found["parts"]} == dict.fromkeys(PARTS, "done")
    assert done.returncode == 0
    named = {row["what"]: row["found"] for row in found["yardsticks"]}
    assert named["tests for a GPU that fail"] == 0
    assert named["parity cases that are not equal"] == 0
    assert named["step of GPT-2: graph mode / torch.compile"] > 0
    assert named["first step of GPT-2, cold: O1 / torch.compile"] > 0
    assert 0 < named["kept for the backward pass: graph mode / autocast"] <= 1.05
    assert found["parity"]["cases"] == found["parity"]["equal"] > 10
    assert "accuracy" in found["accuracy"]
    assert [table["title"][:5] for table in found["tables"]] == ["Steps", "First", "Kept "]
    assert not any("problem" in table["columns"] for table in found["tables"])
    assert (tmp_path / "gpu.txt").read_text() in done.stdout
    assert (tmp_path / "logs.tgz").stat().st_size > 0


@pytest.mark.slow
def test_precision(tmp_path: Path) -> None:
    found = _run(
        "precision.py",
        tmp_path,
        *("--quick", "--rounds", "2", "--models", "mlp", "short gpt", "--modes", "PyNative"),
    )
    assert len(found["rows"]) == 4
    assert all(len(row) == len(found["columns"]) for row in found["rows"])
