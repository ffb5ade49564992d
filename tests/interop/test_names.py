"""What is a parameter, what a buffer, and under which name."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
import torch

import msacc as ms
import msacc.nn as nn
from msacc import from_torch_state_dict, to_torch_module
from tests.interop.networks import Odd, Residual, Words
from tests.mindir.recorded import recorded
from tests.mindir.test_nets import graph_cell, of_net


def test_names_are_paths_with_mindspores_own_at_the_end() -> None:
    cell = Residual()
    module = to_torch_module(cell)
    assert sorted(module.state_dict()) == sorted(path for path, _ in cell.parameters_and_names())
    norm = {name for name in module.state_dict() if name.startswith("blocks.0.1.")}
    assert norm == {f"blocks.0.1.{n}" for n in ("gamma", "beta", "moving_mean", "moving_variance")}
    assert {name for name, _ in module.named_buffers()} == {
        name for name in module.state_dict() if "moving_" in name
    }
    assert repr(module).startswith("Residual(\n  (stem): Conv2d(")


def test_frozen_parameters_stay_parameters() -> None:
    cell = nn.Dense(2, 2)
    cell.weight.requires_grad = False
    module = to_torch_module(cell)
    assert [(n, p.requires_grad) for n, p in module.named_parameters()] == [
        ("weight", False),
        ("bias", True),
    ]


def test_tied_weights_are_one_parameter_under_two_names() -> None:
    module = to_torch_module(Words())
    assert module.table.embedding_table is module.out.weight
    names = [n for n, _ in module.named_parameters()]
    assert "table.embedding_table" in names
    assert "out.weight" not in names
    assert {"table.embedding_table", "out.weight"} <= set(module.state_dict())
    module.load_state_dict(
        {n: torch.ones_like(t) for n, t in module.state_dict().items()}, assign=True
    )
    assert module.table.embedding_table is module.out.weight


def test_tuples_integers_and_buffers() -> None:
    module = to_torch_module(Odd())
    assert {n for n, _ in module.named_parameters()} == {
        "inner.weight",
        "inner.bias",
        "a.b",
        "Parameter$1",
        "average",
    }
    assert {n for n, _ in module.named_buffers()} == {"steps", "sum", "scratch"}
    assert "scratch" not in module.state_dict()


def test_a_graph_that_was_read(tmp_path: Path) -> None:
    cell = graph_cell(recorded("nets")["lenet.mindir"], tmp_path)
    module = to_torch_module(cell)
    assert sorted(module.state_dict()) == sorted(p.name for p in cell.get_parameters())
    assert "conv.weight" in module.state_dict()
    image = ms.Tensor(of_net("lenet", "in")[0])
    module(image.to_torch()).sum().backward()
    assert module.get_parameter("conv.weight").grad.abs().sum() > 0
    given = {n: torch.full_like(t, 2.0) for n, t in module.state_dict().items()}
    plain = {n.replace("norm.gamma", "norm.weight"): t for n, t in given.items()}
    assert from_torch_state_dict(cell, plain).loaded["norm.weight"] == "norm.gamma"
    assert all((t == 2).all() for t in module.state_dict().values())
    twin = copy.deepcopy(module)
    assert torch.equal(twin(image.to_torch()), module(image.to_torch()))


def test_names_that_cannot_be_nested() -> None:
    class Clash(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            zero = ms.Tensor([0.0])
            self.a = ms.Parameter(zero)
            self.fc = nn.Dense(1, 1)
            self.rest = ms.ParameterTuple(
                [ms.Parameter(zero, name=n) for n in ("a.b", "fc.more", "fc.bias.x")]
            )

    names = [n for n, _ in to_torch_module(Clash()).named_parameters()]
    assert sorted(names) == ["a", "a_b", "fc.bias", "fc.more", "fc.weight", "fc_bias_x"]


@pytest.mark.parametrize("level", ["O1", "O2", "O3"])
def test_mixed_precision_adds_nothing_to_names(level: str) -> None:
    plain = set(to_torch_module(Residual()).state_dict())
    cell = ms.amp.auto_mixed_precision(Residual(), level)
    module = to_torch_module(cell).train()
    assert set(module.state_dict()) == plain
    assert module.get_submodule("bn").training
    x = torch.randn(4, 3, 4, 4)
    torch.manual_seed(1)
    out = module(x)
    out.float().sum().backward()
    torch.manual_seed(1)
    assert out.dtype is cell(ms.Tensor(x)).to_torch().dtype
    assert all(p.grad is not None and p.grad.dtype is p.dtype for p in module.parameters())
