"""to_torch_state_dict: torch's names and shapes, and what does not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc.nn as nn
from msacc import Parameter, Tensor, from_torch_state_dict, to_torch_state_dict
from tests.interop.networks import Words
from tests.interop.test_from_torch import OwnNet, TorchNet, _trained


def _same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return list(one) == list(other) and all(
        one[n].dtype == other[n].dtype and torch.equal(one[n], other[n]) for n in one
    )


def test_what_came_from_torch_goes_back_byte_by_byte() -> None:
    given, cell = _trained().state_dict(), OwnNet()
    assert given["bn.num_batches_tracked"] == 1
    from_torch_state_dict(cell, given)
    assert _same(to_torch_state_dict(cell, like=given), given)
    doubles = {n: t.double() if t.is_floating_point() else t for n, t in given.items()}
    assert _same(to_torch_state_dict(cell, like=doubles), doubles)


def test_a_torch_network_takes_what_a_cell_gives() -> None:
    cell, theirs = OwnNet(), TorchNet().eval()
    cell.bn.moving_variance.set_data(Tensor(np.linspace(0.5, 2.0, 8, dtype=np.float32)))
    given = to_torch_state_dict(cell)
    assert given["bn.num_batches_tracked"] == 0
    theirs.load_state_dict(given)
    ids = torch.randint(0, 10, (3, 7))
    np.testing.assert_allclose(
        theirs(ids).detach().numpy(), cell(Tensor(ids)).asnumpy(), rtol=1e-4, atol=1e-5
    )
    given["fc.weight"].zero_()  # a copy
    assert cell.fc.weight.asnumpy().any()


@pytest.mark.parametrize(
    ("own", "theirs"),
    [
        (lambda: nn.BatchNorm3d(3), lambda: torch.nn.BatchNorm3d(3)),
        (lambda: nn.GroupNorm(2, 4), lambda: torch.nn.GroupNorm(2, 4)),
        (
            lambda: nn.InstanceNorm2d(3),
            lambda: torch.nn.InstanceNorm2d(3, affine=True, track_running_stats=True),
        ),
        (
            lambda: nn.Conv1dTranspose(2, 3, 4, has_bias=True),
            lambda: torch.nn.ConvTranspose1d(2, 3, 4),
        ),
        (
            lambda: nn.Conv2dTranspose(4, 6, 3, group=2, has_bias=True),
            lambda: torch.nn.ConvTranspose2d(4, 6, 3, groups=2),
        ),
        (
            lambda: nn.Conv3dTranspose(2, 3, 2, has_bias=True),
            lambda: torch.nn.ConvTranspose3d(2, 3, 2),
        ),
        (lambda: nn.LSTM(3, 4, 2), lambda: torch.nn.LSTM(3, 4, 2)),
        (lambda: nn.PReLU(3), lambda: torch.nn.PReLU(3)),
        (lambda: nn.Embedding(5, 2), lambda: torch.nn.Embedding(5, 2)),
    ],
)
def test_layers_have_torchs_names_and_shapes(own: Any, theirs: Any) -> None:
    module, cell = theirs(), own()
    for t in module.state_dict().values():
        t.copy_(torch.rand(t.shape) if t.is_floating_point() else t)
    given = module.state_dict()
    from_torch_state_dict(cell, given)
    back = to_torch_state_dict(cell)
    assert back.keys() == given.keys()
    assert all(torch.equal(back[n], given[n]) for n in given)


def test_channels_come_first() -> None:
    class Last(nn.Cell):
        data_format = "NHWC"

        def __init__(self) -> None:
            super().__init__()
            self.weight = Parameter(Tensor(np.arange(48, dtype=np.float32).reshape(4, 2, 2, 3)))

    weight = to_torch_state_dict(Last())["weight"]
    assert weight.shape == (4, 3, 2, 2)
    assert weight[1, 2, 0, 1] == 12 + 5
    like = {"weight": torch.zeros(4, 3, 2, 2)}
    assert torch.equal(to_torch_state_dict(Last(), like=like)["weight"], weight)


def test_a_scale_of_its_own_keeps_its_name() -> None:
    class Scaled(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.gamma = Parameter(Tensor(np.ones(3, np.float32)))
            self.norm = nn.LayerNorm((3,))

    assert list(to_torch_state_dict(Scaled())) == ["gamma", "norm.weight", "norm.bias"]


def test_shared_parameters_have_both_names() -> None:
    given = to_torch_state_dict(Words())
    assert torch.equal(given["table.weight"], given["out.weight"])


def test_names_may_be_mapped() -> None:
    cell = nn.SequentialCell(nn.Dense(2, 2), nn.BatchNorm1d(2))
    names = to_torch_state_dict(cell, rename={"0": "fc", "1": "", "0.bias": None})
    assert sorted(names) == [
        "bias", "fc.weight", "num_batches_tracked", "running_mean", "running_var", "weight",
    ]  # fmt: skip
    with pytest.raises(RuntimeError, match="1.beta: bias is the name of another tensor too"):
        to_torch_state_dict(cell, rename={"0": "", "1": "", "weight": None})


def test_all_that_does_not_fit_like_is_named() -> None:
    cell = nn.SequentialCell(nn.Dense(2, 3), nn.Dense(3, 1))
    like = {
        "0.weight": torch.ones(2, 2),
        "0.bias": torch.ones(3),
        "1.weight": torch.ones(1, 3),
        "head.bias": torch.ones(5),
    }
    with pytest.raises(RuntimeError) as error:
        to_torch_state_dict(cell, like=like)
    for words in (
        "0.weight, which is (3, 2), does not fit 0.weight, which is (2, 2)",
        "1.bias, which is (1,), has no place: 'like' has no 1.bias",
        "nothing in the Cell for: 0.weight (2, 2), head.bias (5,)",
    ):
        assert words in str(error.value)


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"like": [1]}, TypeError, "'like' must be a state dict"),
        ({"like": {"weight": 1}}, TypeError, r"like\['weight'\] should be a tensor"),
        ({"rename": 3}, TypeError, "'rename'"),
        ({"rename": "torchvision:alexnet"}, ValueError, "there is no map 'torchvision:alexnet'"),
        ({"rename": "resnet18"}, ValueError, "there is no map 'resnet18'; there are timm:coat, "),
    ],
)
def test_other_arguments(options: Any, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        to_torch_state_dict(nn.Dense(1, 1), **options)
    with pytest.raises(TypeError, match="'cell' must be a Cell"):
        to_torch_state_dict(torch.nn.Linear(1, 1))  # type: ignore[arg-type]
