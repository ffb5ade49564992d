"""Classification losses over class scores: cross entropy and its variants."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common.deferred_checks import in_range
from msacc.common.torch_private import ctc_log_alpha
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op, with_name
from msacc.ops.nn.loss.elementwise import reduce_loss


def _check_weight(where: str, input: torch.Tensor, weight: torch.Tensor | None) -> None:
    if weight is not None:
        check.tensor(where, "weight", weight)
        classes = input.shape[0 if input.ndim == 1 else 1]
        if weight.shape != (classes,):
            raise ValueError(
                f"For '{where}', 'weight' should have shape ({classes},), but got {tuple(weight.shape)}."
            )


@bindings(MintFunction("nn.functional.cross_entropy"))
@op
def cross_entropy(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> torch.Tensor:
    """Cross entropy of logits (N, C, …) with class indices (N, …) or probabilities (N, C, …).

    `input`: a float Tensor.
    `target`: integer indices, or floats.
    `weight`: a float Tensor (C,), one factor a class.
    `ignore_index`: a class that does not count.
    `reduction`: 'mean', 'sum' or 'none'.
    `label_smoothing`: a float in [0, 1].

    The result has the dtype of `input`: a scalar, or (N, …) for 'none'.
    """
    check.tensor("cross_entropy", "input", input)
    check.tensor("cross_entropy", "target", target)
    check.reduction("cross_entropy", reduction)
    _check_weight("cross_entropy", input, weight)
    if target.is_floating_point():
        _check_same_shape("cross_entropy", input, target)
        return F.cross_entropy(
            input, target, weight, reduction=reduction, label_smoothing=label_smoothing
        )
    _check_index_shape("cross_entropy", input, target)
    target = _labels("cross_entropy", "target", input, target, ignore_index)
    if weight is not None and weight.requires_grad:
        logs = input.log_softmax(0 if input.ndim == 1 else 1)
        return _likelihood(logs, target, weight, ignore_index, reduction, label_smoothing)
    return F.cross_entropy(
        input,
        target,
        weight,
        ignore_index=ignore_index,
        reduction=reduction,
        label_smoothing=label_smoothing,
    )


def _check_same_shape(where: str, input: torch.Tensor, target: torch.Tensor) -> None:
    if input.shape != target.shape:
        raise ValueError(
            f"For '{where}', logits and probability labels must have one shape (N, C, d_0, …), "
            f"but got {tuple(input.shape)} and {tuple(target.shape)}."
        )


def _check_index_shape(where: str, input: torch.Tensor, target: torch.Tensor) -> None:
    expected_shape = input.shape[:0] if input.ndim == 1 else (input.shape[0], *input.shape[2:])
    if tuple(target.shape) != tuple(expected_shape):
        raise ValueError(
            f"For '{where}', logits of shape {tuple(input.shape)} need class indices of shape "
            f"{tuple(expected_shape)}, but got {tuple(target.shape)}."
        )


@op
def nll_loss(
    inputs: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> torch.Tensor:
    """Negative log likelihood of log-probabilities (N, C, …) at class indices (N, …).

    `inputs`: a float Tensor.
    `target`: an integer Tensor.
    `weight`: a float Tensor (C,), one factor a class.
    `ignore_index`: a class that does not count.
    `reduction`: 'mean', 'sum' or 'none'.
    `label_smoothing`: a float in [0, 1].

    The result has the dtype of `inputs`: a scalar, or (N, …) for 'none'.
    """
    check.reduction("nll_loss", reduction)
    _check_weight("nll_loss", inputs, weight)
    _check_index_shape("nll_loss", inputs, target)
    target = _labels("nll_loss", "target", inputs, target, ignore_index)
    return _likelihood(inputs, target, weight, ignore_index, reduction, label_smoothing)


def _labels(
    where: str, name: str, scores: torch.Tensor, labels: torch.Tensor, ignored: int
) -> torch.Tensor:
    """Class indices as Int64, on a device within the classes (`deferred_checks`)."""
    classes = scores.shape[0 if scores.ndim == 1 else 1]
    return in_range(where, name, labels.long(), 0, classes, ignored)


def _likelihood(
    inputs: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> torch.Tensor:
    if weight is not None and weight.requires_grad:
        loss = _weighted_nll(inputs, target, weight, ignore_index, reduction)
    else:
        loss = F.nll_loss(inputs, target, weight, ignore_index=ignore_index, reduction=reduction)
    if not label_smoothing:
        return loss
    smooth = _smooth(inputs, target, weight, ignore_index, reduction)
    share = label_smoothing / inputs.shape[0 if inputs.ndim == 1 else 1]
    return (1.0 - label_smoothing) * loss + share * smooth


def _weighted_nll(
    inputs: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor,
    ignore_index: int,
    reduction: str,
) -> torch.Tensor:
    """F.nll_loss with a gradient by `weight` too, which torch's own does not have."""
    each = F.nll_loss(inputs, target, ignore_index=ignore_index, reduction="none")
    valid = target != ignore_index
    shares = weight[torch.where(valid, target, 0)] * valid
    loss = each * shares
    return loss.sum() / shares.sum() if reduction == "mean" else reduce_loss(loss, reduction)


