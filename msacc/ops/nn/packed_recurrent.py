"""Recurrent layers with one packed weight tensor, in the layout of MindSpore's kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.ops.core.op import op


def _stacked(
    steps: Sequence[tuple[torch.Tensor, ...]], dtype: torch.dtype
) -> tuple[torch.Tensor, ...]:
    return tuple(torch.stack(column).to(dtype) for column in zip(*steps, strict=True))


@op
def dynamic_rnn(
    x: torch.Tensor, w: torch.Tensor, b: torch.Tensor, h: Any, c: Any, forget_bias: float
) -> tuple[torch.Tensor, ...]:
    """One LSTM layer over x (time, batch, features): (y, h, c, i, j, f, o, tanh(c)), each step's values.

    `w` is (features + hidden, 4 * hidden), `b` (4 * hidden): the gates in the order i, j, f, o. `h` and `c`
    are (1, batch, hidden), or None for zeros.
    """
    width = b.shape[0] // 4
    h, c = (x.new_zeros(x.shape[1], width) if s is None else s[0] for s in (h, c))
    ahead = x @ w[: x.shape[2]] + b.to(x.dtype)
    steps = []
    for step_input in ahead.unbind(0):
        i, j, f, o = (step_input + h @ w[x.shape[2] :]).chunk(4, -1)
        i, j, f, o = i.sigmoid(), j.tanh(), (f + forget_bias).sigmoid(), o.sigmoid()
        c = f * c + i * j
        t = c.tanh()
        h = o * t
        steps.append((h, h, c, i, j, f, o, t))
    return _stacked(steps, b.dtype)


@op
def dynamic_gru(
    x: torch.Tensor,
    weights: Sequence[torch.Tensor],
    biases: Sequence[torch.Tensor | None],
    h: torch.Tensor,
    reset_first: bool,
    reset_after: bool,
) -> tuple[torch.Tensor, ...]:
    """One GRU layer over x (time, batch, features): (y, h, update, reset, new, hidden_new) of each step.

    `weights` are (features, 3 * hidden) and (hidden, 3 * hidden), `biases` (3 * hidden) or None; the gates stand
    in the order reset, update, new, or update, reset, new where not `reset_first`.
    """
    dtype = next((b.dtype for b in biases if b is not None), h.dtype)
    zero = x.new_zeros(weights[0].shape[1])
    bias_in, bias_hidden = (zero if b is None else b.to(x.dtype) for b in biases)
    h = h.to(x.dtype)
    steps = []
    for step_input in (x @ weights[0] + bias_in).unbind(0):
        hidden_gates = (h @ weights[1] + bias_hidden).chunk(3, -1)
        gates = step_input.chunk(3, -1)
        first, second = (
            (g + o).sigmoid() for g, o in zip(gates[:2], hidden_gates[:2], strict=True)
        )
        r, z = (first, second) if reset_first else (second, first)
        if reset_after:
            hidden = hidden_gates[2]
            new = (gates[2] + r * hidden).tanh()
        else:
            hidden = (r * h) @ weights[1].chunk(3, -1)[2] + bias_hidden.chunk(3)[2]
            new = (gates[2] + hidden).tanh()
        h = (1 - z) * new + z * h
        steps.append((h, h, z, r, new, hidden))
    return _stacked(steps, dtype)


@op
def lstm_packed(
    x: torch.Tensor,
    h: torch.Tensor,
    c: torch.Tensor,
    w: torch.Tensor,
    layers: int,
    directions: int,
    dropout: float,
) -> tuple[torch.Tensor, ...]:
    """LSTM layers whose weights lie in one tensor: (output, h, c), x being (time, batch, features).

    `w` holds the w_ih of every layer and direction, then the w_hh, then, if anything is left, the biases of
    each: one of 4 * hidden or two.
    """
    width = h.shape[2]
    wide = [x.shape[2], *[directions * width] * (layers - 1)]
    inputs = [size for size in wide for _ in range(directions)]
    sizes = [4 * width * size for size in (*inputs, *[width] * len(inputs))]
    parts = w.reshape(-1).split([*sizes, w.numel() - sum(sizes)])
    pairs = [
        [parts[i].view(-1, size), parts[len(inputs) + i].view(-1, width)]
        for i, size in enumerate(inputs)
    ]
    left = parts[-1]
    if left.numel():
        for pair, biases in zip(pairs, left.view(len(pairs), -1, 4 * width).unbind(0), strict=True):
            pair.extend((*biases.unbind(0), torch.zeros_like(biases[0]))[:2])
    weights = [part for pair in pairs for part in pair]
    training, both_ways = bool(dropout), directions == 2
    return torch.lstm(
        x, (h, c), weights, bool(left.numel()), layers, dropout, training, both_ways, False
    )
