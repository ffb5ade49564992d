"""The weights of recurrent layers lie in one block on CUDA, and stay there: the layout, on a CPU that passes for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common import weight_blocks
from msacc.common.weight_blocks import lie_together
from msacc.ops.nn import rnn


@pytest.fixture
def moves(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many weights each move put into one block."""
    made: list[int] = []

    def put(mode: str, weights: list[torch.Tensor], *layout: Any) -> None:
        made.append(len(weights))
        with torch.no_grad():
            block = torch.cat([w.reshape(-1) for w in weights])
            for w, part in zip(weights, block.split([w.numel() for w in weights]), strict=True):
                w.set_(part.view(w.shape))

    monkeypatch.setattr(rnn, "put_rnn_weights_together", put)
    monkeypatch.setattr(rnn, "_on_cuda", lambda t: t.dtype is torch.float32)
    weight_blocks._waiting.clear()
    return made


def weights(net: nn.Cell) -> list[torch.Tensor]:
    return [p._t for p in net.get_parameters()]


X = np.random.RandomState(0).rand(5, 2, 3).astype(np.float32)


def network(kind: Any = nn.LSTM) -> nn.Cell:
    ms.set_seed(1)
    return kind(3, 4, num_layers=2, bidirectional=True)


@pytest.mark.parametrize("kind", [nn.LSTM, nn.GRU, nn.RNN])
def test_the_first_call_moves_and_others_do_not(kind: Any, moves: list[int]) -> None:
    net = network(kind)
    before = [w.clone() for w in weights(net)]
    first = net(Tensor(X))[0].asnumpy()
    assert lie_together(weights(net))
    assert all(map(torch.equal, before, weights(net)))
    np.testing.assert_array_equal(net(Tensor(X))[0].asnumpy(), first)
    assert moves == [16]


def losses(net: nn.Cell, steps: int) -> list[float]:
    optimizer = nn.Adam(net.trainable_params(), 0.01)
    grads_of = ms.value_and_grad(lambda x: ops.square(net(x)[0]).mean(), None, optimizer.parameters)
    found = []
    for _ in range(steps):
        loss, grads = grads_of(Tensor(X))
        optimizer(grads)
        found.append(float(loss))
    return found


def test_training_moves_once_and_changes_no_number(
    moves: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    net = network()
    found = losses(net, 4)
    assert moves == [16]
    assert lie_together(weights(net))
    monkeypatch.setattr(rnn, "_on_cuda", lambda t: False)
    assert found == losses(network(), 4)


def test_weights_that_are_loaded_are_moved_again(moves: list[int], tmp_path: Path) -> None:
    net = network()
    net(Tensor(X))
    file = str(tmp_path / "net.ckpt")
    ms.save_checkpoint(net, file)
    ms.load_param_into_net(net, ms.load_checkpoint(file))  # into the tensors that are there
    net(Tensor(X))
    assert moves == [16]
    weight = next(iter(net.get_parameters()))
    weight._t = weight._t.clone()
    expected = net(Tensor(X))[0].asnumpy()
    assert moves == [16, 16]
    assert lie_together(weights(net))
    np.testing.assert_array_equal(net(Tensor(X))[0].asnumpy(), expected)


def test_parts_of_a_larger_tensor_stay(moves: list[int]) -> None:
    net = network()
    net(Tensor(X))
    moves.clear()
    for parameter in net.get_parameters():
        held = torch.zeros(parameter._t.numel() + 1)
        held[1:] = parameter._t.reshape(-1)
        parameter._t = held[1:].view(parameter._t.shape)
    net(Tensor(X))
    assert moves == []


def test_cudnn_is_given_the_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    from msacc.common import torch_private

    asked: list[Any] = []
    monkeypatch.setattr(torch, "_cudnn_rnn_flatten_weight", lambda *given: asked.append(given[1:]))
    net = network()
    groups = zip(net.w_ih_list, net.w_hh_list, net.b_ih_list, net.b_hh_list, strict=True)
    given = [p._t for group in groups for p in group]
    torch_private.put_rnn_weights_together("LSTM", given, 4, 2, True)
    assert asked == [(4, 3, 2, 4, 0, 2, False, True)]
    assert torch.backends.cudnn.rnn.get_cudnn_mode("LSTM") == 2


@pytest.mark.parametrize("kind", [nn.LSTM, nn.GRU, nn.RNN])
def test_half_precision_casts_them_in_the_op(kind: Any) -> None:
    net = network(kind).to_float(ms.bfloat16)
    out = net(Tensor(X))[0]
    assert out.dtype == ms.bfloat16
    expected = network(kind)(Tensor(X))[0].asnumpy()
    np.testing.assert_allclose(out.astype(ms.float32).asnumpy(), expected, atol=0.02)
