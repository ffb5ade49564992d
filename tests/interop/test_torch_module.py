"""A Cell's module in torch's own machinery."""

from __future__ import annotations

import copy
import io
import pickle
from typing import Any

import pytest
import torch

import msacc as ms
import msacc.nn as nn
from msacc import Tensor, to_torch_module
from tests.interop.networks import Odd, Residual, Words

_IDS = torch.tensor([[1, 2, 3, 4], [5, 6, 7, 8]])


def test_inside_a_larger_network() -> None:
    cell = Residual()
    model = torch.nn.Sequential(torch.nn.Conv2d(2, 3, 1), to_torch_module(cell), torch.nn.ReLU())
    assert "1.bn.gamma" in model.state_dict()
    model.train()
    model(torch.randn(2, 2, 4, 4)).sum().backward()
    assert all(p.grad is not None for p in model.parameters())
    model.to(torch.float64)
    assert cell.head.weight.dtype == ms.float64
    assert model(torch.randn(2, 2, 4, 4, dtype=torch.float64)).dtype is torch.float64


def test_other_types_reach_either_side() -> None:
    cell = nn.Dense(2, 2)
    module = to_torch_module(cell)
    module.to(torch.bfloat16)
    assert cell.weight.dtype == ms.bfloat16
    module.cpu().float()
    cell.to(ms.float64)
    assert module(torch.ones(1, 2, dtype=torch.float64)).dtype is torch.float64
    assert module.weight.dtype is torch.float64
    cell.to(ms.float32)
    assert module.state_dict()["weight"].dtype is torch.float32
    cell.to(ms.float16)  # torch's side is told before it changes anything
    torch.nn.Sequential(module).load_state_dict({"0.weight": torch.eye(2), "0.bias": torch.ones(2)})
    assert module(torch.ones(1, 2, dtype=torch.float16)).tolist() == [[2, 2]]
    module.double()
    module.weight.data = torch.ones(2, 2, dtype=torch.float64)
    module(torch.ones(1, 2, dtype=torch.float64))
    assert cell.weight.asnumpy().tolist() == [[1, 1], [1, 1]]


@torch.no_grad()
def _same(first: Any, second: Any) -> bool:
    return torch.equal(first(_IDS)["logits"], second(_IDS)["logits"])


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_copies_are_networks_of_their_own(copied: Any) -> None:
    module = to_torch_module(Words())
    other = copied(module)
    assert _same(other, module)
    assert other.table.embedding_table is other.out.weight
    with torch.no_grad():
        other.out.weight.add_(1)
        after = other(_IDS)["logits"]
    assert not _same(other, module)
    # The copy's own Cell has the change too.
    torch.testing.assert_close(after, other._cell(Tensor(_IDS))["logits"].to_torch())
    with pytest.raises(NotImplementedError):
        other.layer.register_forward_hook(print)


def test_a_cell_without_a_module_is_none_of_its_business() -> None:
    cell = Words()
    module = to_torch_module(cell)
    twin = copy.deepcopy(cell)
    with torch.no_grad():
        module.out.weight.zero_()
    assert twin.out.weight.asnumpy().any()


def test_a_copy_of_mixed_precision() -> None:
    module = to_torch_module(ms.amp.auto_mixed_precision(Residual(), "O2"))
    other, x = copy.deepcopy(module), torch.randn(2, 3, 4, 4)
    with torch.no_grad():
        other.get_parameter("head.bias").add_(1)
    torch.testing.assert_close(other(x), module(x) + 1, rtol=1e-2, atol=1e-2)
    assert other.train().get_submodule("drop")._cell is not module.get_submodule("drop")._cell
    assert not module.training


