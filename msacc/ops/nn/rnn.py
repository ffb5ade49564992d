"""Recurrent layers over sequences, and their cells."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common.torch_private import put_rnn_weights_together
from msacc.common.weight_blocks import ask, can_move, lie_together, moved
from msacc.common.without_values import is_recorded
from msacc.ops.core.op import op
from msacc.ops.nn.rnn_kernel import lstm_in_graphs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.tensor import Tensor

_STEP: dict[str, Any] = {
    "LSTM": torch.lstm_cell,
    "GRU": torch.gru_cell,
    "RNN_TANH": torch.rnn_tanh_cell,
    "RNN_RELU": torch.rnn_relu_cell,
}
_WHOLE: dict[str, Any] = {
    "LSTM": torch.lstm,
    "GRU": torch.gru,
    "RNN_TANH": torch.rnn_tanh,
    "RNN_RELU": torch.rnn_relu,
}


@op
def recur(
    mode: str,
    x: torch.Tensor,
    state: torch.Tensor | Sequence[torch.Tensor],
    lengths: torch.Tensor | None,
    weights: list[torch.Tensor],
    biased: bool,
    bidirectional: bool,
    dropout: float,
    training: bool,
) -> Any:
    """Run recurrent layers, as many as there are weights for, over x (time, batch, features).

    `weights` holds w_ih, w_hh[, b_ih, b_hh] per layer and direction; `state` is h or (h, c), each
    (layers * directions, batch, hidden). With `lengths`, steps past a sequence's end give zeros and
    leave its state alone. Returns (output, state).
    """
    in_graph = torch.compiler.is_compiling() or is_recorded()
    # On CUDA torch casts them into one block, as cuDNN wants them.
    by_torch = _on_cuda(x) and lengths is None and not in_graph and weights[0].dtype is not x.dtype
    if not by_torch:
        weights = [w if w.dtype is x.dtype else w.to(x.dtype) for w in weights]
    rows = len(weights) // (4 if biased else 2)
    _check_sizes(mode, x, state, (rows, x.shape[1], weights[1].shape[1]), weights[0].shape[1])
    # Counted rather than passed: an int attribute may turn symbolic in a graph.
    layers = len(weights) // ((4 if biased else 2) * (1 + bidirectional))
    if lengths is not None:
        return _run_masked(
            mode, x, state, lengths, weights, layers, bidirectional, dropout * training
        )
    kernel = lstm_in_graphs if mode == "LSTM" and in_graph else _WHOLE[mode]
    with torch.autocast("cuda", dtype=x.dtype) if by_torch else nullcontext():
        result = kernel(x, state, weights, biased, layers, dropout, training, bidirectional, False)
    return (result[0], (result[1], result[2])) if mode == "LSTM" else result


def _on_cuda(t: torch.Tensor) -> bool:
    return t.device.type == "cuda"


def put_together(
    mode: str, parameters: Sequence[Tensor], biased: bool, bidirectional: bool
) -> None:
    """Has the weights of recurrent layers lie in one block, which cuDNN makes anew at each call otherwise.

    Within a gradient that is asked for, for the next one. Parts of a larger tensor stay where they are.
    """
    if not _on_cuda(parameters[0]._t) or torch.compiler.is_compiling() or is_recorded():
        return
    weights = [p._t for p in parameters]
    if lie_together(weights) or not can_move(weights):
        return
    per = 4 if biased else 2
    layers = len(weights) // (per * (1 + bidirectional))

    def move() -> None:
        now = [p._t for p in parameters]
        if not lie_together(now) and can_move(now):
            put_rnn_weights_together(mode, now, per, layers, bidirectional)
            moved(now)

    if weights[0].requires_grad:
        ask(move)
    else:
        move()


def _check_sizes(
    mode: str,
    x: torch.Tensor,
    state: torch.Tensor | Sequence[torch.Tensor],
    expected_shape: tuple[int, ...],
    features: int,
) -> None:
    """Raises ValueError where sizes differ from the weights': torch's LSTM kernel would read out of bounds."""
    if x.shape[-1] != features:
        raise ValueError(
            f"For '{mode}', the input must have {features} features, but got shape {tuple(x.shape)}."
        )
    for part in state if isinstance(state, tuple) else (state,):
        if tuple(part.shape) != expected_shape:
            raise ValueError(
                f"For '{mode}', the state (layers * directions, batch, hidden) must have shape {expected_shape}, "
                f"but got {tuple(part.shape)}."
            )


def _run_masked(
    mode: str,
    x: torch.Tensor,
    state: torch.Tensor | Sequence[torch.Tensor],
    lengths: torch.Tensor,
    weights: list[torch.Tensor],
    layers: int,
    bidirectional: bool,
    dropout: float,
) -> Any:
    directions = 1 + bidirectional
    per = len(weights) // (layers * directions)
    states: list[Any] = []
    for layer in range(layers):
        outs = []
        for direction in range(directions):
            i = layer * directions + direction
            first = tuple([s[i] for s in state]) if mode == "LSTM" else state[i]
            seq = _reverse_sequences(x, lengths) if direction else x
            out, last = _one_layer(mode, seq, first, lengths, weights[i * per : (i + 1) * per])
            outs.append(_reverse_sequences(out, lengths) if direction else out)
            states.append(last)
        x = torch.cat(outs, -1) if bidirectional else outs[0]
        if dropout and layer < layers - 1:
            x = F.dropout(x, dropout)
    if mode == "LSTM":
        return x, (torch.stack([h for h, _ in states]), torch.stack([c for _, c in states]))
    return x, torch.stack(states)


def _one_layer(
    mode: str, x: torch.Tensor, state: Any, lengths: torch.Tensor, weights: list[torch.Tensor]
) -> Any:
    outs = []
    for t in range(x.shape[0]):
        new = _STEP[mode](x[t], state, *weights)
        alive = (lengths > t)[:, None]
        if mode == "LSTM":
            outs.append(torch.where(alive, new[0], 0))
            state = tuple([torch.where(alive, n, s) for n, s in zip(new, state, strict=True)])
        else:
            outs.append(torch.where(alive, new, 0))
            state = torch.where(alive, new, state)
    return torch.stack(outs), state


def _reverse_sequences(x: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    """Each sequence of (time, batch, …) back to front, its padding left in place."""
    steps = torch.arange(x.shape[0], device=x.device)[:, None]
    source = torch.where(steps < lengths, lengths - 1 - steps, steps)
    return x.gather(0, source.long()[:, :, None].expand_as(x))


@op
def recur_step(
    mode: str, x: torch.Tensor, state: torch.Tensor | Sequence[torch.Tensor], *weights: object
) -> Any:
    """One step of a recurrent cell: the new h, or (h, c)."""
    return _STEP[mode](x, state, *weights)


__all__: list[str] = []
