"""The zygote of the test run."""

from __future__ import annotations

import pytest

from tests.launch.zygote import Zygote, shared


@pytest.fixture
def zygote() -> Zygote:
    """Starts msruns."""
    return shared()