@pytest.mark.slow
def test_torchs_own_onnx_export() -> None:
    import onnxruntime

    module, x = to_torch_module(Residual()), torch.randn(3, 3, 6, 6)
    shapes = {"x": {0: "batch"}}
    made = torch.onnx.export(module, (x,), dynamo=True, dynamic_shapes=shapes, verbose=False)
    session = onnxruntime.InferenceSession(made.model_proto.SerializeToString())
    more = torch.cat([x, x])
    (found,) = session.run(None, {"x": more.numpy()})
    torch.testing.assert_close(torch.from_numpy(found), module(more).detach(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("make", "args"),
    [(Words, _IDS), pytest.param(Residual, torch.randn(3, 3, 6, 6), marks=pytest.mark.slow)],
)
def test_exported_with_a_batch_of_any_size(make: Any, args: torch.Tensor) -> None:
    module = to_torch_module(make())
    name = "x" if make is Residual else "ids"
    shapes = {name: {0: torch.export.Dim("batch")}}
    program = torch.export.export(module, (args,), dynamic_shapes=shapes)
    assert set(program.state_dict) == set(module.state_dict())
    more = torch.cat([args, args])
    found, expected = program.module()(more), module(more)
    if make is Words:
        found, expected = found["logits"], expected["logits"]
    assert torch.equal(found, expected)


def test_exported_in_training_mode_moves_statistics() -> None:
    module = to_torch_module(nn.BatchNorm1d(3)).train()
    x = torch.randn(8, 3) + 2
    program = torch.export.export(module, (x,)).run_decompositions()
    assert set(program.graph_signature.buffers_to_mutate.values()) == {
        "moving_mean",
        "moving_variance",
    }


@pytest.mark.parametrize(
    "make", [Odd, *(pytest.param(m, marks=pytest.mark.slow) for m in (Residual, Words))]
)
def test_compiled_as_one_graph(make: Any) -> None:
    module = to_torch_module(make())
    args = {Residual: torch.randn(2, 3, 4, 4), Odd: torch.ones(2, 3), Words: _IDS}[make]
    graph = torch.compile(module, backend="aot_eager", fullgraph=True)

    def value(call: Any) -> torch.Tensor:
        torch.manual_seed(0)
        out = call(args)
        return out["logits"] if make is Words else out

    kept = copy.deepcopy(module)
    for mode in (False, True, False):
        module.train(mode), kept.train(mode)
        torch.testing.assert_close(value(graph), value(kept))
    value(graph).sum().backward()
    value(kept).sum().backward()
    for (name, p), q in zip(module.named_parameters(), kept.parameters(), strict=True):
        torch.testing.assert_close(p.grad, q.grad, msg=name)
    for (name, p), q in zip(module.named_buffers(), kept.buffers(), strict=True):
        torch.testing.assert_close(p, q, msg=name)


def test_functions_of_parameters() -> None:
    cell, x = nn.Dense(3, 2), torch.randn(4, 3)
    module = to_torch_module(cell)
    own = cell.weight.asnumpy().copy()
    given = {name: torch.ones_like(p) for name, p in module.named_parameters()}
    assert cell.weight.asnumpy().any()
    out = torch.func.functional_call(module, given, (x,))
    torch.testing.assert_close(out, x.sum(1, keepdim=True).expand(4, 2) + 1)
    assert (cell.weight.asnumpy() == own).all()
    each = torch.func.vmap(
        torch.func.grad(lambda p, v: torch.func.functional_call(module, p, (v,)).sum()),
        in_dims=(None, 0),
    )(given, x)
    torch.testing.assert_close(each["weight"], x[:, None].expand(4, 2, 3))


def test_a_loop_as_lightning_has_it() -> None:
    ms.set_seed(0)
    cell = nn.SequentialCell(nn.Dense(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dense(16, 1))

    class Lit(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = to_torch_module(cell)

        def training_step(self, batch: Any) -> torch.Tensor:
            x, y = batch
            return torch.nn.functional.mse_loss(self.model(x), y)

        def configure_optimizers(self) -> Any:
            optimizer = torch.optim.AdamW(self.parameters(), lr=0.05)
            return optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 10)

    lit = Lit().to("cpu")
    optimizer, schedule = lit.configure_optimizers()
    x = torch.randn(64, 4)
    y = x.sum(1, keepdim=True)
    losses = []
    for _ in range(20):
        lit.train()
        optimizer.zero_grad()
        loss = lit.training_step((x, y))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(lit.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        lit.eval()
        with torch.no_grad():
            losses.append(float(lit.training_step((x, y))))
    assert losses[-1] < 0.2 * losses[0]
    file = io.BytesIO()
    torch.save({"state_dict": lit.state_dict(), "optimizer": optimizer.state_dict()}, file)
    file.seek(0)
    cell[0].weight.set_data(Tensor(torch.zeros(16, 4)))
    kept = torch.load(file, weights_only=True)
    lit.load_state_dict(kept["state_dict"])
    optimizer.load_state_dict(kept["optimizer"])
    assert abs(lit.training_step((x, y)).item() - losses[-1]) < 1e-6
