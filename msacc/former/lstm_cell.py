"""`nn.LSTMCell` of MindSpore 1.0 to 1.5: a layer over whole sequences, whose weights come with each call."""

from __future__ import annotations

from msacc import Tensor, nn, ops


class LSTMCell(nn.Cell):
    """One LSTM layer.

    Called with x (time, batch, input_size), or (batch, time, input_size) if `batch_first`, h and c (directions,
    batch, hidden_size) and the weights w in one Tensor, laid out as for ops.LSTM. Gives (output, h, c, reserve,
    state): the output has the shape of x with directions * hidden_size at the end, the last two are zeros.

    Raises TypeError for a `batch_first` that is no bool, ValueError for a `dropout` outside [0, 1].
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0,
        bidirectional: bool = False,
    ):
        super().__init__()
        if not isinstance(batch_first, bool):
            raise TypeError(
                f"For 'LSTMCell', the type of 'batch_first' should be bool, but got {batch_first!r}."
            )
        self.batch_first = batch_first
        self.lstm = ops.LSTM(input_size, hidden_size, 1, has_bias, bidirectional, float(dropout))

    def construct(self, x: Tensor, h: Tensor, c: Tensor, w: Tensor) -> tuple[Tensor, ...]:
        if not self.batch_first:
            return self.lstm(x, h, c, w)
        out, *rest = self.lstm(x.swapaxes(0, 1), h, c, w)
        return (out.swapaxes(0, 1), *rest)
