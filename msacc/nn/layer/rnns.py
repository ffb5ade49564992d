"""Recurrent layers over whole sequences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import NumpyUniform, initializer
from msacc.common.keyword_hints import hints_keywords
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.nn.cell.input_sizes import wrong_size
from msacc.nn.layer.dropout import Dropout
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.nn.layer.rnn_cells import check_pair
from msacc.ops.array.creation import zeros
from msacc.ops.array.shaping import swapaxes
from msacc.ops.nn.rnn import put_together, recur

if TYPE_CHECKING:
    from collections.abc import Sequence

_CHUNKS = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


@holds(reverse=ops.ReverseV2([0]), reverse_sequence=ops.ReverseSequence(0, 1))
class _RNNBase(Layer):
    """`num_layers` recurrent layers. Parameters: all weight_ih, then weight_hh, bias_ih, bias_hh."""

    # The op casts them, all at once.
    _msacc_keeps_parameter_dtype = True

    @hints_keywords
    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        has_bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.hidden_size = check.positive_int(self.cls_name, "hidden_size", hidden_size)
        self.input_size = check.positive_int(self.cls_name, "input_size", input_size)
        self.num_layers = check.positive_int(self.cls_name, "num_layers", num_layers)
        self.dropout = check.instance(self.cls_name, "dropout", dropout, float)
        self.has_bias = check.boolean(self.cls_name, "has_bias", has_bias)
        self.batch_first = check.boolean(self.cls_name, "batch_first", batch_first)
        self.bidirectional = check.boolean(self.cls_name, "bidirectional", bidirectional)
        if not 0 <= dropout < 1:
            raise ValueError(
                f"For '{self.cls_name}', 'dropout' must be in [0, 1), but got {dropout}."
            )
        if dropout > 0 and num_layers == 1:
            once(
                "rnn:dropout",
                f"nn.{self.cls_name}: dropout={dropout} acts between layers; there is one.",
            )
        self.mode, self.is_lstm = mode, mode == "LSTM"
        self.dropout_op = Dropout(p=float(dropout))
        self._msacc_make_parameters(_CHUNKS[mode] * hidden_size, dtype)

    def _msacc_make_parameters(self, rows: int, dtype: mstype.Type) -> None:
        init = NumpyUniform(1 / math.sqrt(self.hidden_size))
        directions = 1 + self.bidirectional
        parameters: dict[str, list[Parameter]] = {"w_ih": [], "w_hh": [], "b_ih": [], "b_hh": []}

        def make(kind: str, name: str, *shape: int) -> None:
            parameters[kind].append(Parameter(initializer(init, shape, dtype), name=name))

        for layer in range(self.num_layers):
            width = self.hidden_size * directions if layer else self.input_size
            for suffix in ("", "_reverse")[:directions]:
                make("w_ih", f"weight_ih_l{layer}{suffix}", rows, width)
                make("w_hh", f"weight_hh_l{layer}{suffix}", rows, self.hidden_size)
                if self.has_bias:
                    make("b_ih", f"bias_ih_l{layer}{suffix}", rows)
                    make("b_hh", f"bias_hh_l{layer}{suffix}", rows)
        self.w_ih_list = ParameterTuple(parameters["w_ih"])
        self.w_hh_list = ParameterTuple(parameters["w_hh"])
        self.b_ih_list = ParameterTuple(parameters["b_ih"])
        self.b_hh_list = ParameterTuple(parameters["b_hh"])

    def construct(
        self,
        x: Tensor,
        hx: Tensor | tuple[Tensor, ...] | None = None,
        seq_length: Tensor | None = None,
    ) -> Any:
        """x (time, batch, features), or (batch, time, features) with `batch_first`.

        `hx`: h or (h, c) of shape (layers * directions, batch, hidden); `seq_length`: (batch,) ints.
        Returns (output, h or (h, c)).
        """
        check.instance(self.cls_name, "x", x, Tensor)
        check.rank(self.cls_name, x._t, 3)
        t = swapaxes(x, 0, 1) if self.batch_first else x
        state = self._msacc_state(t, hx)
        if seq_length is not None and seq_length.shape != (t.shape[1],):
            raise ValueError(
                f"For '{self.cls_name}', 'seq_length' should have shape ({t.shape[1]},), but got "
                f"{seq_length.shape}."
            )
        groups = [self.w_ih_list, self.w_hh_list]
        if self.has_bias:
            groups += [self.b_ih_list, self.b_hh_list]
        weights = [p for each in zip(*groups, strict=True) for p in each]
        put_together(self.mode, weights, self.has_bias, self.bidirectional)
        out, last = recur(
            self.mode, t, state, seq_length, weights, self.has_bias, self.bidirectional,
            self.dropout, self.dropout_op.training,
        )  # fmt: skip
        return (swapaxes(out, 0, 1) if self.batch_first else out), last

    def _msacc_explain_refusal(
        self, x: object, hx: object = None, seq_length: object = None
    ) -> Exception | None:
        return wrong_size("input_size", self.input_size, x, -1, (3,))

    def _msacc_state(self, t: Tensor, hx: Tensor | Sequence[Tensor] | None) -> Any:
        if hx is not None:
            if self.is_lstm:
                check_pair(self.cls_name, hx)
            else:
                check.instance(self.cls_name, "hx", hx, Tensor)
            return hx
        size = (self.num_layers * (1 + self.bidirectional), t.shape[1], self.hidden_size)
        start = zeros(size, t.dtype)
        return (start, start) if self.is_lstm else start


class RNN(_RNNBase):
    """Elman networks over whole sequences, step by step.

    `h = tanh(w_ih @ x + b_ih + w_hh @ h + b_hh)`

    `RNN(input_size, hidden_size, num_layers=1, has_bias=True, batch_first=False, dropout=0.0,
    bidirectional=False, dtype=Float32, nonlinearity='tanh')`:

    `input_size`, `hidden_size`, `num_layers`, `has_bias`, `batch_first`, `dropout`,
      `bidirectional`, `dtype`: as in `LSTM`.
    `nonlinearity`: 'tanh' or 'relu', by keyword.

    Called as `LSTM`, with `hx` one Tensor in place of a pair; returns (output, h).

    The input is a Tensor (sequence, batch, input_size), (batch, sequence, input_size) with
    `batch_first`; `hx` and h are (layers * directions, batch, hidden_size).

    Raises what `LSTM` raises, ValueError for another `nonlinearity`. As in MindSpore.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        kind = kwargs.pop("nonlinearity", "tanh")
        check.choice("RNN", "nonlinearity", kind, ["tanh", "relu"])
        super().__init__(f"RNN_{kind.upper()}", *args, **kwargs)


