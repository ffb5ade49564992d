"""What needs a CUDA device; skipped where there is none.

`MSACC_GPU_TESTS=cpu pytest tests/gpu` runs them on the CPU, which shows that they run, and no more.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import torch

import msacc as ms
from msacc.common.settings import settings

ON_CPU = os.environ.get("MSACC_GPU_TESTS") == "cpu"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and skip them without a device."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.gpu)
            if not (ON_CPU or torch.cuda.is_available()):
                item.add_marker(pytest.mark.skip(reason="needs a CUDA device"))


@pytest.fixture(autouse=True)
def device() -> torch.device:
    """The device, and PyNative mode to begin with."""
    settings.device = torch.device("cpu" if ON_CPU else "cuda")
    ms.set_context(mode=ms.PYNATIVE_MODE)
    ms.set_seed(1)
    return settings.device
