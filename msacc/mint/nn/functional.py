"""mint.nn.functional: the functions of torch.nn.functional for Tensors, computed by msacc.ops.

Differs from MindSpore: they run on CPU too, where mint mostly has no kernels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor
from msacc.mint.op_functions import FUNCTIONS
from msacc.ops.nn import activation as _activation
from msacc.ops.nn import pool as _pool
from msacc.ops.nn.loss import classes as _classes
from msacc.ops.nn.loss import elementwise as _losses

globals().update(FUNCTIONS["nn.functional"])
if TYPE_CHECKING:
    from msacc.common.argument_types import Floats, Ints

    def __getattr__(name: str) -> Any:
        """Names declared by the chapters of ops have no definition here that mypy could see."""


def gelu(input: Tensor, *, approximate: str = "none") -> Tensor:
    """x * Phi(x), exact or, with `approximate` 'tanh', by tanh.

    input: floats of any shape. Raises ValueError for another `approximate`, TypeError for integers.
    """
    return _activation.gelu(input, approximate)


def max_pool2d(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maximum over windows of (N, C, H, W) or (C, H, W); the stride is the window unless given.

    input: a Tensor of floats, whose dtype the result has.
    kernel_size, stride, padding, dilation: an int or a pair; padding at most half a window.
    ceil_mode: windows may stand over the edge. With `return_indices` also each maximum's flat position in its
      plane (Int64).

    Raises ValueError for another rank and for sizes that do not fit. `ops.max_pool2d` has the last two the
    other way.
    """
    return _pool.max_pool2d(
        input, kernel_size, stride, padding, dilation, return_indices, ceil_mode
    )


def upsample(
    input: Tensor,
    size: Ints | None = None,
    scale_factor: Floats | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """`interpolate` under its older name: `input`, a float Tensor (N, C, …), in another shape and its dtype.

    `size`, `scale_factor`, `mode` and `align_corners`, and errors, are those of `interpolate`.
    """
    return FUNCTIONS["nn.functional"]["interpolate"](input, size, scale_factor, mode, align_corners)


def smooth_l1_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", beta: float = 1.0
) -> Tensor:
    """0.5 d^2 / beta where d = |input - target| < beta, d - 0.5 beta elsewhere.

    input, target: floats of one shape and dtype.
    reduction: 'mean', 'sum' or 'none'.

    Raises ValueError for two shapes or another `reduction`, TypeError for two dtypes, RuntimeError for a
    negative `beta`.
    """
    return _losses.smooth_l1_loss(input, target, beta, reduction)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """Binary cross entropy of sigmoid(input).

    input, target: floats of one shape.
    weight, pos_weight: Tensors that broadcast to it; the latter weighs the positive targets.
    reduction: 'mean', 'sum' or 'none'.

    Raises ValueError for two shapes or another `reduction`.
    """
    return _losses.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Negative log likelihood of log-probabilities (N, C, …) at class indices (N, …).

    input: these log-probabilities, floats, whose dtype the result has.
    target: the indices, integers.
    weight: (C,), of each class.
    ignore_index: a class that does not count.
    reduction: 'mean', over what counts, 'sum' or 'none'.

    Raises ValueError for shapes that do not fit or another `reduction`.
    """
    return _classes.nll_loss(input, target, weight, ignore_index, reduction)


_inner = ("Any", "FUNCTIONS", "TYPE_CHECKING", "Tensor", "annotations")
__all__ = [name for name in dir() if not name.startswith("_") and name not in _inner]
