"""Every test leaves mode, counters and what was said once as they were."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import msacc as ms
from msacc.common import warn_once
from msacc.common.settings import settings


@pytest.fixture(autouse=True)
def clean_state() -> Iterator[None]:
    """Graphs, where a test asks for them, are captured in full without generating code."""
    before = settings.mode, settings.jit_level
    settings.jit_level = "O0"
    ms.graph.reset()
    warn_once.forget()
    yield
    settings.mode, settings.jit_level = before
