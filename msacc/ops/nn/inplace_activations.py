"""Activations and dropout with an in-place variant, by `inplace` or by a name that ends in _.

What is written in place carries its gradient as torch gives it; a leaf that requires one raises RuntimeError.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core.declaration import MintFunction, bindings
from msacc.ops.core.op import op


@bindings(MintFunction("nn.functional.elu"))
@op
def elu(input: torch.Tensor, alpha: float = 1.0, inplace: bool = False) -> torch.Tensor:
    """`input` above zero, alpha * (exp(`input`) - 1) below.

    input: floats of any shape.
    inplace: write into `input`.

    Raises TypeError for integers.
    """
    return F.elu(input, alpha, inplace)


@bindings(MintFunction("nn.functional.hardtanh"))
@op
def hardtanh(
    input: torch.Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> torch.Tensor:
    """`input` cut off at both ends, in its dtype.

    input: a Tensor of numbers of any shape.
    inplace: write into `input`.

    Raises ValueError for `min_val` above `max_val`.
    """
    return F.hardtanh(input, min_val, max_val, inplace)


@bindings(MintFunction("nn.functional.relu6"))
@op
def relu6(input: torch.Tensor, inplace: bool = False) -> torch.Tensor:
    """The activation min(max(`input`, 0), 6), in the dtype of `input`.

    input: a Tensor of numbers of any shape.
    inplace: write into `input`.
    """
    return F.relu6(input, inplace)


@bindings(MintFunction("nn.functional.silu"))
@op
def silu(input: torch.Tensor, inplace: bool = False) -> torch.Tensor:
    """The activation `input` * sigmoid(`input`).

    input: floats of any shape.
    inplace: write into `input`.

    Raises TypeError for integers.
    """
    return F.silu(input, inplace)


@bindings(MintFunction("nn.functional.threshold"))
@op
def threshold(
    input: torch.Tensor, threshold: float, value: float, inplace: bool = False
) -> torch.Tensor:
    """`input` where it exceeds `threshold`, else `value`, in its dtype.

    input: a Tensor of numbers of any shape.
    inplace: write into `input`.
    """
    return F.threshold(input, threshold, value, inplace)


@bindings(MintFunction("nn.functional.elu_"))
@op
def elu_(input: torch.Tensor, alpha: float = 1.0) -> torch.Tensor:
    """`input` above zero, alpha * (exp(`input`) - 1) below, written into `input`, floats of any shape."""
    return F.elu_(input, alpha)


@bindings(MintFunction("nn.functional.hardtanh_"))
@op
def hardtanh_(input: torch.Tensor, min_val: float = -1, max_val: float = 1) -> torch.Tensor:
    """`input` cut off at `min_val` and `max_val`, written into `input`, numbers of any shape and dtype."""
    return F.hardtanh_(input, min_val, max_val)


@bindings(MintFunction("nn.functional.relu_"))
@op
def relu_(input: torch.Tensor) -> torch.Tensor:
    """max(`input`, 0), written into `input`, numbers of any shape and dtype."""
    return torch.relu_(input)


@bindings(MintFunction("nn.functional.sigmoid_"))
@op
def sigmoid_(input: torch.Tensor) -> torch.Tensor:
    """1 / (1 + exp(-`input`)), written into `input`, floats of any shape."""
    return torch.sigmoid_(input)


@bindings(MintFunction("nn.functional.threshold_"))
@op
def threshold_(input: torch.Tensor, threshold: float, value: float) -> torch.Tensor:
    """`input` where it exceeds `threshold`, else `value`, written into `input`, numbers of any shape and dtype."""
    return torch.threshold_(input, threshold, value)


def _probability(where: str, p: float, training: bool) -> None:
    check.instance(where, "p", p, (int, float))
    check.boolean(where, "training", training)
    if not 0 <= p <= 1:
        raise ValueError(f"For '{where}', 'p' must be in range [0, 1], but got {p}.")


@bindings(MintFunction("nn.functional.dropout"))
@op
def dropout(
    input: torch.Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> torch.Tensor:
    """Zero each element with probability `p` and divide the rest by 1 - p; `input` itself unless `training`.

    input: any shape.
    p: in [0, 1]; `ops.dropout` takes no 1.
    inplace: write into `input`.

    Raises ValueError for another `p`, TypeError for a `training` that is no bool.
    """
    _probability("dropout", p, training)
    if not input.is_floating_point() and not p:
        return input
    return F.dropout(input, p, training, inplace)


@bindings(MintFunction("nn.functional.dropout2d"))
@op
def dropout2d(
    input: torch.Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> torch.Tensor:
    """Zero whole channels with probability `p` and divide the rest by 1 - p; `input` itself unless `training`.

    input: (N, C, H, W); torch's other ranks are taken too.
    p: in [0, 1].
    inplace: write into `input`.

    Raises ValueError for another `p`, TypeError for a `training` that is no bool.
    """
    _probability("dropout2d", p, training)
    return F.dropout2d(input, p, training, inplace)


__all__: list[str] = []
