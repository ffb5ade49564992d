"""Ascend's recurrent primitives against torch's layers with rearranged weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, ops

TIME, BATCH, IN, HIDDEN = 4, 3, 5, 2


def _of(t: torch.Tensor) -> Tensor:
    return Tensor(t.detach().numpy())


def _inputs(states: int) -> tuple[torch.Tensor, ...]:
    torch.manual_seed(1)
    return torch.randn(TIME, BATCH, IN), *torch.randn(states, 1, BATCH, HIDDEN).unbind(0)


def _reorder(t: torch.Tensor, order: tuple[int, ...]) -> torch.Tensor:
    parts = t.chunk(len(order))
    return torch.cat([parts[i] for i in order])


def test_dynamic_rnn_is_an_lstm_with_gates_ijfo() -> None:
    x, h, c = _inputs(2)
    layer = torch.nn.LSTM(IN, HIDDEN)
    order = (0, 2, 1, 3)  # torch keeps i, f, g, o
    both = torch.cat([layer.weight_ih_l0, layer.weight_hh_l0], 1)
    w = _reorder(both, order).T.contiguous()
    b = _reorder(layer.bias_ih_l0 + layer.bias_hh_l0, order)
    result = ops.DynamicRNN()(_of(x), _of(w), _of(b), None, _of(h), _of(c))
    y, (last_h, last_c) = layer(x, (h, c))
    assert [f.shape for f in result] == [(TIME, BATCH, HIDDEN)] * 8
    y_, h_, c_, i, j, f, o, t = (v.asnumpy() for v in result)
    assert np.allclose(y_, y.detach(), atol=1e-6)
    assert np.allclose(h_[-1], last_h[0].detach(), atol=1e-6)
    assert np.allclose(c_[-1], last_c[0].detach(), atol=1e-6)
    before = np.concatenate([c.numpy(), c_[:-1]])
    assert np.allclose(f * before + i * j, c_, atol=1e-6)
    assert np.allclose(o * t, y_, atol=1e-6)
    assert np.allclose(np.tanh(c_), t, atol=1e-6)


def test_dynamic_rnn_adds_the_forget_bias() -> None:
    x, h, c = _inputs(2)
    w, b = torch.randn(IN + HIDDEN, 4 * HIDDEN), torch.zeros(4 * HIDDEN)
    more = b.clone()
    more[2 * HIDDEN : 3 * HIDDEN] = 1.5
    given = [_of(x), _of(w)], [None, _of(h), _of(c)]
    biased = ops.DynamicRNN(forget_bias=1.5)(*given[0], _of(b), *given[1])[0]
    plain = ops.DynamicRNN()(*given[0], _of(more), *given[1])[0]
    assert np.allclose(biased.asnumpy(), plain.asnumpy(), atol=1e-6)


@pytest.mark.parametrize("order", ["rzh", "zrh"])
@pytest.mark.parametrize("biased", [True, False])
def test_dynamic_gru_is_a_gru(order: str, biased: bool) -> None:
    x, h = _inputs(1)
    layer = torch.nn.GRU(IN, HIDDEN, bias=biased)
    places = {"rzh": (0, 1, 2), "zrh": (1, 0, 2)}[order]
    w_in, w_hidden = (
        _of(_reorder(w, places).T.contiguous()) for w in (layer.weight_ih_l0, layer.weight_hh_l0)
    )
    biases: list[Any] = [None, None]
    if biased:
        biases = [_of(_reorder(b, places)) for b in (layer.bias_ih_l0, layer.bias_hh_l0)]
    gru = ops.DynamicGRUV2(gate_order=order)
    result = gru(_of(x), w_in, w_hidden, *biases, None, _of(h[0]))
    y, last = layer(x, h)
    assert [f.shape for f in result] == [(TIME, BATCH, HIDDEN)] * 6
    assert np.allclose(result[0].asnumpy(), y.detach(), atol=1e-6)
    assert np.allclose(result[1].asnumpy()[-1], last[0].detach(), atol=1e-6)
    before = np.concatenate([h.numpy(), y.detach().numpy()[:-1]])
    _, _, z, _, new, _ = (v.asnumpy() for v in result)
    assert np.allclose((1 - z) * new + z * before, result[0].asnumpy(), atol=1e-6)


def test_gru_may_reset_before_the_product() -> None:
    x, h = _inputs(1)
    w_in, w_hidden = torch.randn(IN, 3 * HIDDEN), torch.randn(HIDDEN, 3 * HIDDEN)
    gru = ops.DynamicGRUV2(reset_after=False)
    result = gru(_of(x[:1]), _of(w_in), _of(w_hidden), None, None, None, _of(h[0]))
    r = result[3].asnumpy()[0]
    new = np.tanh(
        (x[0] @ w_in)[:, 2 * HIDDEN :].numpy() + (r * h[0].numpy()) @ w_hidden[:, 4:].numpy()
    )
    assert np.allclose(result[4].asnumpy()[0], new, atol=1e-6)


def test_float16_as_on_ascend() -> None:
    x, h, c = (t.half() for t in _inputs(2))
    w, b = torch.randn(IN + HIDDEN, 4 * HIDDEN).half(), torch.zeros(4 * HIDDEN)
    result = ops.DynamicRNN()(_of(x), _of(w), _of(b), None, _of(h), _of(c))
    assert {f.dtype for f in result} == {ms.float32}  # the dtype of b


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("both_ways", [False, True])
def test_lstm_takes_its_weights_in_one_piece(layers: int, both_ways: bool) -> None:
    torch.manual_seed(1)
    layer = torch.nn.LSTM(IN, HIDDEN, layers, bidirectional=both_ways)
    x = torch.randn(TIME, BATCH, IN)
    h, c = torch.randn(2, layers * (1 + both_ways), BATCH, HIDDEN).unbind(0)
    ws = [group[i] for i in (0, 1) for group in layer.all_weights]
    bs = [b for group in layer.all_weights for b in group[2:]]
    w = torch.cat([t.reshape(-1) for t in ws + bs])
    result = ops.LSTM(IN, HIDDEN, layers, True, both_ways, 0.0)(_of(x), _of(h), _of(c), _of(w))
    y, (h_n, c_n) = layer(x, (h, c))
    for ours, theirs in zip(result[:3], (y, h_n, c_n), strict=True):
        assert np.allclose(ours.asnumpy(), theirs.detach(), atol=1e-6)


def test_what_no_kernel_has_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="'num_proj' supports 0 only"):
        ops.DynamicRNN(num_proj=3)
    with pytest.raises(NotImplementedError, match="'direction' supports"):
        ops.DynamicGRUV2(direction="BIDIRECTIONAL")
    with pytest.raises(ValueError, match="'gate_order' should be"):
        ops.DynamicGRUV2(gate_order="hzr")
    with pytest.raises(NotImplementedError, match="proj_size"):
        ops.LSTM(2, 3, 1, True, False, 0.0, proj_size=1)
    x, h = Tensor(np.zeros((1, 1, 2), np.float32)), Tensor(np.zeros((1, 1, 3), np.float32))
    with pytest.raises(ValueError, match="'w' should have"):
        ops.LSTM(2, 3, 1, False, False, 0.0)(x, h, h, x)
