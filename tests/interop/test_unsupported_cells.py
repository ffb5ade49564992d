"""What cannot be a torch module, and what a module of a Cell does not let torch do to it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.utils import prune

import msacc as ms
import msacc.nn as nn
from msacc import Parameter, Tensor, to_torch_module
from msacc.common.settings import settings
from msacc.parallel.auto_parallel import AutoParallel


def _train_step() -> nn.Cell:
    cell = nn.Dense(2, 1)
    return nn.TrainOneStepCell(
        nn.WithLossCell(cell, nn.MSELoss()), nn.SGD(cell.trainable_params(), 0.1)
    )


def _staged() -> nn.Cell:
    cell = nn.SequentialCell(nn.Dense(2, 2), nn.Dense(2, 2))
    cell[1].pipeline_stage = 1
    return cell


def _placed() -> nn.Cell:
    cell = nn.Dense(2, 2)
    cell.place("MS_WORKER", 0)
    return cell


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_train_step, "'optimizer' .*torch.optim"),
        (lambda: AutoParallel(nn.Dense(2, 2)), "AutoParallel.*one process"),
        (lambda: nn.GradAccumulationCell(nn.Dense(2, 2), 2), "GradAccumulation.*one process"),
        (lambda: nn.MicroBatchInterleaved(nn.Dense(2, 2), 2), "MicroBatchInterleaved.*one process"),
        (_staged, "'1' .Dense. has a 'pipeline_stage', 1"),
        (_placed, "rank 0"),
    ],
)
def test_cells_that_are_cut_or_train_themselves(make: Any, words: str) -> None:
    with pytest.raises(NotImplementedError, match=f"to_torch_module.*{words}"):
        to_torch_module(make())


def test_parameters_that_are_cut() -> None:
    cell = nn.Dense(2, 2)
    cell.weight.layout = object()
    with pytest.raises(NotImplementedError, match="'weight' of Dense is cut over processes"):
        to_torch_module(cell)
    with pytest.raises(NotImplementedError, match="from_torch_state_dict"):
        ms.from_torch_state_dict(cell, {})


def test_no_cell() -> None:
    with pytest.raises(TypeError, match="must be a Cell, but got Linear"):
        to_torch_module(torch.nn.Linear(1, 1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        lambda m: setattr(m, "head", torch.nn.Linear(2, 2)),
        lambda m: setattr(m, "scale", torch.nn.Parameter(torch.ones(1))),
        lambda m: m.add_module("head", torch.nn.Linear(2, 2)),
        lambda m: torch.nn.utils.parametrizations.weight_norm(m),
        lambda m: prune.l1_unstructured(m, "weight", 0.5),
        lambda m: m.register_forward_hook(print),
        lambda m: m.register_forward_pre_hook(print),
        lambda m: m.register_full_backward_hook(print),
        lambda m: m.register_full_backward_pre_hook(print),
    ],
)
def test_parts_that_construct_would_not_know(change: Any) -> None:
    module = to_torch_module(nn.SequentialCell(nn.Dense(2, 2)))
    with pytest.raises(NotImplementedError, match="Cell"):
        change(module.get_submodule("0"))


def test_parameters_that_come_too_late() -> None:
    class Late(nn.Cell):
        def construct(self, x: Tensor) -> Tensor:
            if not hasattr(self, "w"):
                self.w = Parameter(Tensor(np.ones(2, np.float32)))
            return x * self.w

    cell = Late()
    with pytest.raises(RuntimeError, match="'w' after to_torch_module"):
        to_torch_module(cell)(torch.ones(2))
    module = to_torch_module(cell)  # it has been called
    assert [n for n, _ in module.named_parameters()] == ["w"]
    cell.more = nn.Dense(2, 2)
    with pytest.raises(RuntimeError, match="'more.weight' after"):
        module(torch.ones(2))


def test_weights_that_lie_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    module = to_torch_module(nn.Dense(2, 2))
    monkeypatch.setattr(settings, "device", torch.device("cuda", 0))
    with pytest.raises(RuntimeError, match=r"on cpu.*cuda:0.*\.to\('cuda'\)"):
        module(torch.ones(1, 2))


def test_hooks_of_cells_and_parameters_run() -> None:
    cell = nn.SequentialCell(nn.Dense(2, 2), nn.Dense(2, 1))
    seen: list[str] = []
    cell[0].register_forward_pre_hook(lambda c, i: seen.append("before"))
    cell[0].register_forward_hook(lambda c, i, o: seen.append("after") or o * 0)
    cell[1].register_backward_hook(lambda c, i, o: seen.append("backward"))
    cell[1].bias.register_hook(lambda g: seen.append("weight") or g * 5)
    module = to_torch_module(cell)
    module.register_forward_hook(lambda m, i, o: seen.append("torch"))
    out = module(torch.ones(3, 2))
    assert out.tolist() == [module.get_parameter("1.bias").tolist()] * 3
    out.sum().backward()
    assert sorted(seen) == ["after", "backward", "before", "torch", "weight"]
    assert module.get_parameter("1.bias").grad.tolist() == [15.0]


def test_bprop_recompute_set_grad_and_jit() -> None:
    class Own(nn.Cell):
        def construct(self, x: Tensor) -> Tensor:
            return x * 2

        def bprop(self, x: Tensor, out: Tensor, dout: Tensor) -> Any:
            return (dout * 7,)

    class Jitted(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.own, self.fc = Own(), nn.Dense(2, 2)

        @ms.jit
        def construct(self, x: Tensor) -> Tensor:
            return self.fc(self.own(x))

    cell = Jitted()
    cell.fc.weight.set_data(Tensor([[1.0, 0.0], [0.0, 1.0]]))
    cell.fc.recompute()
    cell.set_grad().set_train()
    ms.set_context(mode=ms.GRAPH_MODE)
    x = torch.ones(1, 2, requires_grad=True)
    module = to_torch_module(cell)
    module(x).sum().backward()
    assert x.grad.tolist() == [[7.0, 7.0]]
    assert module.fc.weight.grad.tolist() == [[2.0, 2.0], [2.0, 2.0]]
