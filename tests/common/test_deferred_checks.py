"""Indices on a device: checked without waiting, and told at the next call that waits or checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common import deferred_checks


class Device:
    """Stands in for a CUDA device: its tensors are the CPU's, and copies to the host arrive when `waits` is called."""

    def __init__(self) -> None:
        self.arrived: list[bool] = []

    def to_host(self, t: torch.Tensor) -> tuple[torch.Tensor, Callable[[], bool]]:
        at = len(self.arrived)
        self.arrived.append(False)
        return t.clone(), lambda: self.arrived[at]

    def waits(self) -> None:
        self.arrived = [True] * len(self.arrived)


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    made = Device()
    monkeypatch.setattr(deferred_checks, "_on_cpu", lambda t: False)
    monkeypatch.setattr(deferred_checks, "_to_host", made.to_host)
    monkeypatch.setattr(torch.cuda, "is_current_stream_capturing", lambda: False)
    yield made
    deferred_checks._pending.clear()


TABLE = np.arange(10, dtype=np.float32).reshape(5, 2)
LOGITS = np.random.RandomState(0).rand(2, 3).astype(np.float32)


def ids(*values: int, dtype: Any = ms.int32) -> Tensor:
    return Tensor(list(values), dtype)


CALLS: dict[str, tuple[Callable[[Tensor], Any], tuple[int, int]]] = {
    "gather": (lambda i: ops.gather(Tensor(TABLE), i, 0), (-5, 5)),
    "gather_elements": (
        lambda i: ops.gather_elements(Tensor(TABLE), 0, i.reshape(2, 1)),
        (-5, 5),
    ),
    "index_select": (lambda i: ops.index_select(Tensor(TABLE), 0, i), (0, 5)),
    "take": (lambda i: ms.mint.take(Tensor(TABLE), i), (-10, 10)),
    "embedding": (lambda i: ms.mint.nn.functional.embedding(i, Tensor(TABLE)), (0, 5)),
    "Embedding": (lambda i: nn.Embedding(5, 2)(i), (-5, 5)),
    "cross_entropy": (lambda i: ops.cross_entropy(Tensor(LOGITS), i), (0, 3)),
    "nll_loss": (lambda i: ops.nll_loss(Tensor(LOGITS), i), (0, 3)),
    "sparse_softmax_cross_entropy": (
        lambda i: ops.SparseSoftmaxCrossEntropyWithLogits()(Tensor(LOGITS), i),
        (0, 3),
    ),
}
LOSSES = ("cross_entropy", "nll_loss", "sparse_softmax_cross_entropy")


@pytest.mark.parametrize("bad", [77, -77])
@pytest.mark.parametrize("name", CALLS)
def test_an_index_out_of_range_is_told_when_it_arrives(name: str, bad: int, device: Device) -> None:
    call, (low, high) = CALLS[name]
    out = call(ids(0, bad))
    deferred_checks.raise_found()
    device.waits()
    with pytest.raises(IndexError, match=rf"at {__file__}:\d+, .*\[{low}, {high}\).* is {bad}\."):
        out.asnumpy()
    assert not deferred_checks._pending


@pytest.mark.parametrize("name", CALLS)
def test_what_is_in_range_gives_the_same(name: str, device: Device) -> None:
    call, (low, high) = CALLS[name]
    ms.set_seed(1)
    given = ids(max(low, -2), min(high - 1, 2))
    out = call(given)
    device.waits()
    checked = out.asnumpy()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deferred_checks, "_on_cpu", lambda t: True)
        ms.set_seed(1)
        np.testing.assert_array_equal(checked, call(given).asnumpy())


@pytest.mark.parametrize("how", ["item", "tolist", "print", "next check"])
def test_who_tells_it(how: str, device: Device) -> None:
    out = ops.gather(Tensor(TABLE), ids(0, 5), 0)
    device.waits()
    ways: dict[str, Callable[[], Any]] = {
        "item": lambda: out[0, 0].item(),
        "tolist": out.tolist,
        "print": lambda: str(out),
        "next check": lambda: ops.gather(Tensor(TABLE), ids(0), 0),
    }
    with pytest.raises(IndexError, match="is 5"):
        ways[how]()


def test_an_item_and_a_write_are_checked(device: Device) -> None:
    table = Tensor(TABLE)
    kept = table[ids(1, 9, dtype=ms.int64)]
    device.waits()
    with pytest.raises(IndexError, match="tensor getitem.* is 9"):
        kept.asnumpy()
    table[ids(-6, dtype=ms.int64)] = 0.0
    device.waits()
    with pytest.raises(IndexError, match="tensor setitem.* is -6"):
        table.asnumpy()
    out = ops.tensor_scatter_add(Tensor(TABLE), Tensor([[7]]), Tensor(TABLE[:1]))
    device.waits()
    with pytest.raises(IndexError, match="is 7"):
        out.asnumpy()


def test_an_ignored_label_is_in_range(device: Device) -> None:
    loss = ops.cross_entropy(Tensor(LOGITS), ids(-100, 1))
    device.waits()
    np.testing.assert_allclose(
        loss.asnumpy(), ops.cross_entropy(Tensor(LOGITS[1:]), ids(1)).asnumpy()
    )


def test_graphs_check_nothing(device: Device) -> None:
    ms.jit(lambda t, i: ops.gather(t, i, 0), jit_level="O1")(Tensor(TABLE), ids(0, 1))
    assert device.arrived == []


@pytest.mark.parametrize("name", CALLS)
def test_on_the_cpu_the_value_is_in_the_message(name: str) -> None:
    with pytest.raises((IndexError, ValueError, RuntimeError), match="77"):
        CALLS[name][0](ids(0, 77))
    assert not deferred_checks._pending


def test_a_device_side_assert_says_what_to_do() -> None:
    from msacc.ops.core.errors import translate

    error = translate("mul", RuntimeError("CUDA error: device-side assert triggered\nmore"))
    assert "CUDA_LAUNCH_BLOCKING=1" in str(error)
    assert "PyNative" in str(error)
