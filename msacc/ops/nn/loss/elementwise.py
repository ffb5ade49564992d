"""Elementwise losses of predictions and targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op, with_name

if TYPE_CHECKING:
    import numpy as np


def reduce_loss(loss: torch.Tensor, reduction: str) -> torch.Tensor:
    """The mean, the sum or the values themselves, in one dtype; float16 is summed in float32."""
    if reduction == "none":
        return loss
    if not (loss.is_floating_point() or loss.is_complex()):
        total = loss.sum()
        return (total // loss.numel() if reduction == "mean" else total).to(loss.dtype)
    return loss.mean() if reduction == "mean" else loss.sum()


def difference(where: str, input: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """input - target, broadcast and promoted as MindSpore's Sub does."""
    check.tensor(where, "logits", input)
    check.tensor(where, "labels", target)
    if input.dtype is not target.dtype:
        common = torch.promote_types(input.dtype, target.dtype)
        input, target = input.to(common), target.to(common)
    return input - target


@bindings(MintFunction("nn.functional.mse_loss"))
@op
def mse_loss(input: torch.Tensor, target: torch.Tensor, reduction: str = "mean") -> torch.Tensor:
    """Mean of (input - target)^2; shapes broadcast.

    `input` and `target` are Tensors of integers or floats.
    `reduction`: 'mean', 'sum' or 'none'.

    The result is a scalar, or of the common shape for 'none'.
    """
    check.reduction("mse_loss", reduction)
    if (
        isinstance(input, torch.Tensor)
        and isinstance(target, torch.Tensor)
        and input.shape == target.shape
        and input.dtype is target.dtype
        and input.is_floating_point()
    ):
        return F.mse_loss(input, target, reduction=reduction)
    error = difference("mse_loss", input, target).square()
    return reduce_loss(error if error.is_floating_point() else error.float(), reduction)


@bindings(MintFunction("nn.functional.l1_loss"))
@op
def l1_loss(input: torch.Tensor, target: torch.Tensor, reduction: str = "mean") -> torch.Tensor:
    """Mean of |input - target|; shapes broadcast.

    `input` and `target` are Tensors of integers or floats.
    `reduction`: 'mean', 'sum' or 'none'.

    The result is a scalar, or of the common shape for 'none'.
    """
    check.reduction("l1_loss", reduction)
    return reduce_loss(difference("l1_loss", input, target).abs(), reduction)


@bindings(
    PrimitiveClass(
        "SmoothL1Loss",
        inputs=("prediction", "target"),
        settings={
            "beta": Setting(1.0, checks.none_or(int, float, bool)),
            "reduction": Setting("none", checks.word_any_case_or_none("none", "mean", "sum")),
        },
    )
)
@op
def smooth_l1_loss(
    input: torch.Tensor, target: torch.Tensor, beta: float = 1.0, reduction: str = "none"
) -> torch.Tensor:
    """A loss that is quadratic where `input` and `target` differ by less than `beta`, linear
    beyond.

    With d = |input - target| it is `0.5 * d * d / beta` below `beta`, `d - 0.5 * beta` elsewhere.
    Both are Tensors of one shape and float dtype. `reduction` 'none' gives a result of their shape,
    'mean' and 'sum' a scalar. Raises ValueError for two shapes or another `reduction`, TypeError
    for two dtypes or integers, RuntimeError for a negative `beta`. Differs from MindSpore: it
    promotes two float dtypes.
    """
    same("smooth_l1_loss", input, target)
    check.reduction("smooth_l1_loss", reduction)
    if beta < 0:
        raise RuntimeError(f"For 'smooth_l1_loss', 'beta' should not be negative, but got {beta}.")
    return F.smooth_l1_loss(input, target, reduction=reduction, beta=beta)


@op
def huber_loss(
    input: torch.Tensor, target: torch.Tensor, reduction: str = "mean", delta: float = 1.0
) -> torch.Tensor:
    """0.5 d^2 where d = |input - target| < delta, delta * (d - 0.5 delta) elsewhere.

    `input` and `target` are float Tensors.
    `delta` is a number > 0.
    `reduction`: 'mean', 'sum' or 'none'.

    The result is a scalar, or of the common shape for 'none'.
    """
    check.instance("huber_loss", "delta", delta, (int, float))
    if delta <= 0:
        raise ValueError(f"For 'huber_loss', 'delta' must be greater than 0, but got {delta}.")
    check.reduction("huber_loss", reduction)
    error = difference("huber_loss", input, target).abs()
    loss = torch.where(error < delta, 0.5 * error.square(), delta * (error - 0.5 * delta))
    return reduce_loss(loss, reduction)


