"""What is a parameter, what a buffer, and under which name."""

from __future__ import annotations

import pytest
import torch

import msacc as ms
import msacc.nn as nn
from msacc import to_torch_module
from tests.interop.networks import Odd, Residual, Words


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
        "a_b",  # torch splits names at dots
        "Parameter$1",
        "average",
    }
    assert {n for n, _ in module.named_buffers()} == {"steps", "sum", "scratch"}
    assert "scratch" not in module.state_dict()


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
