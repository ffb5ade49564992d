"""Files that hold a convolution group by group fill the one Parameter of a layer with `group`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import mint, nn, ops
from msacc.train.serialization import load_checkpoint, load_param_into_net

FILE = str(Path(__file__).parent / "data" / "groups.ckpt")
LAYERS = (
    nn.Conv1d,
    nn.Conv2d,
    nn.Conv3d,
    nn.Conv1dTranspose,
    nn.Conv2dTranspose,
    nn.Conv3dTranspose,
)


class Groups(nn.Cell):
    """One layer for each group, as scripts write it."""

    def __init__(self, layer: Any, groups: int, **options: Any):
        super().__init__()
        self.convs = nn.CellList([layer(2, 3, 3, **options) for _ in range(groups)])

    def construct(self, x: Any) -> Any:
        parts = ops.split(x, 2, 1)
        return ops.cat([conv(part) for conv, part in zip(self.convs, parts, strict=True)], 1)


class Net(nn.Cell):
    """What the recorded file holds, with a layer of two groups in place of each list."""

    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Conv1d(4, 6, 3, group=2, has_bias=True)
        self.two = nn.Conv2d(4, 6, 3, group=2)
        self.back = nn.Conv2dTranspose(4, 6, 3, group=2, has_bias=True)


def _values(groups: int = 2, **options: Any) -> dict[str, Any]:
    """Parameters of a list of convolutions, under `conv.`."""
    found = Groups(nn.Conv2d, groups, has_bias=True, **options).parameters_dict()
    return {f"conv.{n}": ms.Parameter(p, name=f"conv.{n}") for n, p in found.items()}


class One(nn.Cell):
    def __init__(self, groups: int = 2, **options: Any):
        super().__init__()
        self.conv = nn.Conv2d(2 * groups, 3 * groups, 3, group=groups, has_bias=True, **options)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("alone", [False, True])
def test_mindspores_file_with_its_moments(strict: bool, alone: bool) -> None:
    cell = nn.CellList([Net()])
    adam = nn.Adam(cell.trainable_params())
    kept = load_checkpoint(FILE)
    into = adam if alone else nn.TrainOneStepCell(cell, adam)
    assert load_param_into_net(into, kept, strict) == ([], [])
    filled = {p.name: p.asnumpy() for p in adam.get_parameters()}
    assert len(filled) == 4 + 3 * 5
    for name, value in filled.items():
        stem, _, leaf = name.rpartition(".")
        parts = (
            [kept[f"{stem}.convs.{i}.{leaf}"] for i in (0, 1)] if leaf in ("weight", "bias") else []
        )
        expected = np.concatenate([p.asnumpy() for p in parts]) if parts else kept[name].asnumpy()
        np.testing.assert_array_equal(value, expected, err_msg=name)


@pytest.mark.parametrize("layer", LAYERS)
def test_the_joined_layer_computes_the_same(layer: Any) -> None:
    groups = Groups(layer, 2, has_bias=True)
    one = layer(4, 6, 3, group=2, has_bias=True)
    assert load_param_into_net(one, groups.parameters_dict()) == ([], [])
    axes = int(layer.__name__[4])
    x = ms.Tensor(np.random.RandomState(0).randn(2, 4, *[5] * axes).astype(np.float32))
    np.testing.assert_allclose(one(x).asnumpy(), groups(x).asnumpy(), rtol=1e-4, atol=1e-5)


def test_a_layer_of_mint() -> None:
    found = Groups(mint.nn.Conv2d, 3, bias=True).parameters_dict()
    one = mint.nn.Conv2d(6, 9, 3, groups=3, bias=True)
    assert load_param_into_net(one, found) == ([], [])
    assert np.array_equal(one.weight.asnumpy()[3:6], found["convs.1.weight"].asnumpy())


@pytest.mark.parametrize("kept", [(0,), (1,), (0, 2), (0, 1, 3), (0, 1, 2, 4)])
def test_groups_that_are_not_all_there(kept: tuple[int, ...]) -> None:
    values = {n: v for n, v in _values(5).items() if int(n.split(".")[2]) in kept}
    for strict in (False, True):
        with pytest.raises(
            RuntimeError, match=r"'conv\.weight'.* of 4 groups, but .* holds the groups \["
        ) as error:
            load_param_into_net(One(4), values, strict)
    assert str(list(kept)) in str(error.value)


def test_groups_of_several_shapes_or_types() -> None:
    wide, half = _values(), _values()
    wide["conv.convs.1.weight"] = ms.Parameter(ms.Tensor(np.zeros((3, 2, 5, 5), np.float32)))
    half["conv.convs.1.bias"].set_dtype(ms.float16)
    for values, name in ((wide, "weight"), (half, "bias")):
        with pytest.raises(RuntimeError, match=rf"'conv\.{name}'"):
            load_param_into_net(One(), values)


def test_types_convert_unless_strict() -> None:
    values = _values(dtype=ms.float16)
    net = One()
    assert load_param_into_net(net, values) == ([], [])
    assert net.conv.weight.dtype is ms.float32
    with pytest.raises(RuntimeError, match=r"'conv\.weight'.*strict_load"):
        load_param_into_net(One(), values, strict_load=True)


def test_under_a_prefix() -> None:
    values = {f"backbone.{n}": v for n, v in _values().items()}
    net = One()
    assert load_param_into_net(net, values) == ([], list(values))
    assert np.array_equal(
        net.conv.bias.asnumpy()[3:], values["backbone.conv.convs.1.bias"].asnumpy()
    )
    assert load_param_into_net(One(), values, True) == (["conv.weight", "conv.bias"], list(values))


def test_what_is_no_group_stays_as_it_was() -> None:
    values = _values()
    groups = nn.CellDict({"conv": Groups(nn.Conv2d, 2, has_bias=True)})
    assert load_param_into_net(groups, values) == ([], [])
    plain = nn.CellDict({"conv": nn.Dense(3, 2)})
    assert load_param_into_net(plain, values, True) == (["conv.weight", "conv.bias"], list(values))
    one = nn.CellDict({"conv": nn.Conv2d(4, 6, 3, has_bias=True)})
    assert load_param_into_net(one, values, True) == (["conv.weight", "conv.bias"], list(values))
    both = {**values, "conv.weight": One().conv.weight, "conv.bias": One().conv.bias}
    assert load_param_into_net(One(), both) == ([], list(values))