def same(where: str, input: torch.Tensor, target: torch.Tensor) -> None:
    """TypeError or ValueError unless both are tensors of one shape and dtype."""
    check.tensor(where, "input", input)
    check.tensor(where, "target", target)
    if input.shape != target.shape:
        raise ValueError(
            f"For '{where}', both shapes must be equal, but got {tuple(input.shape)} and "
            f"{tuple(target.shape)}."
        )
    if input.dtype is not target.dtype:
        raise TypeError(
            f"For '{where}', both dtypes must be the same, but got {input.dtype} and {target.dtype}."
        )


@bindings(
    PrimitiveClass(
        "BinaryCrossEntropy",
        inputs=("input", "target", "weight"),
        settings={
            "reduction": Setting("mean", checks.word_any_case_or_none("none", "mean", "sum"))
        },
    ),
    MintFunction("nn.functional.binary_cross_entropy", input="logits", target="labels"),
)
@op
def binary_cross_entropy(
    logits: torch.Tensor,
    labels: torch.Tensor,
    weight: torch.Tensor | None = None,
    reduction: str = "mean",
) -> torch.Tensor:
    """-(y log p + (1 - y) log(1 - p)) for probabilities p; logarithms are taken of p + 1e-12.

    As in MindSpore `weight` gets no gradient, and that of p is (p - y) / max(p (1 - p), 1e-12).

    `logits` (the probabilities) and `labels` are float Tensors of one shape, `weight` one that broadcasts to
      it.
    `reduction`: 'mean', 'sum' or 'none'.

    The result has their dtype; it is a scalar, or of their shape for 'none'.
    """
    same("binary_cross_entropy", logits, labels)
    check.reduction("binary_cross_entropy", reduction)
    loss = _odds_entropy(logits, labels)
    return reduce_loss(loss if weight is None else loss * weight.detach(), reduction)


