"""A plugin of pytest: the clock of MindFlow's test modules stands still, on both sides alike.

They assert that a step takes less than 10 ms, which on MindSpore too depends on what else the machine does.
"""

from types import SimpleNamespace

import pytest


def pytest_runtest_setup(item: pytest.Function) -> None:
    """A module that imports `time` calls nothing of it but `time.time()`."""
    if hasattr(item.module, "time"):
        item.module.time = SimpleNamespace(time=lambda: 0.0)
