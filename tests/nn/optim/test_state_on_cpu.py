"""Adam(use_offload=True) and AdamOffload: moments in the CPU's memory, the same values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import GRAPH_MODE, PYNATIVE_MODE, Parameter, Tensor, nn
from msacc.common import warn_once
from msacc.nn.optim import _state_on_cpu
from msacc.ops.update import state_copies
from msacc.step.bucket import Bucket
from msacc.step.bucket_assignment import ParameterItem, assign_buckets
from msacc.step.flat_optimizer import flat_optimizer
from msacc.step.mesh import single_process

_SHAPES = [(30, 10), (7,), (11, 13), (5, 5)]
_OPTIONS = {"learning_rate": 0.1, "weight_decay": 0.05}


class Device:
    """In place of a device beside the CPU: tensors that are sent to it are copies, so that it must send them back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.sent: list[int] = []
        monkeypatch.setattr(_state_on_cpu, "is_elsewhere", lambda where: True)
        monkeypatch.setattr("msacc.nn.optim.adam.is_elsewhere", lambda where: True)
        monkeypatch.setattr(state_copies, "_sent", self._send)

    def _send(self, t: torch.Tensor, device: torch.device) -> torch.Tensor:
        self.sent.append(t.numel())
        return t.clone()


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Device:
    return Device(monkeypatch)


def _parameters() -> list[Parameter]:
    rng = np.random.RandomState(0)
    values = [rng.randn(*shape).astype(np.float32) for shape in _SHAPES]
    return [Parameter(Tensor(v), name=f"p{i}") for i, v in enumerate(values)]


def _trained(kind: Any, **options: Any) -> list[np.ndarray]:
    """Parameters and moments after three steps."""
    rng, params = np.random.RandomState(1), _parameters()
    optimizer = kind(params, **options)
    for _ in range(3):
        optimizer(tuple(Tensor(rng.randn(*shape).astype(np.float32)) for shape in _SHAPES))
    return [p.asnumpy() for p in (*params, *optimizer.moment1, *optimizer.moment2)]


@pytest.mark.parametrize("nesterov", [False, True])
@pytest.mark.parametrize("most", [2**24, 64])
@pytest.mark.parametrize(
    ("kind", "plain", "options"),
    [(nn.Adam, nn.Adam, {"use_offload": True}), (nn.AdamOffload, nn.LazyAdam, {})],
)
def test_values_are_those_of_state_on_the_device(
    kind: Any,
    plain: Any,
    options: dict[str, Any],
    nesterov: bool,
    most: int,
    device: Device,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_state_on_cpu, "_ELEMENTS", most)
    common = {**_OPTIONS, "use_nesterov": nesterov}
    expected = _trained(plain, **common)
    assert not device.sent
    for ours, wanted in zip(_trained(kind, **common, **options), expected, strict=True):
        np.testing.assert_array_equal(ours, wanted)
    elements = sum(int(np.prod(shape)) for shape in _SHAPES)
    assert sum(device.sent) == 3 * 2 * elements  # each moment once a step
    assert max(device.sent) == min(most, 300)


def test_a_transposed_parameter_goes_by_itself(device: Device) -> None:
    def trained(**options: Any) -> list[np.ndarray]:
        params = [Parameter(Tensor(torch.arange(6.0).view(2, 3).t()), name="p"), *_parameters()[:1]]
        optimizer = nn.Adam(params, 0.1, **options)
        optimizer((Tensor(torch.ones(2, 3).t()), Tensor(torch.ones(30, 10))))
        return [p.asnumpy() for p in (*params, *optimizer.moment1)]

    for ours, wanted in zip(trained(use_offload=True), trained(), strict=True):
        np.testing.assert_array_equal(ours, wanted)


def test_a_graph_with_it_runs_op_by_op(device: Device) -> None:
    expected = _trained(nn.Adam, **_OPTIONS)
    ms.set_context(mode=GRAPH_MODE, jit_config={"jit_level": "O1"})
    try:
        found = _trained(nn.Adam, **_OPTIONS, use_offload=True)
    finally:
        ms.set_context(mode=PYNATIVE_MODE)
    assert device.sent
    for ours, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, wanted, rtol=1e-6)
    assert any(
        "Adam, whose state is on the CPU" in why for why in ms.graph.stats().not_recorded.values()
    )


def test_shards_of_a_job_are_offloaded_too(device: Device) -> None:
    (bucket,) = assign_buckets(
        [ParameterItem(i, s, torch.float32, None, True) for i, s in enumerate(_SHAPES)], 1, 0
    )
    params = _parameters()
    optimizer = nn.Adam(params, **_OPTIONS, use_offload=True)
    flat = flat_optimizer(optimizer, [Bucket(bucket, single_process(), params)])
    rng = np.random.RandomState(1)
    for _ in range(3):
        grads = np.zeros(bucket.size, np.float32)
        for slot in bucket.slots:
            grads[slot.start : slot.stop] = rng.randn(*slot.shape).ravel()
        flat([Tensor(grads)])
    assert device.sent == [bucket.size] * 6
    expected = _trained(nn.Adam, **_OPTIONS)
    for slot, wanted in zip(bucket.slots, expected, strict=False):
        ours = flat.parameters[0].asnumpy()[slot.start : slot.stop]
        np.testing.assert_array_equal(ours, wanted.ravel())


def test_on_a_cpu_it_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    warn_once.forget()
    messages: list[str] = []
    monkeypatch.setattr(warn_once.logger, "log", lambda level, text: messages.append(text))
    for _ in range(2):
        nn.Adam(_parameters(), use_offload=True)
    assert messages == ["Adam: use_offload has no effect on a CPU: its state lies there already."]
