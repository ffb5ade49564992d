"""Sharded training equals one process with the whole batch; programs/sharded.py asserts it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.dist.programs.sharded import CONFIGS
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "sharded.py"
_ON_TWO = [
    "data_parallel_4",
    "context",
    "context_4",
    "level1_4",
    "level2_7_adam",
    "level3_4_adam",
    "threshold",
    "clip",
    "scaled",
    "schedule",
]


def _run(zygote: Zygote, folder: Path, workers: int, *names: str) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *names, cwd=folder)
    assert run.wait(400) == 0, run.text()
    text = run.text()
    assert sorted(re.findall(r"^(\w+): equal", text, re.MULTILINE)) == sorted(names)
    return text


@pytest.mark.dist
def test_equality_on_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    _run(zygote, tmp_path, 2, *_ON_TWO)


@pytest.mark.dist
@pytest.mark.parametrize("workers", [4, 8])
def test_equality_on_more_processes(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    _run(zygote, tmp_path, workers, *CONFIGS)


@pytest.mark.dist
@pytest.mark.parametrize("name", ["level1_4", "level2_4", "level3_4_adam"])
def test_compiled_steps_are_equal_and_compiled_once(
    zygote: Zygote, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODE", "0")
    text = _run(zygote, tmp_path, 2, name)
    found = re.findall(r"compiled (\{.*\}) not recorded \{\} fallbacks \[\]", text)
    assert found, text
    kinds = {"level1": "OverlappedMicroStep", "level2": "OverlappedMicroStep", "level3": "LayerwiseMicroStep"}
    counts = ast.literal_eval(found[0])
    # Between two gathers of level3 lies a part of its own.
    assert (counts[kinds[name[:6]]] == 1) is (name != "level3_4_adam")
    # An update of nothing but kernels over many tensors runs as it is.
    assert counts.get("Update", 0) == (name != "level3_4_adam")
