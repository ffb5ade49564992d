"""Attention whose sequence is cut over processes; programs/long_sequences.py compares with one process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "long_sequences.py"


def _equal(zygote: Zygote, folder: Path, workers: int, *cases: str) -> str:
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *cases, cwd=folder)
    assert run.wait(550) == 0, run.text()
    text: str = run.text()
    for case in cases:
        assert f"{case}: equal" in text.splitlines(), text
    return text


def test_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    _equal(zygote, tmp_path, 2, "quick", "messages")


@pytest.mark.dist
def test_every_layout(zygote: Zygote, tmp_path: Path) -> None:
    _equal(zygote, tmp_path, 2, "others", "layouts", "ring", "memory", "statistics", "follows")


@pytest.mark.dist
def test_four_processes(zygote: Zygote, tmp_path: Path) -> None:
    _equal(zygote, tmp_path, 4, "quick", "grids", "ring", "ulysses", "memory", "messages")


@pytest.mark.dist
def test_what_is_said(zygote: Zygote, tmp_path: Path) -> None:
    # First the case that draws: behind a step of several processes each draws numbers of its own.
    text = _equal(zygote, tmp_path, 2, "whole", "no_mask", "written")
    assert "'enable_ring_attention' without 'attn_mask' hides later keys" in text, text
    assert "6 positions cannot be cut into 4 equal pieces" in text, text


@pytest.mark.dist
def test_one_graph(zygote: Zygote, tmp_path: Path) -> None:
    _equal(zygote, tmp_path, 2, "one_graph")