def _smooth(
    inputs: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None,
    ignore_index: int,
    reduction: str,
) -> torch.Tensor:
    """The loss against the uniform distribution, reduced like nll_loss."""
    axis = 0 if inputs.ndim == 1 else 1
    valid = target != ignore_index
    if weight is None:
        shares = valid.to(inputs.dtype)
        weighted = inputs
    else:
        shares = weight[torch.where(valid, target, 0)] * valid
        weighted = inputs * weight.reshape(-1, *[1] * (inputs.ndim - axis - 1))
    smooth = torch.where(valid, -weighted.sum(axis), 0)
    if reduction == "none":
        return smooth
    return smooth.sum() / shares.sum() if reduction == "mean" else smooth.sum()


def _check_logits_labels(where: str, logits: torch.Tensor, labels: torch.Tensor) -> None:
    check.tensor(where, "logits", logits)
    check.tensor(where, "labels", labels)


@op
def softmax_cross_entropy_sparse(
    logits: torch.Tensor, labels: torch.Tensor, reduction: str = "mean"
) -> torch.Tensor:
    """Cross entropy of logits (…, C) with class indices (…).

    Under 'mean' a label outside [0, C) is an IndexError; otherwise it costs nothing, as a one-hot
    row of zeros would.
    """
    where = "SoftmaxCrossEntropyWithLogits"
    _check_logits_labels(where, logits, labels)
    if labels.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"For '{where}', sparse labels must be Int32 or Int64, but got {labels.dtype}."
        )
    if logits.shape[:-1] != labels.shape:
        raise ValueError(
            f"For '{where}', the labels' shape must be that of the logits without the last dimension, "
            f"but got labels {tuple(labels.shape)} and logits {tuple(logits.shape)}."
        )
    if reduction == "mean":
        flat = logits if logits.ndim == 2 else logits.reshape(-1, logits.shape[-1])
        # No label is ignored here: the value lies outside what an index may be.
        none = -(2**62)
        return F.cross_entropy(
            flat, _labels(where, "labels", flat, labels.reshape(-1), none), ignore_index=none
        )
    check.rank(where, logits, 2)
    in_range = (labels >= 0) & (labels < logits.shape[-1])
    total = logits.logsumexp(-1)
    label_logits = logits.gather(-1, torch.where(in_range, labels, 0).long()[:, None])[:, 0]
    # A label outside costs nothing, but as in MindSpore its row still gets softmax(logits) as gradient.
    return reduce_loss(total - torch.where(in_range, label_logits, total.detach()), reduction)


