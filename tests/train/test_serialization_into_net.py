"""load_param_into_net: returned lists, warnings, conversions, prefixes, refusals.

The expectations were read off MindSpore 2.10 for the same network and dicts.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.nn
from msacc.common import dtype as mstype
from msacc.common.warn_once import logger
from msacc.train import serialization

DATA = Path(__file__).parent / "data"
ALL = ["w", "n", "fc.weight", "fc.bias"]


class Dense(msacc.nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.weight = ms.Parameter(ms.Tensor(np.zeros((2, 3), np.float32)))
        self.bias = ms.Parameter(ms.Tensor(np.zeros(2, np.float32)))


class Net(msacc.nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.w = ms.Parameter(ms.Tensor(np.zeros((2, 3), np.float32)))
        self.fc = Dense()
        self.n = ms.Parameter(ms.Tensor(np.array([1, 2], np.int32)), requires_grad=False)


def _ones(*shape: int, dtype: Any = np.float32) -> ms.Parameter:
    return ms.Parameter(ms.Tensor(np.ones(shape, dtype)))


def _full(**changed: Any) -> dict[str, Any]:
    table = {"w": _ones(2, 3), "fc.weight": _ones(2, 3), "fc.bias": _ones(2)}
    return {**table, "n": _ones(2, dtype=np.int32), **changed}


@pytest.fixture
def warned() -> Any:
    """The warnings of this test, as text."""
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(handler)
    yield lines
    logger.removeHandler(handler)


def test_everything_fits(warned: list[str]) -> None:
    net = Net()
    assert serialization.load_param_into_net(net, _full()) == ([], [])
    assert net.fc.weight.asnumpy().min() == 1
    assert warned == []


def test_missing_and_extra(warned: list[str]) -> None:
    found = serialization.load_param_into_net(Net(), {"w": _ones(2, 3), "extra": _ones(2)})
    assert found == (ALL[1:], ["extra"])
    assert warned[0].startswith(
        "For 'load_param_into_net', 3 parameters in the 'net' are not loaded"
    )
    assert warned[1] == "['n', 'fc.weight', 'fc.bias'] are not loaded."


def test_nothing_fits() -> None:
    assert serialization.load_param_into_net(Net(), {}) == (ALL, [])


def test_accumulated_gradients_may_be_missing() -> None:
    net = Net()
    net.w.name = "accu_grads.w"
    assert serialization.load_param_into_net(net, {"n": _full()["n"]})[0] == ALL[2:]


@pytest.mark.parametrize("value", ["text", [1]])
def test_values_that_are_no_parameters_are_left(value: Any) -> None:
    assert serialization.load_param_into_net(Net(), _full(w=value)) == ([], ["w"])


def test_trailing_ones_keep_the_nets_shape() -> None:
    net = Net()
    assert serialization.load_param_into_net(net, _full(w=_ones(2, 3, 1, 1))) == ([], [])
    assert net.w.shape == (2, 3)


@pytest.mark.parametrize(
    ("name", "shape"), [("w", (3, 2)), ("w", (6,)), ("fc.bias", ()), ("fc.bias", (5, 1))]
)
def test_shapes_that_do_not_fit(name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(RuntimeError, match=f"'{name}' has shape"):
        serialization.load_param_into_net(Net(), _full(**{name: _ones(*shape)}))


@pytest.mark.parametrize(
    ("name", "dtype"), [("w", "float16"), ("w", "bfloat16"), ("w", "float64"), ("n", "int64")]
)
def test_types_convert_within_their_kind(name: str, dtype: str, warned: list[str]) -> None:
    net, value = Net(), _full()[name]
    before = dict(net.parameters_dict())[name].dtype
    value.set_dtype(getattr(mstype, dtype))
    assert serialization.load_param_into_net(net, _full(**{name: value})) == ([], [])
    assert net.parameters_dict()[name].dtype is before
    assert "type convert" in warned[0]
    with pytest.raises(RuntimeError, match="strict_load"):
        serialization.load_param_into_net(net, _full(**{name: value}), strict_load=True)


@pytest.mark.parametrize(
    ("name", "dtype"), [("w", "int64"), ("n", "uint8"), ("n", "bool_"), ("n", "float32")]
)
def test_types_do_not_convert_across_kinds(name: str, dtype: str) -> None:
    value = _full()[name]
    value.set_dtype(getattr(mstype, dtype))
    with pytest.raises(RuntimeError, match=f"'{name}' has type"):
        serialization.load_param_into_net(Net(), _full(**{name: value}))


def test_a_prefix_is_removed_and_reported(warned: list[str]) -> None:
    table = {f"bb.{name}": value for name, value in _full().items()}
    net = Net()
    assert serialization.load_param_into_net(net, table) == ([], list(table))
    assert net.n.asnumpy().tolist() == [1, 1]
    assert warned == [
        "For 'load_param_into_net', remove parameter prefix name: bb., continue to load."
    ]
    assert serialization.load_param_into_net(Net(), table, strict_load=True) == (ALL, list(table))


def test_two_prefixes(warned: list[str]) -> None:
    table = {"bb.w": _ones(2, 3), "cc.fc.weight": _ones(2, 3), "n": _full()["n"]}
    found = serialization.load_param_into_net(Net(), table)
    assert found == (["fc.bias"], ["bb.w", "cc.fc.weight"])
    assert [line.split(": ")[1].split(",")[0] for line in warned[:2]] == ["bb.", "cc."]


@pytest.mark.parametrize(
    ("net", "table", "kwargs", "error"),
    [
        (3, {}, {}, TypeError),
        (Net(), [1], {}, TypeError),
        (Net(), {3: _ones(1)}, {}, TypeError),
        (Net(), {"w": ms.Tensor([1.0])}, {}, TypeError),
        (Net(), {"w": np.ones(1)}, {}, TypeError),
        (Net(), {}, {"strict_load": 1}, TypeError),
        (Net(), {}, {"remove_redundancy": 1}, ValueError),
        (Net(), {}, {"remove_redundancy": True}, TypeError),
    ],
)
def test_arguments(net: Any, table: Any, kwargs: dict[str, Any], error: type) -> None:
    with pytest.raises(error):
        serialization.load_param_into_net(net, table, **kwargs)


def test_values_are_copied() -> None:
    net, table = Net(), _full()
    serialization.load_param_into_net(net, table)
    net.w.set_data(ms.Tensor(np.zeros((2, 3), np.float32)))
    assert table["w"].asnumpy().min() == 1


def test_load_checkpoint_fills_a_net(tmp_path: Path) -> None:
    path = str(tmp_path / "n.ckpt")
    serialization.save_checkpoint(_full(), path)
    net = Net()
    found = serialization.load_checkpoint_async(path, net).result()
    assert list(found) == ["w", "fc.weight", "fc.bias", "n"]
    assert net.fc.bias.asnumpy().tolist() == [1, 1]


def test_choosing_what_is_loaded() -> None:
    path = str(DATA / "cell.ckpt")
    inner = ["inner.weight", "inner.scale"]
    assert list(serialization.load_checkpoint(path, choice_func=lambda n: "." in n)) == inner
    assert list(serialization.load_checkpoint(path, filter_prefix="steps")) == inner
    assert list(serialization.load_checkpoint(path, specify_prefix=["steps", "x"])) == ["steps"]
    both = serialization.load_checkpoint(path, specify_prefix="inner", filter_prefix="inner.s")
    assert list(both) == ["inner.weight"]


def test_unfilled_parameters_are_filled_by_saving_and_loading(tmp_path: Path) -> None:
    from msacc.common.initializer import initializer
    from msacc.common.settings import settings

    settings.delay_init = True
    try:
        cell = msacc.nn.Cell()
        cell.p = ms.Parameter(initializer("ones", [2, 2], mstype.float32))
    finally:
        settings.delay_init = False
    assert cell.p.has_init
    path = str(tmp_path / "p.ckpt")
    serialization.save_checkpoint(cell, path)
    assert serialization.load_checkpoint(path)["p"].tolist() == [[1, 1], [1, 1]]
