"""Tensors and Cells move between the CPU and the process's device; here one that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common.initializer_rules import Initializer
from msacc.common.settings import settings
from tests.parity import test_parity
from tests.parity.known_on_device import known


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(settings, "device", torch.device("cuda"))
    monkeypatch.setattr(Initializer, "_msacc_apply", lambda self, out, key: None)
    with FakeTensorMode(allow_non_fake_inputs=True):
        yield


def where(t: Any) -> str:
    return str(t._t.device.type)


@pytest.mark.usefixtures("gpu")
def test_a_tensor_moves() -> None:
    x = ops.zeros((2, 3), ms.float32)
    assert where(x) == "cuda"
    there = x.to("CPU", ms.float16)
    assert (where(there), there.dtype) == ("cpu", ms.float16)
    assert [where(there.to(name)) for name in ("GPU", "Ascend", "cuda")] == ["cuda"] * 3
    assert (where(x.move_to("CPU")), where(x.move_to("CPU", False).move_to("GPU"))) == (
        "cpu",
        "cuda",
    )
    assert x.move_to("GPU") is x
    assert where(ops.move_to(x, "CPU")) == "cpu"
    assert where(x.to("meta")) == "meta"
    assert x.to_("CPU") is x
    assert where(x) == "cpu"


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(2, 2)
        self.count = ms.Parameter(ops.zeros(1, ms.int32), name="count", requires_grad=False)
        self.register_buffer("b", ops.ones(2, ms.float32))

    def construct(self, x: Tensor) -> Tensor:
        return self.dense(x) * self.b


def kinds(net: nn.Cell) -> set[str]:
    return {where(t) for t in [*net.get_parameters(), *net.buffers()]}


@pytest.mark.usefixtures("gpu")
def test_a_cell_moves() -> None:
    net = Net()
    held = net.dense.weight
    assert net.to("CPU") is net
    assert kinds(net) == {"cpu"}
    assert net.dense.weight is held
    net.to("GPU", ms.float16, True)
    assert kinds(net) == {"cuda"}
    assert (net.dense.weight.dtype, net.count.dtype) == (ms.float16, ms.int32)
    net.to(ops.zeros(1, ms.float32).to("CPU"))
    assert (kinds(net), net.dense.weight.dtype) == ({"cpu"}, ms.float32)
    assert net.to_empty() is net
    assert kinds(net) == {"cuda"}
    net.to_empty(device="CPU", recurse=False)
    assert (where(net.count), where(net.dense.weight)) == ("cpu", "cuda")


@pytest.mark.usefixtures("gpu")
def test_an_op_of_both_runs_on_the_device() -> None:
    x = ops.zeros((2, 2), ms.float32)
    there = x.to("CPU")
    assert where(ops.matmul(x, there)) == where(ops.matmul(there, x)) == "cuda"
    assert where(ops.concat([there, x])) == where(there * x) == "cuda"
    assert where(there + there) == "cpu"
    net = Net().to("CPU")
    assert where(net(x)) == "cuda"
    assert kinds(net) == {"cpu"}


def test_values_that_are_not_there_do_not_move() -> None:
    net = nn.Dense(2, 3)
    expected = net.weight.asnumpy().shape
    assert kinds(net.to("meta")) == {"meta"}
    with pytest.raises(RuntimeError, match=r"Please use Cell\.to_empty\(\)"):
        net.to("CPU")
    assert kinds(net.to_empty(device="CPU")) == {"cpu"}
    assert net.weight.shape == expected


def test_a_device_that_is_not_here() -> None:
    net = nn.Dense(2, 3)
    for call in (net.to, lambda name: net.to_empty(device=name)):
        with pytest.raises(NotImplementedError, match="runs on the CPU"):
            call("GPU")
        with pytest.raises(ValueError, match="must be one of"):
            call("moon")
    with pytest.raises(RuntimeError, match="not here"):
        Tensor([1.0]).to("Ascend")
    x = Tensor([1.0])
    assert np.shares_memory(x.to("CPU").asnumpy(), x.asnumpy())


@pytest.mark.usefixtures("gpu")
def test_a_case_that_holds_a_cpus_figures_is_skipped_on_a_device() -> None:
    node = type(
        "Node", (), {"callspec": type("Spec", (), {"params": {"key": next(iter(known()))}})}
    )
    fixture: Any = test_parity.known_differences
    body = getattr(fixture, "__wrapped__", None) or fixture._get_wrapped_function()
    with pytest.raises(pytest.skip.Exception, match="on a device"):
        body(type("Request", (), {"node": node}))
