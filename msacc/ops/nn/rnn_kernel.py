"""LSTM in graphs on the CPU: each layer and direction calls the oneDNN kernel that PyNative mode calls.

torch's graphs take an LSTM that is trained apart into its time steps, which is twice the work.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import torch
from torch import library

from msacc.common import torch_private

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import AutogradContext

_KIND = 2  # oneDNN's number for an LSTM
_DEFINED = library.Library("msacc", "FRAGMENT")
_DEFINED.define(
    "lstm(Tensor x, Tensor h, Tensor c, Tensor[] weights, bool biased, int layers, float dropout, bool training, "
    "bool bidirectional) -> (Tensor, Tensor, Tensor)"
)


def lstm_in_graphs(
    x: torch.Tensor,
    state: torch.Tensor | Sequence[torch.Tensor],
    weights: list[torch.Tensor],
    biased: bool,
    layers: int,
    dropout: float,
    training: bool,
    bidirectional: bool,
    batch_first: bool,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """As `torch.lstm`, for x (time, batch, features); what it becomes is chosen when its sizes are known."""
    assert not batch_first
    more = (layers, dropout, training, bidirectional)
    return torch.ops.msacc.lstm(x, *state, weights, biased, *more)  # type: ignore[no-any-return]


def _dispatch_lstm(
    x: torch.Tensor,
    h: torch.Tensor,
    c: torch.Tensor,
    weights: list[torch.Tensor],
    biased: bool,
    layers: int,
    dropout: float,
    training: bool,
    bidirectional: bool,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    if not _has_kernel(x, h, c, *weights):
        more = (layers, dropout, training, bidirectional, False)
        return torch.lstm(x, (h, c), weights, biased, *more)
    per, directions = 4 if biased else 2, 1 + bidirectional
    ends: list[tuple[torch.Tensor, torch.Tensor]] = []
    for layer in range(layers):
        outs = []
        for i in range(layer * directions, (layer + 1) * directions):
            layer_weights = weights[i * per : (i + 1) * per]
            if not biased:
                layer_weights = [*layer_weights, *[x.new_zeros(layer_weights[0].shape[0])] * 2]
            first = h[i : i + 1].contiguous(), c[i : i + 1].contiguous()
            out, *last, _ = _layer(x, *layer_weights, *first, bool(i % directions), biased)
            outs.append(out)
            ends.append((last[0], last[1]))
        x = torch.cat(outs, -1) if bidirectional else outs[0]
        if dropout and training and layer < layers - 1:
            x = torch.dropout(x, dropout, True)
    return x, torch.cat([end[0] for end in ends]), torch.cat([end[1] for end in ends])


_DEFINED.impl("lstm", _dispatch_lstm, "CompositeImplicitAutograd")


def _has_kernel(x: torch.Tensor, *others: torch.Tensor) -> bool:
    """Whether oneDNN's kernel takes these: Float32 to be trained, and no transform of functions."""
    backend = torch.backends.mkldnn
    return (
        torch.is_grad_enabled()
        and backend.is_available()
        and bool(backend.enabled)
        and not torch_private.transforms_functions()
        and x.numel() > 0
        and all(t.device.type == "cpu" and t.dtype is torch.float32 for t in (x, *others))
    )


