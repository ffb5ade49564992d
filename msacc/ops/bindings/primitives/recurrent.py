"""Recurrent primitives with one packed weight tensor, in the layout of MindSpore's kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.warn_once import no_effects
from msacc.ops.core.primitive import Primitive, primitive_names
from msacc.ops.nn.packed_recurrent import dynamic_gru, dynamic_rnn, lstm_packed

if TYPE_CHECKING:
    from msacc.common.tensor import Tensor

_ONLY: dict[str, Any] = {
    **{"direction": "UNIDIRECTIONAL", "cell_depth": 1, "keep_prob": 1.0, "cell_clip": -1.0},
    **{"num_proj": 0, "time_major": True, "activation": "tanh"},
}


def _check_fixed(name: str, arguments: dict[str, Any], only: dict[str, Any]) -> None:
    """NotImplementedError for a setting that no kernel of MindSpore's has either."""
    for key, value in only.items():
        if arguments[key] != value:
            raise NotImplementedError(
                f"For '{name}', {key!r} supports {value!r} only, but got {arguments[key]!r}."
            )


def _outputs(name: str, is_training: bool) -> None:
    no_effects(name, "every output is computed either way", is_training=(is_training, True))


class DynamicRNN(Primitive):
    """`DynamicRNN(...)(x, w, b, seq_length, init_h, init_c)`: one LSTM layer, every step's gates included.

    x (time, batch, features); w (features + hidden, 4 * hidden) and b (4 * hidden) hold the gates i, j, f, o;
    init_h and init_c (1, batch, hidden).

    `forget_bias`: a number added to the forget gate.

    Gives (y, output_h, output_c, i, j, f, o, tanhct), each (time, batch, hidden) in the dtype of b.

    Raises NotImplementedError for settings and a seq_length that MindSpore does not support either. These
    settings are fixed: `cell_type` 'LSTM', `use_peephole` False, `direction` 'UNIDIRECTIONAL', `cell_depth`
    1, `keep_prob` 1.0, `cell_clip` -1.0, `num_proj` 0, `time_major` True and `activation` 'tanh'.

    Differs from MindSpore (Ascend only): every float dtype is taken, not float16 alone; `is_training` says
    that it has no effect.
    """

    def __init__(
        self,
        cell_type: str = "LSTM",
        direction: str = "UNIDIRECTIONAL",
        cell_depth: int = 1,
        use_peephole: bool = False,
        keep_prob: float = 1.0,
        cell_clip: float = -1.0,
        num_proj: int = 0,
        time_major: bool = True,
        activation: str = "tanh",
        forget_bias: float = 0.0,
        is_training: bool = True,
    ):
        super().__init__("DynamicRNN")
        arguments = dict(locals())
        only = {"cell_type": "LSTM", "use_peephole": False, **_ONLY}
        _check_fixed(self.name, arguments, only)
        _outputs(self.name, is_training)
        self.forget_bias = forget_bias

    def construct(
        self,
        x: Tensor,
        w: Tensor,
        b: Tensor,
        seq_length: Tensor | None = None,
        init_h: Tensor | None = None,
        init_c: Tensor | None = None,
    ) -> Any:
        _check_fixed(self.name, {"seq_length": seq_length}, {"seq_length": None})
        return dynamic_rnn(x, w, b, init_h, init_c, self.forget_bias)