def _odds_entropy(p: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Binary cross entropy of probabilities, with logarithms of p + 1e-12, and the gradient of the one without."""
    tiny = 1e-12
    value = _entropy(p.detach() + tiny, 1 - p.detach() + tiny, y)
    inner = p * (1 - p) >= tiny
    inner_p = torch.where(inner, p, 0.5)
    at_ends = value + (p * p / 2 - p * y.detach()) / tiny
    smooth = torch.where(inner, _entropy(inner_p, 1 - inner_p, y), at_ends)
    return value.detach() + (smooth - smooth.detach())


def _entropy(p: torch.Tensor, rest: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return -(y * p.log() + (1 - y) * rest.log())


@bindings(
    PrimitiveClass(
        "BCEWithLogitsLoss",
        inputs=("input", "target", "weight", "posWeight"),
        settings={
            "reduction": Setting("mean", checks.word_any_case_or_none("none", "mean", "sum"))
        },
    )
)
@op
def binary_cross_entropy_with_logits(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    pos_weight: torch.Tensor | None = None,
    reduction: str = "mean",
) -> torch.Tensor:
    """Binary cross entropy of sigmoid(input); `pos_weight` weighs the positive targets.

    As in MindSpore neither of the weights gets a gradient, and the result has the dtype of `target`.

    `input` and `target` are float Tensors of one shape; `weight` and `pos_weight` broadcast to it;
    `reduction`: 'mean', 'sum' or 'none'. The result is a scalar, or of their shape for 'none'.
    """
    where = "binary_cross_entropy_with_logits"
    check.tensor(where, "input", input)
    check.tensor(where, "target", target)
    check.reduction(where, reduction)
    weight = weight if weight is None else weight.detach()
    pos_weight = pos_weight if pos_weight is None else pos_weight.detach()
    if input.dtype is not target.dtype:
        input = input.to(torch.promote_types(input.dtype, target.dtype))
    return F.binary_cross_entropy_with_logits(
        input, target, weight, reduction=reduction, pos_weight=pos_weight
    )


@bindings(
    PrimitiveClass(
        "KLDivLoss",
        settings={"reduction": Setting("mean", checks.one_of("none", "mean", "sum", "batchmean"))},
    )
)
@op
def kl_div(logits: torch.Tensor, labels: torch.Tensor, reduction: str = "mean") -> torch.Tensor:
    """labels * (log(labels) - logits), zero where a label is not positive.

    'batchmean' divides the sum by the first dimension. As in MindSpore no gradient goes to `labels`, and that
    of the logits is -labels, also where a label is negative and the loss zero.

    `logits` and `labels` are float Tensors of one shape.
    `reduction`: 'mean', 'sum', 'batchmean' or 'none'.

    The result has their dtype; it is a scalar, or of their shape for 'none'.
    """
    same("kl_div", logits, labels)
    check.choice("kl_div", "reduction", reduction, ["none", "mean", "batchmean", "sum"])
    labels = labels.detach()
    positive = labels > 0
    safe_labels = torch.where(positive, labels, 1)
    finite_logits = torch.where(logits.isfinite(), logits, 0)
    zero = labels * (finite_logits.detach() - finite_logits)  # its gradient is -labels
    loss = torch.where(positive, safe_labels * (safe_labels.log() - logits), zero)
    if reduction == "batchmean":
        return loss.sum() / logits.shape[0]
    return reduce_loss(loss, reduction)


@bindings(MintFunction("nn.functional.kl_div"))
@op
@with_name("kl_div")
def kl_div_with_logs(
    input: torch.Tensor, target: torch.Tensor, reduction: str = "mean", log_target: bool = False
) -> torch.Tensor:
    """target * (log(target) - input), exp(target) * (target - input) with `log_target`: mint's, as in torch.

    input: log-probabilities, a float Tensor.
    target: floats of a shape that broadcasts with it.

    'mean' divides by all elements, 'batchmean' by the first dimension.

    The result is a scalar, of the common shape for 'none'. Unlike `ops.kl_div`, negative targets give NaN.

    Raises ValueError for another `reduction`.
    """
    check.choice("kl_div", "reduction", reduction, ["none", "mean", "batchmean", "sum"])
    if log_target:
        loss = target.exp() * (target - input)
    else:
        loss = torch.xlogy(target, target) - target * input
    return loss.sum() / input.shape[0] if reduction == "batchmean" else reduce_loss(loss, reduction)


@op
def gaussian_nll_loss(
    x: torch.Tensor,
    target: torch.Tensor,
    var: torch.Tensor,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> torch.Tensor:
    """Negative log likelihood of `target` under normals with mean `x` and variance `var`.

    `x`, `target` and `var` are float Tensors whose shapes broadcast; `full` adds the constant.
    `eps` is the least variance.
    `reduction`: 'mean', 'sum' or 'none'.

    The result is a scalar, or of the common shape for 'none'.
    """
    check.boolean("gaussian_nll_loss", "full", full)
    check.reduction("gaussian_nll_loss", reduction)
    if eps <= 0:
        raise ValueError(f"For 'gaussian_nll_loss', 'eps' must be positive, but got {eps}.")
    if x.shape[:-1] == var.shape:
        var = var.unsqueeze(-1)
    var = var.clamp(min=eps)
    loss = 0.5 * (var.log() + (x - target).square() / var)
    return reduce_loss(loss + 0.9189385332046727 if full else loss, reduction)


@op
def poisson_nll_loss(
    input: torch.Tensor,
    target: torch.Tensor,
    log_input: bool = True,
    full: bool = False,
    eps: float = 1e-8,
    reduction: str = "mean",
) -> torch.Tensor:
    """Negative log likelihood of Poisson counts; `full` adds Stirling's term for targets above 1."""
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        count = torch.where(target > 1, target, 1)
        stirling = target * count.log() - target + 0.5 * (6.283185307179586 * count).log()
        loss = loss + torch.where(target > 1, stirling, 0)
    return reduce_loss(loss, check.reduction("poisson_nll_loss", reduction))


def margin_number(where: str, margin: torch.Tensor | float | np.number) -> float:
    """TypeError unless `margin` is a number."""
    return check.instance(where, "margin", margin, (int, float))


@op
def weigh(x: torch.Tensor, weights: Any, reduction: str) -> torch.Tensor:
    """`x * weights`, reduced in Float32 and given back in the dtype of `x`."""
    weighted = x.float()
    if isinstance(weights, torch.Tensor) or weights != 1.0:
        weighted = weighted * (weights.float() if isinstance(weights, torch.Tensor) else weights)
    return reduce_loss(weighted, reduction).to(x.dtype)


__all__ = exported_ops(globals(), "kl_div_with_logs", "poisson_nll_loss", "weigh")
