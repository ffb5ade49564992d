"""Single steps of recurrent networks, as functions of their weights (`mindspore.nn.layer.rnn_cells`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common.tensor import Tensor
from msacc.ops.nn.rnn import recur_step


def _cell(mode: str) -> Callable[..., Any]:
    def cell(
        inputs: Tensor,
        hidden: Any,
        w_ih: Tensor,
        w_hh: Tensor,
        b_ih: Tensor | None,
        b_hh: Tensor | None,
    ) -> Any:
        """The next hidden state; x (batch, in), weights (gates * hidden, in) and (gates * hidden, hidden)."""
        biases = () if b_ih is None else (b_ih, b_hh)
        return recur_step(mode, inputs, hidden, w_ih, w_hh, *biases)

    return cell


_gru_cell = _cell("GRU")
_lstm_cell = _cell("LSTM")
_rnn_tanh_cell = _cell("RNN_TANH")
_rnn_relu_cell = _cell("RNN_RELU")
