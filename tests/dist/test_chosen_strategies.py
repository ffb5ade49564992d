"""Strategies chosen by the program, few told, none that fit, and what plan(net) says: on several processes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

pytestmark = pytest.mark.dist
_PROGRAMS = Path(__file__).parent / "programs"
_DOCS = Path(__file__).parents[2] / "docs" / "operator_sharding.md"


def _run(zygote: Zygote, folder: Path, workers: int, program: str, *cases: str) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAMS / program, *cases, cwd=folder)
    assert run.wait(550) == 0, run.text()
    return run.text()


@pytest.mark.parametrize("workers", [2, 4])
def test_chosen_equal_one_process(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    cases = ("fat", "slim", "gated", "rows", "pictures")
    text = _run(zygote, tmp_path, workers, "chosen.py", *cases)
    assert all(f"\n{case}: equal" in text for case in cases), text
    # One table for each network that is looked at, on one process.
    assert text.count(f"Strategies chosen for {workers} processes") == 6, text


def test_eight_processes(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 8, "chosen.py", "fat", "slim")
    assert "\nfat: equal" in text and "\nslim: equal" in text, text


def test_rows_of_the_batch_and_weights(zygote: Zygote, tmp_path: Path) -> None:
    """On a grid of two axes."""
    assert "\nboth: equal" in _run(zygote, tmp_path, 4, "chosen.py", "both")


def test_chosen_in_one_graph(zygote: Zygote, tmp_path: Path) -> None:
    text = _run(zygote, tmp_path, 2, "chosen.py", "graph", "fat", "gated")
    assert "\nfat: equal" in text and "\ngated: equal" in text, text


@pytest.mark.parametrize("case", ["context", "around", "propagated", "encoder"])
def test_doors(zygote: Zygote, tmp_path: Path, case: str) -> None:
    assert f"\n{case}: equal" in _run(zygote, tmp_path, 2, "chosen.py", case)


def test_what_does_not_fit_is_named(zygote: Zygote, tmp_path: Path) -> None:
    assert "\nrefused: all" in _run(zygote, tmp_path, 2, "refused_strategies.py")


@pytest.mark.parametrize("workers", [2, 4])
def test_plans(zygote: Zygote, tmp_path: Path, workers: int) -> None:
    cases = ("data", "shards", "estimates", "operators", "stages")
    text = _run(zygote, tmp_path, workers, "plans.py", *cases)
    assert all(f"\n{case}: right" in text for case in cases), text


def test_gradients_of_what_is_cut(zygote: Zygote, tmp_path: Path) -> None:
    found = re.search(r"^compared: (\d+)$", _run(zygote, tmp_path, 2, "cut_gradients.py"), re.MULTILINE)
    assert found
    assert int(found[1]) > 700


def test_functions_without_a_rule_are_listed(zygote: Zygote, tmp_path: Path) -> None:
    """Ops give the same values however they are cut, and the docs name those that are computed whole."""
    text = _run(zygote, tmp_path, 2, "whole_ops.py")
    found = re.search(r"^whole: (.*)$", text, re.MULTILINE)
    assert found, text
    quoted = [line for line in _DOCS.read_text().splitlines() if line.startswith("> ")]
    assert found[1].split() == re.findall(r"`(\w+)`", " ".join(quoted))