class GRU(_RNNBase):
    """Gated recurrent units over whole sequences.

    `r = sigmoid(W_r @ x + U_r @ h + b_r)`
    `z = sigmoid(W_z @ x + U_z @ h + b_z)`
    `n = tanh(W_n @ x + b_n + r * (U_n @ h + c_n))`
    `h = (1 - z) * n + z * h`

    `GRU(input_size, hidden_size, num_layers=1, has_bias=True, batch_first=False, dropout=0.0,
    bidirectional=False, dtype=Float32)`:

    `input_size`, `hidden_size`, `num_layers`, `has_bias`, `batch_first`, `dropout`,
      `bidirectional`, `dtype`: as in `LSTM`.

    Called as `LSTM`, with `hx` one Tensor in place of a pair; returns (output, h).

    The input is a Tensor (sequence, batch, input_size), (batch, sequence, input_size) with
    `batch_first`; `hx` and h are (layers * directions, batch, hidden_size).

    Raises what `LSTM` raises. As in MindSpore.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__("GRU", *args, **kwargs)


class LSTM(_RNNBase):
    """Long short-term memory over whole sequences: one layer or several on top of each other.

    `i = sigmoid(W_i @ x + U_i @ h + b_i)`
    `f = sigmoid(W_f @ x + U_f @ h + b_f)`
    `g = tanh(W_g @ x + U_g @ h + b_g)`
    `o = sigmoid(W_o @ x + U_o @ h + b_o)`
    `c = f * c + i * g`
    `h = o * tanh(c)`

    `LSTM(input_size, hidden_size, num_layers=1, has_bias=True, batch_first=False, dropout=0.0,
    bidirectional=False, dtype=Float32)`:

    `input_size`, `hidden_size`, `num_layers`: ints > 0.
    `has_bias`, `batch_first`, `bidirectional`: bools.
    `dropout`: a float in [0, 1), which acts between layers while training.
    `dtype`: the Parameters', which are cast to the input's and start uniform in
      +-1/sqrt(hidden_size).

    Called with a float Tensor x (time, batch, input_size), or (batch, time, …) with `batch_first`;
    `hx`, a pair (h, c) of shape (layers * directions, batch, hidden_size), zeros by default; and
    `seq_length`, ints (batch,): steps past a sequence's end give zeros. Returns (output, (h, c)),
    output (time, batch, directions * hidden_size) in the dtype of x.

    Raises TypeError for other types, ValueError for settings out of range and for shapes that do
    not fit. As in MindSpore.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__("LSTM", *args, **kwargs)


__all__ = ["GRU", "LSTM", "RNN"]
