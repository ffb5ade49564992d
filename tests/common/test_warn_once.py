"""What is said once: outside a graph, inside one, and of arguments that are not their defaults."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import numpy as np
import pytest

import msacc as ms
from msacc.common import warn_once


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    monkeypatch.setenv("RANK", "0")
    kept = Kept()
    warn_once.forget()
    warn_once.logger.addHandler(kept)
    yield kept.lines
    warn_once.logger.removeHandler(kept)


def test_only_what_is_no_default_is_said_and_once(said: list[str]) -> None:
    for _ in range(2):
        warn_once.no_effects("f", "for a reason", a=(1, 1), b=(2, 1), c=(None, None))
    assert said == ["f: b=2 has no effect here; for a reason."]


def test_a_graph_stays_one_graph_and_says_it(said: list[str]) -> None:
    held = ms.Parameter(ms.Tensor(np.ones((2, 2), np.float32)), name="held")

    @ms.jit(fullgraph=True, jit_level="O0")
    def add(index: ms.Tensor, rows: ms.Tensor) -> ms.Tensor:
        return ms.ops.ScatterAdd(True)(held, index, rows)

    for _ in range(2):
        add(ms.Tensor([0], ms.int32), ms.Tensor(np.ones((1, 2), np.float32)))
    assert held.asnumpy().tolist() == [[3, 3], [1, 1]]
    assert len(said) == 1
    assert "use_locking=True" in said[0]


@pytest.mark.parametrize("name", ["device", "storage_format"])
def test_a_place_of_a_parameter_is_said(said: list[str], name: str) -> None:
    ms.Parameter(ms.Tensor([1.0]), **{name: "Remote"})
    assert len(said) == 1
    assert f"{name}='Remote'" in said[0]
