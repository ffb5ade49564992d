"""RMS normalization, and normalization of sums."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.lazy_results import lazy_tensor


def _check(where: str, x: torch.Tensor, gamma: torch.Tensor, epsilon: float) -> None:
    check.floating(where, "epsilon", epsilon, also_int=True)
    if not 0.0 < epsilon <= 1.0:
        raise ValueError(f"For '{where}', 'epsilon' should be in (0, 1], but got {epsilon}.")
    if not x.dtype.is_floating_point:
        raise TypeError(f"For '{where}', the input should be of floats, but got {x.dtype}.")
    if gamma.ndim > x.ndim or x.shape[x.ndim - gamma.ndim :] != gamma.shape:
        raise RuntimeError(
            f"For '{where}', 'gamma' should have the last dimensions of the input, but got {tuple(gamma.shape)} "
            f"for {tuple(x.shape)}."
        )


def _rms_normalize(x: torch.Tensor, gamma: torch.Tensor, epsilon: float) -> torch.Tensor:
    if gamma.dtype is x.dtype:
        return F.rms_norm(x, gamma.shape, gamma, epsilon)
    return (F.rms_norm(x.float(), gamma.shape, gamma.float(), epsilon)).to(x.dtype)


def _inverse(x: torch.Tensor, gamma: torch.Tensor, epsilon: float) -> Any:
    """1 / rms(x) in float32, with sizes of one where normalised; it has no gradient."""
    axes, values = tuple(range(x.ndim - gamma.ndim, x.ndim)), x.detach()

    def inverse() -> torch.Tensor:
        return torch.rsqrt(values.float().square().mean(axes, keepdim=True) + epsilon)

    return lazy_tensor(inverse, (*x.shape[: x.ndim - gamma.ndim], *(1 for _ in axes)))


@bindings(PrimitiveClass("RmsNorm", inputs=("x", "gamma"), settings={"epsilon": Setting(1e-06)}))
@op
def rms_norm(
    x: torch.Tensor, gamma: torch.Tensor, epsilon: float = 1e-6
) -> tuple[torch.Tensor, Any]:
    """(x / rms(x) * gamma over the dimensions of `gamma`, 1 / rms(x)).

    The first has the dtype of `x`; the second is float32, computed when it is read, and has no gradient. Raises
    ValueError for an `epsilon` outside (0, 1], RuntimeError for a `gamma` of other dimensions, TypeError for integers.
    """
    _check("RmsNorm", x, gamma, epsilon)
    return _rms_normalize(x, gamma, epsilon), _inverse(x, gamma, epsilon)


@bindings(PrimitiveClass("AddRmsNorm", inputs=("x1", "x2", "gamma", "epsilon")))
@op
def add_rms_norm(
    x1: torch.Tensor, x2: torch.Tensor, gamma: torch.Tensor, epsilon: float = 1e-6
) -> tuple[torch.Tensor, Any, torch.Tensor]:
    """(`rms_norm` of x1 + x2, 1 / rms, x1 + x2).

    `x1`, `x2`: Tensors of one shape (ValueError otherwise) and float dtype, which the first and third have;
    `gamma` and `epsilon`, and the other errors, are those of `rms_norm`.
    """
    if x1.shape != x2.shape:
        raise ValueError(
            f"For 'AddRmsNorm', 'x1' and 'x2' should have one shape, but got {tuple(x1.shape)} and {tuple(x2.shape)}."
        )
    total = (x1 + x2).to(x1.dtype)
    _check("AddRmsNorm", total, gamma, epsilon)
    return _rms_normalize(total, gamma, epsilon), _inverse(total, gamma, epsilon), total


@bindings(
    PrimitiveClass(
        "AddLayerNormV2", inputs=("x1", "x2", "gamma", "beta", "epsilon", "additionalOut")
    )
)
@op
def add_layer_norm(
    x1: torch.Tensor,
    x2: torch.Tensor,
    gamma: torch.Tensor,
    beta: torch.Tensor,
    epsilon: float = 1e-5,
    additional_output: bool = False,
) -> tuple[torch.Tensor, Any, Any, torch.Tensor]:
    """(layer norm of x1 + x2, mean, 1 / deviation, x1 + x2) over the dimensions of `gamma` and `beta`.

    Mean and deviation are float32, computed when they are read, and have no gradient; the sum has one with
    `additional_output` alone. Raises ValueError for shapes that do not fit, TypeError for an `epsilon` that is no
    float.
    """
    where = "AddLayerNorm"
    check.floating(where, "epsilon", epsilon)
    check.boolean(where, "additional_output", additional_output)
    if (
        x1.shape != x2.shape
        or gamma.shape != x1.shape[x1.ndim - gamma.ndim :]
        or beta.shape != gamma.shape
    ):
        raise ValueError(
            f"For '{where}', 'x1' and 'x2' should have one shape and end with that of 'gamma' and 'beta', but got "
            f"{tuple(x1.shape)}, {tuple(x2.shape)}, {tuple(gamma.shape)} and {tuple(beta.shape)}."
        )
    total = x1 + x2
    out = F.layer_norm(total, gamma.shape, gamma.to(total.dtype), beta.to(total.dtype), epsilon)
    values, axes = total.detach(), tuple(range(x1.ndim - gamma.ndim, x1.ndim))
    shape = (*x1.shape[: x1.ndim - gamma.ndim], *(1 for _ in axes))

    def mean() -> torch.Tensor:
        return values.float().mean(axes, keepdim=True)

    def inverse() -> torch.Tensor:
        return torch.rsqrt(values.float().var(axes, correction=0, keepdim=True) + epsilon)

    return (
        out,
        lazy_tensor(mean, shape),
        lazy_tensor(inverse, shape),
        total if additional_output else values,
    )


__all__ = exported_ops(globals())
