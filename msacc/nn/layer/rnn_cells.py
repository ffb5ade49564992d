"""Single steps of recurrent networks."""

from __future__ import annotations

import importlib
import math
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import Uniform, initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.module_aliases import refuse
from msacc.nn.cell import Cell
from msacc.nn.cell.input_sizes import wrong_size
from msacc.ops.nn.rnn import recur_step

if TYPE_CHECKING:
    from collections.abc import Sequence


class RNNCellBase(Cell):
    """The parameters of a step: weight_ih, weight_hh and, with `has_bias`, bias_ih, bias_hh."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool,
        num_chunks: int,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.has_bias = check.boolean(self.cls_name, "has_bias", has_bias)
        self.hidden_size = check.positive_int(self.cls_name, "hidden_size", hidden_size)
        self.input_size = check.positive_int(self.cls_name, "input_size", input_size)
        rows = num_chunks * hidden_size
        # MindSpore fills with normal values first: without these draws, what follows would differ from it.
        biases = 2 * rows if has_bias else 0
        np.random.randn(rows * (input_size + hidden_size) + biases)

        def make(*shape: int) -> Parameter:
            return Parameter(initializer(Uniform(1 / math.sqrt(hidden_size)), shape, dtype))

        self.weight_ih = make(rows, input_size)
        self.weight_hh = make(rows, hidden_size)
        self.bias_ih = make(rows) if has_bias else None
        self.bias_hh = make(rows) if has_bias else None

    def _msacc_explain_refusal(self, x: object, hx: object) -> Exception | None:
        refusal = wrong_size("input_size", self.input_size, x)
        for state in hx if isinstance(hx, tuple) else (hx,):
            refusal = refusal or wrong_size("hidden_size", self.hidden_size, state, name="hx")
        return refusal

    def _msacc_step(self, mode: str, x: Tensor, hx: Tensor | Sequence[Tensor]) -> Any:
        check.instance(self.cls_name, "x", x, Tensor)
        biases = (self.bias_ih, self.bias_hh) if self.has_bias else ()
        return recur_step(mode, x, hx, self.weight_ih, self.weight_hh, *biases)


class RNNCell(RNNCellBase):
    """tanh(x @ weight_ih.T + h @ weight_hh.T + biases), or relu.

    `input_size`, `hidden_size`: ints > 0.
    `has_bias`: a bool.
    `nonlinearity`: 'tanh' or 'relu'.
    `dtype`: that of the Parameters.

    Called with x (batch, input_size) and h (batch, hidden_size); returns the next h.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        nonlinearity: str = "tanh",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(input_size, hidden_size, has_bias, 1, dtype)
        check.instance(self.cls_name, "nonlinearity", nonlinearity, str)
        self.nonlinearity = check.choice(
            self.cls_name, "nonlinearity", nonlinearity, ["tanh", "relu"]
        )

    def construct(self, x: Tensor, hx: Tensor) -> Tensor:
        check.instance(self.cls_name, "hx", hx, Tensor)
        return self._msacc_step(f"RNN_{self.nonlinearity.upper()}", x, hx)


class GRUCell(RNNCellBase):
    """One GRU step; gates in the order reset, update, new.

    `input_size`, `hidden_size`: ints > 0.
    `has_bias`: a bool.
    `dtype`: that of the Parameters weight_ih (3 * hidden, input), weight_hh (3 * hidden, hidden),
      bias_ih and bias_hh.

    Called with x (batch, input_size) and h (batch, hidden_size); returns the next h.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(input_size, hidden_size, has_bias, 3, dtype)

    def construct(self, x: Tensor, hx: Tensor) -> Tensor:
        check.instance(self.cls_name, "hx", hx, Tensor)
        return self._msacc_step("GRU", x, hx)


# Keywords of MindSpore 1.0 to 1.5, whose cell was a layer.
_OF_A_LAYER = ("batch_first", "dropout", "bidirectional")


class LSTMCell(RNNCellBase):
    """One LSTM step from (h, c) to (h, c); gates in the order input, forget, cell, output.

    `input_size`, `hidden_size`: ints > 0.
    `has_bias`: a bool.
    `dtype`: that of the Parameters weight_ih (4 * hidden, input), weight_hh (4 * hidden, hidden),
      bias_ih and bias_hh.

    Called with x (batch, input_size) and the pair of (batch, hidden_size); returns the next pair.

    `batch_first`, `dropout` and `bidirectional`, which it took until MindSpore 1.5, make the layer of that time.
    """

    support_non_tensor_inputs = True

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(input_size, hidden_size, has_bias, 4, dtype)

    @classmethod
    def _msacc_former_layer(cls, kwargs: dict[str, Any]) -> type | None:
        if cls is LSTMCell and not kwargs.keys().isdisjoint(_OF_A_LAYER):
            # By its name: it is made of layers itself.
            return cast("type", importlib.import_module("msacc.former.lstm_cell").LSTMCell)
        return super()._msacc_former_layer(kwargs)

    def construct(self, x: Tensor, hx: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
        check_pair(self.cls_name, hx)
        return self._msacc_step("LSTM", x, hx)


def check_pair(where: str, hx: Any) -> None:
    """TypeError unless `hx` is a pair of Tensors."""
    check.instance(where, "hx", hx, tuple)
    if len(hx) != 2:
        raise TypeError(f"For '{where}', the length of 'hx' must be 2, but got {len(hx)}.")
    for item in hx:
        check.instance(where, "hx", item, Tensor)


__all__ = ["GRUCell", "LSTMCell", "RNNCell"]

__getattr__ = refuse("mindspore.nn.layer.rnn_cells")
