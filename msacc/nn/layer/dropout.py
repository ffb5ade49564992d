"""Dropout layers: of elements, and of whole channels."""

from __future__ import annotations

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.nn.dropout import dropout, dropout1d, dropout2d, dropout3d


class Dropout(Layer):
    """Zero elements with probability `p` while training and divide the rest by 1 - p.

    `y = mask * x / (1 - p)`

    `p`: a number in [0, 1).
    `keep_prob`: MindSpore's older first argument, a float in (0, 1], 1 - p; it counts only without
      `p`.
    `dtype`: has no effect, and says so.

    Called with a float Tensor of any shape; returns one of its shape and dtype, or the input itself
    in evaluation (see `set_train`) and for p 0.

    Raises TypeError for other types and for ints while training, ValueError for probabilities out
    of range.

    Differs from MindSpore: a seed gives torch's random numbers.
    """

    _msacc_called_primitives = ("dropout",)

    def __init__(
        self, keep_prob: float = 0.5, p: float | None = None, dtype: mstype.Type = mstype.float32
    ):
        super().__init__()
        if p is None:
            once(
                "Dropout:keep_prob",
                "nn.Dropout: 'keep_prob' is deprecated, give 'p' = 1 - keep_prob.",
            )
            check.instance(self.cls_name, "keep_prob", keep_prob, float)
            if not 0 < keep_prob <= 1:
                raise ValueError(
                    f"For 'Dropout', the 'keep_prob' must be a number in range (0, 1], but got {keep_prob}."
                )
        else:
            check.instance(self.cls_name, "p", p, (float, int))
            if not 0 <= p < 1:
                raise ValueError(
                    f"For 'Dropout', the 'p' must be a number in range [0, 1), but got {p}."
                )
        if dtype is not mstype.float32:
            once(
                "Dropout:dtype",
                f"nn.Dropout: dtype={dtype} has no effect; the output has the input's.",
            )
        self.p, self.keep_prob = p, keep_prob
        self._msacc_set_primitives(dropout=ops.Dropout(keep_prob if p is None else 1.0 - p))

    def _msacc_construct_with_primitives(self, x: Tensor) -> Tensor:
        rate = 1 - self.keep_prob if self.p is None else self.p
        return self.dropout(x)[0] if self.training and rate else x

    def construct(self, x: Tensor) -> Tensor:
        rate = 1 - self.keep_prob if self.p is None else self.p
        if not self.training or rate == 0:
            return x
        return dropout(x, rate)

    def extend_repr(self) -> str:
        return f"keep_prob={self.keep_prob}" if self.p is None else f"p={self.p}"


class _DropoutNd(Layer):
    """Zero whole channels with probability `p` while training."""

    def __init__(self, p: float = 0.5):
        super().__init__()
        check.instance(self.cls_name, "p", p, float)
        if not 0 <= p <= 1:
            raise ValueError(
                f"For '{self.cls_name}', the 'p' must be a number in range [0, 1], but got {p}."
            )
        self.prob = p
        self.keep_prob = 1.0 - p

    def extend_repr(self) -> str:
        return f"p={self.prob}"


class Dropout1d(_DropoutNd):
    """Zero whole channels of (N, C, L) with probability `p` while training.

    Called with a float Tensor; the result has its shape and dtype, and is scaled by 1 / (1 - p).
    Outside training it is the input.
    """

    def construct(self, x: Tensor) -> Tensor:
        return dropout1d(x, self.prob) if self.training and self.prob else x

    def extend_repr(self) -> str:
        return ""


class Dropout2d(_DropoutNd):
    """Zero whole channels of (N, C, H, W) with probability `p` while training.

    Called with a float Tensor; the result has its shape and dtype, and is scaled by 1 / (1 - p).
    Outside training it is the input.
    """

    _msacc_called_primitives = ("dropout2d",)

    def __init__(self, p: float = 0.5):
        super().__init__(p)
        self._msacc_set_primitives(dropout2d=ops.Dropout2D(self.keep_prob))

    def _msacc_construct_with_primitives(self, x: Tensor) -> Tensor:
        return self.dropout2d(x)[0] if self.training and self.prob else x

    def construct(self, x: Tensor) -> Tensor:
        return dropout2d(x, self.prob) if self.training and self.prob else x


class Dropout3d(_DropoutNd):
    """Zero whole channels of (N, C, D, H, W) with probability `p` while training.

    Called with a float Tensor; the result has its shape and dtype, and is scaled by 1 / (1 - p).
    Outside training it is the input.
    """

    _msacc_called_primitives = ("dropout3d",)

    def __init__(self, p: float = 0.5):
        super().__init__(p)
        self._msacc_set_primitives(dropout3d=ops.Dropout3D(self.keep_prob))

    def _msacc_construct_with_primitives(self, x: Tensor) -> Tensor:
        return self.dropout3d(x)[0] if self.training and self.prob else x

    def construct(self, x: Tensor) -> Tensor:
        return dropout3d(x, self.prob) if self.training and self.prob else x


__all__ = ["Dropout", "Dropout1d", "Dropout2d", "Dropout3d"]