class DynamicGRUV2(Primitive):
    """`DynamicGRUV2(...)(x, weight_input, weight_hidden, bias_input, bias_hidden, seq_length, init_h)`.

    One GRU layer; x (time, batch, features), weights (features, 3 * hidden) and (hidden, 3 * hidden), biases
    (3 * hidden) or None, init_h (batch, hidden).

    `gate_order` 'rzh' or 'zrh' says how weights and biases are laid out.
    `reset_after`: whether the reset gate follows the product with the hidden weights; `is_training` says that
      it has no effect.

    Gives (y, output_h, update, reset, new, hidden_new), each (time, batch, hidden).

    Raises ValueError for another gate_order, NotImplementedError for settings and a seq_length that MindSpore
    does not support either. These settings are fixed: `direction` 'UNIDIRECTIONAL', `cell_depth` 1,
    `keep_prob` 1.0, `cell_clip` -1.0, `num_proj` 0, `time_major` True and `activation` 'tanh'.

    Differs from MindSpore (Ascend only): every float dtype is taken.
    """

    def __init__(
        self,
        direction: str = "UNIDIRECTIONAL",
        cell_depth: int = 1,
        keep_prob: float = 1.0,
        cell_clip: float = -1.0,
        num_proj: int = 0,
        time_major: bool = True,
        activation: str = "tanh",
        gate_order: str = "rzh",
        reset_after: bool = True,
        is_training: bool = True,
    ):
        super().__init__("DynamicGRUV2")
        _check_fixed(self.name, dict(locals()), _ONLY)
        _outputs(self.name, is_training)
        if gate_order not in ("rzh", "zrh"):
            raise ValueError(
                f"For 'DynamicGRUV2', 'gate_order' should be 'rzh' or 'zrh', but got {gate_order!r}."
            )
        self.gate_order, self.reset_after = gate_order, reset_after

    def construct(
        self,
        x: Tensor,
        weight_input: Tensor,
        weight_hidden: Tensor,
        bias_input: Tensor | None = None,
        bias_hidden: Tensor | None = None,
        seq_length: Tensor | None = None,
        init_h: Tensor | None = None,
    ) -> Any:
        _check_fixed(self.name, {"seq_length": seq_length}, {"seq_length": None})
        if init_h is None:
            raise TypeError("For 'DynamicGRUV2', 'init_h' must be a Tensor, but got None.")
        weights, biases = [weight_input, weight_hidden], [bias_input, bias_hidden]
        return dynamic_gru(x, weights, biases, init_h, self.gate_order == "rzh", self.reset_after)


class LSTM(Primitive):
    """`LSTM(input_size, hidden_size, num_layers, has_bias, bidirectional, dropout)(x, h, c, w)`.

    x (time, batch, input_size); h and c (layers * directions, batch, hidden_size); w holds the w_ih of every
    layer and direction, then the w_hh, then the biases, in torch's gate order i, f, g, o. Gives (output, h_n,
    c_n, reserve, state); the last two, MindSpore's workspace, are zeros of shape (1, 1). Raises
    NotImplementedError for a projection (`proj_size`), ValueError for a dropout outside [0, 1] or a `w` of
    another size. Tensors are floats of one dtype, which the results have.
    """

    _msacc_order = (
        "input_size", "hidden_size", "num_layers", "has_bias", "bidirectional", "dropout", "proj_size"
    )  # fmt: skip

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int,
        has_bias: bool,
        bidirectional: bool,
        dropout: float,
        proj_size: int = 0,
    ):
        super().__init__("LSTM")
        self.input_size, self.hidden_size, self.num_layers = input_size, hidden_size, num_layers
        self.has_bias, self.bidirectional = has_bias, bidirectional
        self.dropout, self.proj_size = dropout, proj_size
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        _check_fixed(self.name, {"proj_size": self.proj_size}, {"proj_size": 0})
        if not 0 <= self.dropout <= 1:
            raise ValueError(f"For 'LSTM', 'dropout' should lie in [0, 1], but got {self.dropout}.")
        self.directions, hidden, layers = 1 + self.bidirectional, self.hidden_size, self.num_layers
        sizes = [self.input_size, *[self.directions * hidden] * (layers - 1)]
        weights = sum(self.directions * 4 * hidden * (s + hidden) for s in sizes)
        bias = self.directions * layers * 4 * hidden
        self._msacc_sizes = (weights + bias, weights + 2 * bias) if self.has_bias else (weights,)
        self._msacc_initialized = True

    def construct(self, x: Tensor, h: Tensor, c: Tensor, w: Tensor) -> Any:
        if w.size not in self._msacc_sizes:
            raise ValueError(
                f"For 'LSTM', 'w' should have {self._msacc_sizes} elements, but got {w.size}."
            )
        out, h, c = lstm_packed(x, h, c, w, self.num_layers, self.directions, self.dropout)
        rest = out.new_zeros((1, 1))
        return out, h, c, rest, rest


__all__ = primitive_names(globals())
