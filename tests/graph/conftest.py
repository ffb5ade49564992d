"""What tests of graphs share."""

from __future__ import annotations

import pytest

import msacc as ms
from msacc.common.settings import settings
from msacc.graph import reset


@pytest.fixture
def recorded_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Graphs are recorded at their first call and replayed without a compiler; counters begin at zero."""
    monkeypatch.setattr(settings, "mode", ms.PYNATIVE_MODE)
    monkeypatch.setattr(settings, "jit_level", "O0")
    monkeypatch.setattr(settings, "o0_captures", True)
    reset()
