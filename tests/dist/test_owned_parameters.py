"""Lamb, LARS, AdaFactor and users' rules with their state shared out; programs/owned_parameters.py asserts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "owned_parameters.py"
_ON_TWO = ["lamb", "adafactor_clip", "own_level2", "undeclared", "factors"]
_ON_FOUR = [
    *("lamb", "lars", "adafactor", "own", "centralized", "grouped"),
    *("lamb_level2", "lamb_level3", "own_half", "own_threshold", "lars_clip", "lamb_overflow", "lamb_few"),
]


def _run(zygote: Zygote, folder: Path, workers: int, *names: str) -> tuple[str, dict[str, list[float]]]:
    """The log, and of each case the share of the state that each process has."""
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *names, cwd=folder)
    assert run.wait(400) == 0, run.text()
    found = re.findall(r"^(\w+): equal, state ([\d. ]+)$", run.text(), re.MULTILINE)
    return run.text(), {name: [float(share) for share in shares.split()] for name, shares in found}


def _shared_out(shares: list[float], workers: int) -> bool:
    """Whether each has about as much, and all together little more than one process: step counts and padding."""
    return max(shares) < 1 / workers + 0.1 and 1 <= sum(shares) < 1.15


@pytest.mark.dist
def test_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    text, shares = _run(zygote, tmp_path, 2, *_ON_TWO)
    assert list(shares) == _ON_TWO
    assert all(_shared_out(shares[name], 2) for name in _ON_TWO[:3]), shares
    assert shares["undeclared"] == shares["factors"] == [1, 1]
    said = "its state is not sharded, every process updates all parameters."
    reason = "Undeclared does not say `parameterwise = True`, so that it may look at several parameters together"
    assert f"{reason}: {said}" in text
    assert "Scaled has 'factors', of which nobody can tell what belongs to which parameter" in text


@pytest.mark.dist
def test_four_processes(zygote: Zygote, tmp_path: Path) -> None:
    text, shares = _run(zygote, tmp_path, 4, *_ON_FOUR)
    assert list(shares) == _ON_FOUR
    for name in _ON_FOUR[:8]:
        assert _shared_out(shares[name], 4), (name, shares[name])
    assert _shared_out(shares["own_half"][:2], 2), shares["own_half"]
    assert max(shares["own_threshold"]) < 0.5, shares["own_threshold"]  # what is small is everywhere
    weight, *others = shares["lamb_few"]
    assert weight > 0.9, shares["lamb_few"]
    assert all(0 < share < 0.2 for share in others), shares["lamb_few"]
    assert "Lamb updates whole parameters, so that optimizer_level='level3' is 'level2' for it" in text


@pytest.mark.dist
def test_graphs(zygote: Zygote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODE", "0")
    _, shares = _run(zygote, tmp_path, 2, "lamb", "lars")
    assert all(_shared_out(each, 2) for each in shares.values()), shares


@pytest.mark.dist
def test_checkpoints_and_other_optimizers(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, "saved", "taken_over", cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert "saved: equal" in run.text()
    assert "taken_over: equal" in run.text()
