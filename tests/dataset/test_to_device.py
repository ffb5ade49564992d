"""Batches go to a GPU by way of page-locked memory, without waiting; on a CPU they stay where they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc.dataset as ds
from msacc.common.settings import settings
from msacc.dataset import to_device as stage


class Host:
    """Stands for a tensor in the host's memory, where no GPU is; notes what is asked of it."""

    def __init__(self, array: np.ndarray, asked: list[Any]):
        self.array, self.asked = array, asked

    def pin_memory(self) -> Host:
        self.asked.append("pin_memory")
        return self

    def to(self, device: torch.device, non_blocking: bool) -> torch.Tensor:
        self.asked.append((device.type, non_blocking))
        return torch.from_numpy(self.array)


class _Torch:
    """Torch, but for from_numpy."""

    Tensor = torch.Tensor

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def from_numpy(self, array: np.ndarray) -> Host:
        return Host(array, self.asked)


@pytest.mark.parametrize(
    ("device", "asked"), [("cuda", ["pin_memory", ("cuda", True)]), ("cpu", [("cpu", False)])]
)
def test_what_is_asked_for(device: str, asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = _Torch()
    monkeypatch.setattr(settings, "device", torch.device(device))
    monkeypatch.setattr(stage, "torch", stand_in)
    rows = np.arange(6, dtype=np.float32).reshape(3, 2)
    result = [row[0] for row in ds.NumpySlicesDataset(rows, shuffle=False).create_tuple_iterator()]
    assert [t.asnumpy().tolist() for t in result] == rows.tolist()
    assert stand_in.asked == asked * 3


def test_a_batch_on_the_cpu_is_not_copied() -> None:
    array = np.zeros(3, np.float32)
    made = stage.to_device(stage.on_host(array))
    array[0] = 1
    assert made.asnumpy().tolist() == [1, 0, 0]


@pytest.mark.gpu
def test_memory_is_pinned_on_a_gpu() -> None:
    if not torch.cuda.is_available():
        pytest.skip("needs a CUDA device")
    kept, settings.device = settings.device, torch.device("cuda")
    try:
        held = stage.on_host(np.arange(5, dtype=np.float32))
        assert held.is_pinned()
        assert stage.to_device(held).asnumpy().tolist() == [0, 1, 2, 3, 4]
    finally:
        settings.device = kept
