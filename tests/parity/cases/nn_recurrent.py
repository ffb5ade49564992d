"""Recurrent and attention layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand
from tests.parity.nets import cells

SEQUENCE = rand(4, 2, 3)


@case(rtol=1e-4, atol=1e-4)
def lstm(ms: Any, run: Any) -> Any:
    nn = ms.nn
    state = ms.Tensor(rand(4, 2, 2)), ms.Tensor(rand(4, 2, 2, seed=1))
    lengths = ms.Tensor(np.array([4, 2], np.int32))
    both = nn.LSTM(3, 2, 2, bidirectional=True)
    return merge(
        plain=cells(ms, run, [nn.LSTM(3, 2), nn.LSTM(3, 2, 2, has_bias=False)], SEQUENCE),
        batch_first=cells(ms, run, [nn.LSTM(3, 2, batch_first=True)], SEQUENCE),
        both=cells(ms, run, [both], SEQUENCE),
        state=run(lambda x: both(x, state), SEQUENCE),
        lengths=run(lambda x: both(x, state, lengths), SEQUENCE),
    )


@case(rtol=1e-4, atol=1e-4)
def gru_and_rnn(ms: Any, run: Any) -> Any:
    nn = ms.nn
    lengths = ms.Tensor(np.array([4, 2], np.int32))
    nets = [
        nn.GRU(3, 2),
        nn.GRU(3, 2, 2, bidirectional=True),
        nn.RNN(3, 2),
        nn.RNN(3, 2, nonlinearity="relu", has_bias=False),
    ]
    return merge(
        plain=cells(ms, run, nets, SEQUENCE),
        lengths=run(lambda x: (nets[1](x, None, lengths), nets[2](x, None, lengths)), SEQUENCE),
    )


@case(rtol=1e-4, atol=1e-4)
def steps(ms: Any, run: Any) -> Any:
    nn = ms.nn
    x, h, c = rand(2, 3), rand(2, 2), rand(2, 2, seed=1)
    single = [nn.GRUCell(3, 2), nn.RNNCell(3, 2), nn.RNNCell(3, 2, False, "relu")]
    pair = nn.LSTMCell(3, 2)
    return merge(
        single=cells(ms, run, single, x, h),
        pair=cells(ms, run, [pair], x, (ms.Tensor(h), ms.Tensor(c))),
    )


@case(rtol=1e-4, atol=1e-4)
def attention(ms: Any, run: Any) -> Any:
    nn = ms.nn
    kind = nn.MultiheadAttention
    x = rand(3, 2, 4)
    hidden = ms.Tensor(np.array([[False, False, True], [False, True, False]]))
    causal = ms.Tensor(np.triu(np.ones((3, 3), bool), 1))
    shift = ms.Tensor(rand(4, 3, 3))
    plain = kind(4, 2)
    mixed = kind(4, 2, kdim=3, vdim=5, add_bias_kv=True, add_zero_attn=True)

    def masked(q: Any) -> Any:
        return (
            *plain(q, q, q, hidden),
            *plain(q, q, q, None, True, causal),
            *plain(q, q, q, hidden, True, causal, False),
            *plain(q, q, q, None, False, causal),
            *plain(q, q, q, None, True, shift),
        )

    return merge(
        plain=cells(ms, run, [plain, kind(4, 2, has_bias=False)], x, x, x),
        batch_first=cells(ms, run, [kind(4, 2, batch_first=True)], x, x, x),
        flat=cells(ms, run, [plain], x[0], x[1], x[2][:2].repeat(1, 0)),
        mixed=cells(ms, run, [mixed], x, rand(5, 2, 3), rand(5, 2, 5)),
        masked=run(masked, x),
    )


@case(rtol=1e-3, atol=1e-4)
def transformer(ms: Any, run: Any) -> Any:
    nn = ms.nn
    x, memory = rand(3, 2, 4), rand(2, 2, 4, seed=1)
    encoder = [
        nn.TransformerEncoderLayer(4, 2, 6, 0.0),
        nn.TransformerEncoderLayer(4, 2, 6, 0.0, "gelu", norm_first=True),
    ]
    decoder = [nn.TransformerDecoderLayer(4, 2, 6, 0.0)]
    return merge(
        encoder=cells(ms, run, encoder, x),
        decoder=cells(ms, run, decoder, x, memory),
        stack=cells(
            ms, run, [nn.TransformerEncoder(encoder[0], 2, nn.LayerNorm((4,)))], x, grad=False
        ),
        whole=cells(ms, run, [nn.Transformer(4, 2, 1, 1, 6, 0.0)], x, memory, grad=False),
    )


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    nn = ms.nn
    return merge(
        hidden=run.raises(lambda: nn.LSTM(3, 0)),
        dropout=run.raises(lambda: nn.LSTM(3, 2, dropout=1.0)),
        dropout_int=run.raises(lambda: nn.LSTM(3, 2, dropout=1)),
        bias=run.raises(lambda: nn.GRU(3, 2, has_bias=1)),
        kind=run.raises(lambda: nn.RNN(3, 2, nonlinearity="foo")),
        state=run.raises(lambda x: nn.LSTM(3, 2)(x, x), SEQUENCE),
        lengths=run.raises(
            lambda x: nn.GRU(3, 2)(x, None, ms.Tensor(np.array([4, 2, 1], np.int32))), SEQUENCE
        ),
        cell_state=run.raises(lambda x: nn.LSTMCell(3, 2)(x, x), rand(2, 3)),
        heads=run.raises(lambda: nn.MultiheadAttention(4, 3)),
        activation=run.raises(lambda: nn.TransformerEncoderLayer(4, 2, activation="foo")),
    )