@library.custom_op("msacc::lstm_layer", mutates_args=(), device_types="cpu")
def _layer(
    x: torch.Tensor,
    w_ih: torch.Tensor,
    w_hh: torch.Tensor,
    b_ih: torch.Tensor,
    b_hh: torch.Tensor,
    h: torch.Tensor,
    c: torch.Tensor,
    reverse: bool,
    biased: bool,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """One layer in one direction: the output, the final states, and the workspace for the backward pass."""
    with torch.enable_grad():  # else there is nothing for backward
        outputs = torch.ops.aten.mkldnn_rnn_layer(
            x.contiguous(), w_ih, w_hh, b_ih, b_hh, h, c,
            reverse, [], _KIND, w_hh.shape[1], 1, biased, False, False, True,
        )  # fmt: skip
    return tuple(outputs)  # type: ignore[return-value]


@functools.lru_cache(maxsize=1024)
def _sizes(
    time: int, batch: int, features: int, hidden: int, biased: bool
) -> list[tuple[list[int], list[int]]]:
    """Shapes and strides of the kernel's outputs for these sizes; only oneDNN knows the size of the workspace."""
    with torch_private.no_modes(), torch.no_grad():
        rows = 4 * hidden
        shapes = [(time, batch, features), (rows, features), (rows, hidden), (rows,), (rows,)]
        shapes += [(1, batch, hidden), (1, batch, hidden)]
        outputs = _layer(*[torch.zeros(shape) for shape in shapes], False, biased)
        return [(list(t.shape), list(t.stride())) for t in outputs]


@_layer.register_fake
def _like_layer(x: torch.Tensor, *others: Any) -> Any:
    # Sizes that vary are fixed by it: a graph is one for these sizes, as one of torch's own time steps would be.
    outputs = _sizes(*map(int, x.shape), int(others[1].shape[1]), others[-1])
    kinds = [torch.float32] * 3 + [torch.uint8]
    return tuple(
        x.new_empty(0, dtype=k).new_empty_strided(*s) for k, s in zip(kinds, outputs, strict=False)
    )


def _keep(ctx: AutogradContext, inputs: Any, output: Any) -> None:
    ctx.save_for_backward(*inputs[:7], *output)
    ctx.how = inputs[7:]
    ctx.set_materialize_grads(False)


def _slopes(
    ctx: AutogradContext,
    out: torch.Tensor | None,
    h: torch.Tensor | None,
    c: torch.Tensor | None,
    _workspace: Any,
) -> Any:
    saved = ctx.saved_tensors
    if out is None and h is None and c is None:
        return (None,) * 9
    gradients = [
        torch.zeros_like(t) if g is None else g
        for t, g in zip(saved[7:10], (out, h, c), strict=True)
    ]
    if torch.is_grad_enabled():
        return *_slopes_with_slopes(saved[:7], gradients, ctx.how[0]), None, None
    results = _layer_backward(list(saved), [g.contiguous() for g in gradients], *ctx.how)
    return *results, None, None


def _slopes_with_slopes(inputs: Any, gradients: list[torch.Tensor], reverse: bool) -> list[Any]:
    """The gradients by torch's own steps: these will be differentiated again."""
    x, *weights, h, c = inputs
    out, *ends = torch.lstm(
        x.flip(0) if reverse else x, (h, c), weights, True, 1, 0.0, True, False, False
    )
    leaves = [t for t in inputs if t.requires_grad]
    outputs = [out.flip(0) if reverse else out, *ends]
    results = iter(torch.autograd.grad(outputs, leaves, gradients, create_graph=True))
    return [next(results) if t.requires_grad else None for t in inputs]


@library.custom_op("msacc::lstm_layer_backward", mutates_args=(), device_types="cpu")
def _layer_backward(
    saved: list[torch.Tensor], grads: list[torch.Tensor], reverse: bool, biased: bool
) -> list[torch.Tensor]:
    """Gradients for x, the weights, the biases and the states."""
    x, w_ih, w_hh, b_ih, b_hh, h, c, out, h_end, c_end, workspace = saved
    results = torch.ops.aten.mkldnn_rnn_layer_backward(
        x.contiguous(), w_ih, w_hh, b_ih, b_hh, h, c, out, h_end, c_end, *grads,
        reverse, _KIND, w_hh.shape[1], 1, biased, True, False, [], False, workspace,
    )  # fmt: skip
    return list(results)


@_layer_backward.register_fake
def _like_inputs(saved: list[torch.Tensor], *_rest: object) -> Any:
    return [t.new_empty(t.shape) for t in saved[:7]]


_layer.register_autograd(_slopes, setup_context=_keep)
