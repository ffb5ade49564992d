"""Loss."""

from __future__ import annotations

from typing import Any

from msacc.nn.metrics.metric import Metric, rearrange_inputs


class Loss(Metric):
    """The mean of the loss over steps (each step counts once); a 0-d or 1-d loss.

    `update` takes a Tensor; `eval` gives a number.
    """

    def __init__(self) -> None:
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Forget everything counted so far."""
        self._sum_loss: Any = 0
        self._total_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take in one step's loss, `inputs`: a Tensor or array of at most one dimension."""
        (loss,) = self._msacc_as_arrays(inputs, 1, "loss")
        if loss.ndim > 1:
            raise ValueError(
                f"For 'Loss.update', the dimension of the input (loss) must be 0 or 1, but got {loss.ndim}."
            )
        self._sum_loss += loss.reshape(-1).mean(-1)
        self._total_num += 1

    def eval(self) -> Any:
        """The mean; RuntimeError without samples."""
        self._msacc_require_samples(self._total_num)
        return self._sum_loss / self._total_num
