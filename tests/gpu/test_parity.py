"""The parity cases on a device."""

from __future__ import annotations

import pytest
import torch

from tests.parity import on_device


@pytest.mark.slow
def test_cases_are_equal(device: torch.device) -> None:
    assert on_device.main(["--device", device.type, "--jobs", "4"]) == 0


def test_a_chapter_is_equal(device: torch.device) -> None:
    assert on_device.main(["--device", device.type, "ops_math"]) == 0