@op
def softmax_cross_entropy_dense(
    logits: torch.Tensor, labels: torch.Tensor, reduction: str = "mean"
) -> torch.Tensor:
    """Cross entropy of logits (N, C) with distributions (N, C), one value per row."""
    where = "SoftmaxCrossEntropyWithLogits"
    _check_logits_labels(where, logits, labels)
    check.rank(where, logits, 2)
    if logits.shape != labels.shape:
        raise ValueError(
            f"For '{where}', the labels' shape must be consistent with the logits', "
            f"but got labels {tuple(labels.shape)} and logits {tuple(logits.shape)}."
        )
    if logits.dtype is not labels.dtype:
        raise TypeError(
            f"For '{where}', both dtypes must be the same, but got {logits.dtype} and {labels.dtype}."
        )
    labels = labels.detach()
    value = F.cross_entropy(logits.detach(), labels, reduction="none")
    # As in MindSpore, labels get no gradient and logits get softmax - labels, whatever a row sums to.
    slope = logits.logsumexp(-1) - (labels * logits).sum(-1)
    return reduce_loss(slope + (value - slope).detach(), reduction)


@op
def ctc_loss(
    log_probs: torch.Tensor,
    targets: torch.Tensor,
    input_lengths: torch.Tensor,
    target_lengths: torch.Tensor,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """CTC loss of log-probabilities (T, N, C); gives (loss, log_alpha).

    `log_probs`: a float Tensor, whose dtype the results have.
    `targets`: integers (N, S), or all one behind the other.
    `input_lengths`, `target_lengths`: integers (N,).
    `blank`: the class that is none, an int.
    `reduction`: 'mean', which divides each loss by its target's length first, 'sum' or 'none'.
    `zero_infinity`: a loss that is infinite counts as 0. log_alpha holds, by sample and step, the
      log-probability of each prefix of the target with blanks between its classes; no gradient passes it.

    Raises ValueError for another `reduction`.
    """
    check.reduction("ctc_loss", reduction)
    loss = F.ctc_loss(
        log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity
    )
    if log_probs.dim() == 2:
        log_probs, targets = log_probs[:, None], targets.reshape(1, -1)
    device = log_probs.device
    inputs = torch.as_tensor(input_lengths, device=device).reshape(-1)
    labels = torch.as_tensor(target_lengths, device=device).reshape(-1)
    return loss, _prefix_log_probabilities(log_probs.detach(), targets, inputs, labels, blank)


def _prefix_log_probabilities(
    log_probs: torch.Tensor,
    targets: torch.Tensor,
    input_lengths: torch.Tensor,
    target_lengths: torch.Tensor,
    blank: int,
) -> torch.Tensor:
    """torch's forward variables, -inf behind the end of a sequence."""
    alphas = ctc_log_alpha(log_probs, targets, input_lengths, target_lengths, blank)
    steps = torch.arange(alphas.shape[1], device=alphas.device)[None, :, None]
    states = torch.arange(alphas.shape[2], device=alphas.device)
    inside = (steps < input_lengths[:, None, None]) & (states <= 2 * target_lengths[:, None, None])
    alphas = alphas.masked_fill(~inside, float("-inf"))
    rest = 2 * targets.shape[1] + 1 - alphas.shape[2] if targets.dim() == 2 else 0
    return F.pad(alphas, (0, rest), value=float("-inf"))


@bindings(
    PrimitiveClass(
        "CTCLossV2",
        settings={
            "blank": Setting(0, checks.integer),
            "reduction": Setting("none", checks.word_any_case("none")),
            "zero_infinity": Setting(False, checks.boolean),
        },
    )
)
@op
@with_name("CTCLossV2")
def ctc_loss_each(
    log_probs: torch.Tensor,
    targets: torch.Tensor,
    input_lengths: torch.Tensor,
    target_lengths: torch.Tensor,
    blank: int = 0,
    reduction: str = "none",
    zero_infinity: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """`ctc_loss` of each sequence: losses (N,) and log_alpha; ValueError for a `reduction`, as in MindSpore.

    `log_probs` (T, N, C), floats, `targets`, `input_lengths`, `target_lengths`, `blank` and `zero_infinity`,
    and dtypes, are those of `ctc_loss`.
    """
    check.choice("CTCLossV2", "reduction", reduction, ["none"])
    steps = log_probs, targets, input_lengths, target_lengths
    return ctc_loss.raw(*steps, blank, "none", zero_infinity)  # type: ignore[no-any-return]


__all__ = exported_ops(
    globals(), "softmax_cross_entropy_sparse", "softmax_cross_entropy_dense", "ctc_loss_each"
)
