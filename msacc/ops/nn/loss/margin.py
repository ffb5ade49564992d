"""Margin losses: ranking, hinge, cosine, triplet and multi-class."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.loss.elementwise import margin_number, reduce_loss, same


@bindings(MintFunction("nn.functional.cosine_embedding_loss"))
@op
def cosine_embedding_loss(
    input1: torch.Tensor,
    input2: torch.Tensor,
    target: torch.Tensor,
    margin: float = 0.0,
    reduction: str = "mean",
) -> torch.Tensor:
    """1 - cos where target is 1, max(0, cos - margin) where it is -1.

    `input1` and `input2` are float Tensors (N, D), `target` (N,), the result a scalar, or (N,) for
    `reduction` 'none'.
    """
    where = "cosine_embedding_loss"
    same(where, input1, input2)
    check.reduction(where, reduction)
    if not -1 <= margin_number(where, margin) <= 1:
        raise ValueError(
            f"For '{where}', the value of 'margin' should be in [-1, 1], but got {margin}."
        )
    if not input1.is_floating_point():
        input1, input2 = input1.float(), input2.float()
    lengths = input1.square().sum(1).sqrt() * input2.square().sum(1).sqrt()
    cosine = (input1 * input2).sum(1) / lengths
    # A zero vector is at no angle: as in MindSpore it counts as far apart, but not as near.
    apart = _positive_part(torch.where(lengths == 0, 0, cosine - margin))
    loss = torch.where(target == 1, 1.0 - cosine, 0) + torch.where(target == -1, apart, 0)
    return reduce_loss(loss, reduction)


@op
def cosine_similarity(
    x1: torch.Tensor, x2: torch.Tensor, dim: int = 1, eps: float = 1e-08
) -> torch.Tensor:
    """The cosine of the angle between vectors along `dim`; the product of their lengths is at least `eps`.

    `x1` and `x2` are float Tensors whose shapes broadcast; the result has the common shape without
    `dim`, an int.
    """
    x1, x2 = torch.broadcast_tensors(x1, x2)
    lengths = torch.linalg.vector_norm(x1, dim=dim) * torch.linalg.vector_norm(x2, dim=dim)
    return (x1 * x2).sum(dim) / lengths.clamp(min=eps)


@op
def margin_ranking_loss(
    input1: torch.Tensor,
    input2: torch.Tensor,
    target: torch.Tensor,
    margin: float = 0.0,
    reduction: str = "mean",
) -> torch.Tensor:
    """max(0, -target * (input1 - input2) + margin).

    All are Tensors of one shape, `target` 1 or -1; the result is a scalar, or of their shape for `reduction`
    'none'. It has their dtype; `margin`: a float (TypeError otherwise).
    """
    where = "margin_ranking_loss"
    check.instance(where, "margin", margin, float)
    check.tensor(where, "input1", input1)
    check.tensor(where, "input2", input2)
    check.tensor(where, "target", target)
    loss = -target * (input1 - input2) + margin
    loss = torch.where(loss >= 0, loss, 0)  # at 0 the gradient is the loss's, as in MindSpore
    return reduce_loss(loss, check.reduction(where, reduction))


def _positive_part(x: torch.Tensor) -> torch.Tensor:
    """max(x, 0), whose gradient at 0 is 1/2, as in MindSpore."""
    return torch.maximum(x, x.new_zeros(()))


@op
def hinge_embedding_loss(
    inputs: torch.Tensor, targets: torch.Tensor, margin: float = 1.0, reduction: str = "mean"
) -> torch.Tensor:
    """`inputs` where target is positive, max(0, margin - `inputs`) where it is negative.

    `inputs` and `targets` are Tensors of one shape; the result is a scalar, or of that shape for `reduction`
      'none'. It has the dtype of `inputs`.
    `margin`: a number.
    """
    where = "hinge_embedding_loss"
    margin_number(where, margin)
    pos = torch.where(targets > 0, inputs, 0)
    neg = torch.where(targets < 0, _positive_part(margin - inputs), 0)
    return reduce_loss(pos + neg, check.reduction(where, reduction))


@bindings(
    PrimitiveClass(
        "SoftMarginLoss",
        inputs=("input", "target"),
        settings={
            "reduction": Setting("mean", checks.word_any_case_or_none("none", "mean", "sum"))
        },
    ),
    MintFunction("nn.functional.soft_margin_loss"),
)
@op
def soft_margin_loss(
    input: torch.Tensor, target: torch.Tensor, reduction: str = "mean"
) -> torch.Tensor:
    """log(1 + exp(-target * input)); both have gradients, where torch's own gives `input` alone one.

    `input`, `target`: float Tensors of one shape and dtype, targets 1 or -1.
    `reduction`: 'mean', 'sum' or 'none'; the result is a scalar, or of that shape for 'none'.

    Raises ValueError for another `reduction` and two shapes.
    """
    same("soft_margin_loss", input, target)
    check.reduction("soft_margin_loss", reduction)
    if target.requires_grad:
        return reduce_loss(F.softplus(-target * input), reduction)
    return F.soft_margin_loss(input, target, reduction=reduction)


def _check_ranks(name: str, input: torch.Tensor, target: torch.Tensor) -> None:
    if not {input.ndim, target.ndim} <= {1, 2}:
        raise ValueError(
            f"For '{name}', 'input' and 'target' should have 1 or 2 dimensions, but got the shapes "
            f"{tuple(input.shape)} and {tuple(target.shape)}."
        )


@op
def multi_margin_loss(
    input: torch.Tensor,
    target: torch.Tensor,
    p: int = 1,
    margin: float = 1,
    weight: torch.Tensor | None = None,
    reduction: str = "mean",
) -> torch.Tensor:
    """Hinge loss of scores (N, C) with class indices (N,); as in MindSpore no gradient by `weight`.

    `input`: a float Tensor, whose dtype the result, a scalar, or (N,) for `reduction` 'none', has.
    `target`: integers.
    `p`: the power, 1 or 2.
    `margin`: a number.
    `weight`: (C,), of each class.
    `reduction`: 'mean', 'sum' or 'none'.

    Raises ValueError for another rank or `reduction`.
    """
    check.reduction("multi_margin_loss", reduction)
    _check_ranks("multi_margin_loss", input, target)
    weight = weight if weight is None else weight.detach()
    return F.multi_margin_loss(input, target.long(), p, margin, weight, reduction=reduction)


@op
def multilabel_margin_loss(
    input: torch.Tensor, target: torch.Tensor, reduction: str = "mean"
) -> torch.Tensor:
    """Hinge loss of scores (N, C) with several class indices per row, ended by -1.

    `input`: a float Tensor, whose dtype the result, a scalar, or (N,) for `reduction` 'none', has.
    `target`: integers of its shape.
    `reduction`: 'mean', 'sum' or 'none'.

    Raises ValueError for another shape or `reduction`.
    """
    check.reduction("multilabel_margin_loss", reduction)
    _check_ranks("multilabel_margin_loss", input, target)
    if input.shape != target.shape:
        raise ValueError(
            f"For 'multilabel_margin_loss', 'input' and 'target' should have one shape, but got "
            f"{tuple(input.shape)} and {tuple(target.shape)}."
        )
    return F.multilabel_margin_loss(input, target.long(), reduction=reduction)


@op
def multilabel_soft_margin_loss(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    reduction: str = "mean",
) -> torch.Tensor:
    """Mean over classes of the binary cross entropy of sigmoid(input).

    `input` and `target` (0 or 1) are float Tensors (N, C), `weight` (C,) or None.
    `reduction`: 'mean', 'sum' or 'none'.

    The result is a scalar, or (N,) for 'none'.
    """
    check.reduction("multilabel_soft_margin_loss", reduction)
    return F.multilabel_soft_margin_loss(input, target, weight, reduction=reduction)


@bindings(
    PrimitiveClass(
        "TripletMarginLoss",
        settings={
            "p": Setting(2, checks.integer),
            "swap": Setting(False, checks.boolean),
            "eps": Setting(1e-06, checks.floating),
            "reduction": Setting("mean", checks.one_of("none", "mean", "sum")),
        },
    )
)
@op
def triplet_margin_loss(
    anchor: torch.Tensor,
    positive: torch.Tensor,
    negative: torch.Tensor,
    margin: Any = 1.0,
    p: int = 2,
    eps: float = 1e-06,
    swap: bool = False,
    reduction: str = "mean",
) -> torch.Tensor:
    """max(d(anchor, positive) - d(anchor, negative) + margin, 0) with the p-norm as distance.

    `anchor`, `positive`, `negative`: float Tensors (N, D) of one dtype, which the result, a scalar, or (N,)
      for `reduction` 'none', has.
    `margin`: a number.
    `p`: the order of the norm.
    `eps`: added to differences.
    `swap`: take the distance of positive and negative where it is smaller.
    `reduction`: 'mean', 'sum' or 'none', ValueError for another.
    """
    check.reduction("triplet_margin_loss", reduction)
    margin = float(margin.item()) if isinstance(margin, torch.Tensor) else margin
    return F.triplet_margin_loss(
        anchor, positive, negative, margin, p, eps, swap, reduction=reduction
    )


@op
def triplet_distance(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """The 2-norm of x - y + 1e-6 over the last dimension."""
    return torch.linalg.vector_norm(x - y + 1e-6, dim=-1)


@op
def triplet_hinge(
    near: torch.Tensor, far: torch.Tensor, swapped: torch.Tensor, margin: float, reduction: str
) -> torch.Tensor:
    """max(near - min(far, swapped) + margin, 0), reduced."""
    return reduce_loss((near - torch.minimum(far, swapped) + margin).clamp(min=0), reduction)


@bindings(
    PrimitiveClass(
        "MultilabelMarginLoss",
        settings={"reduction": Setting("mean", checks.one_of("none", "mean", "sum"))},
    )
)
@op
def multilabel_margin_loss_with_targets(
    x: torch.Tensor, target: torch.Tensor, reduction: str = "mean"
) -> Any:
    """(`multilabel_margin_loss`, 1 for the classes that `target` names and 0 for others, of its shape and dtype).

    `x`, `target` and `reduction` are those of `multilabel_margin_loss`.
    """
    loss = multilabel_margin_loss.raw(x, target, reduction)
    is_target = torch.cumprod((target >= 0).long(), -1).bool()
    indices = torch.where(is_target, target, 0).long()
    hits = torch.zeros_like(target).scatter_add(-1, indices, is_target.to(target.dtype))
    return loss, (hits > 0).to(target.dtype)


__all__ = exported_ops(
    globals(), "triplet_distance", "triplet_hinge", "multilabel_margin_loss_with_targets"
)
