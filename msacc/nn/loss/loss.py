"""Loss layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.nn.cell.input_sizes import wrong_ids
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.core.op import exported_names
from msacc.ops.math.elementwise import sqrt
from msacc.ops.nn.loss import classes as F
from msacc.ops.nn.loss import elementwise as B
from msacc.ops.nn.loss import margin as M

if TYPE_CHECKING:
    from collections.abc import Sequence


def tensors(where: str, **arguments: object) -> None:
    """TypeError for an argument that is no Tensor."""
    for name, value in arguments.items():
        if not isinstance(value, Tensor):
            raise TypeError(
                f"For '{where}', the '{name}' must be a Tensor, but got {value!r} "
                f"of type {type(value).__name__}."
            )


class LossBase(Layer):
    """Base of losses: a subclass computes one value per element and ends with `get_loss`.

    `reduction`: 'mean', 'sum' or 'none'.

    `get_loss(x, weights=1.0)` returns `x * weights`, reduced to a scalar in Float32 and given back
    in the dtype of the Tensor x; `get_axis(x)` gives every axis of x.

    Raises ValueError for another `reduction`, NotImplementedError where a subclass has no
    `construct`. As in MindSpore.
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        check.reduction(self.cls_name, reduction)
        self.reduction = reduction
        self.average, self.reduce = reduction != "sum", reduction != "none"
        # Losses derived from MindSpore's call these.
        self.reduce_mean, self.reduce_sum = ops.ReduceMean(), ops.ReduceSum()
        self.mul, self.cast = ops.Mul(), ops.Cast()  # type: ignore[method-assign]

    def get_axis(self, x: Tensor) -> tuple[int, ...]:
        """Every axis of `x`."""
        return tuple(range(x.ndim))

    def get_loss(self, x: Tensor, weights: Tensor | float = 1.0) -> Tensor:
        """`x * weights`, reduced in float32 and given back in the dtype of `x`."""
        reduction = ("mean" if self.average else "sum") if self.reduce else "none"
        return B.weigh(x, weights, reduction)

    def construct(self, *inputs: Any) -> Tensor:
        raise NotImplementedError(f"{self.cls_name} must define construct(logits, labels).")


class _Loss(LossBase):
    """LossBase under its name before MindSpore 1.3."""

    def __init__(self, reduction: str = "mean"):
        once("loss:_Loss", "nn.loss.loss._Loss is deprecated, derive from nn.LossBase.")
        super().__init__(reduction)


class L1Loss(LossBase):
    """The mean absolute difference of predictions and targets.

    `loss = abs(logits - labels)`

    `reduction`: 'mean', 'sum' or 'none'.

    Called with two Tensors whose shapes broadcast, one of them of a float dtype; returns a scalar,
    or with 'none' a Tensor of the broadcast shape.

    Raises ValueError for another `reduction` and shapes that do not broadcast, TypeError for what
    is no Tensor and for the mean of ints.

    Differs from MindSpore, which truncates the mean of ints.
    """

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return B.l1_loss(logits, labels, self.reduction)


class MSELoss(LossBase):
    """The mean squared difference of predictions and targets.

    `loss = (logits - labels)^2`

    `reduction`: 'mean', 'sum' or 'none'.

    Called with two number Tensors whose shapes broadcast; returns a float scalar, or with 'none' a
    Tensor of the broadcast shape.

    Raises ValueError for another `reduction` and shapes that do not broadcast, TypeError for what
    is no Tensor.

    Differs from MindSpore, which truncates the mean of ints.
    """

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return B.mse_loss(logits, labels, self.reduction)


@holds(
    one_hot=ops.OneHot(), softmax_cross_entropy=ops.SoftmaxCrossEntropyWithLogits(),
    sparse_softmax_cross_entropy=ops.SparseSoftmaxCrossEntropyWithLogits(), is_cpugpu=True,
)  # fmt: skip
class SoftmaxCrossEntropyWithLogits(LossBase):
    """The cross entropy of scores, before softmax, with classes or with distributions over them.

    `loss = -sum_c(y[c] * log(exp(x[c]) / sum_k(exp(x[k]))))`

    `sparse`: False for labels of the logits' shape and dtype, True for class indices (N,), Int32 or
      Int64.
    `reduction`: 'none' (the default), 'mean' or 'sum'.

    Called with float logits (N, C) and labels; returns (N,) in the logits' dtype, or a scalar. A
    label outside [0, C) costs nothing, except under 'mean'.

    Raises TypeError where `sparse` is no bool and for other dtypes, ValueError for another
    `reduction` and shapes that do not fit, IndexError for a label out of range under 'mean'.

    Differs from MindSpore, which has RuntimeError for the latter and refuses Float16 logits if
    `sparse`.
    """

    def __init__(self, sparse: bool = False, reduction: str = "none"):
        super().__init__(reduction)
        self.sparse = check.boolean(self.cls_name, "sparse", sparse)
        self._msacc_set_primitives(
            on_value=Tensor(1.0, mstype.float32), off_value=Tensor(0.0, mstype.float32)
        )

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        if self.sparse:
            return F.softmax_cross_entropy_sparse(logits, labels, self.reduction)
        return F.softmax_cross_entropy_dense(logits, labels, self.reduction)


class CrossEntropyLoss(LossBase):
    """The cross entropy of scores, before softmax, with class indices or with probabilities.

    `loss = -weight[y] * log(exp(x[y]) / sum_c(exp(x[c])))`

    `weight`: None or a float Tensor (C,), how much each class counts.
    `ignore_index`: an int, the index that does not count.
    `reduction`: 'mean' (over the weights), 'sum' or 'none'.
    `label_smoothing`: a float in [0, 1], the share spread over all classes.

    Called with float logits (C,), (N, C) or (N, C, …) and Int32 or Int64 indices without the class
    axis, or float probabilities of the logits' shape; returns a scalar, or with 'none' one value
    per index.

    Raises TypeError for arguments of other types, ValueError for values out of range and shapes
    that do not fit, IndexError for an index outside [0, C).

    Differs from MindSpore: Int64 indices are taken too; there an index of C or more is a
    RuntimeError and a negative one counts from the end.
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ):
        super().__init__(reduction)
        check.instance(self.cls_name, "ignore_index", ignore_index, int)
        check.instance(self.cls_name, "label_smoothing", label_smoothing, float)
        if not 0.0 <= label_smoothing <= 1.0:
            raise ValueError(
                f"For 'CrossEntropyLoss', 'label_smoothing' must be in [0.0, 1.0], but got {label_smoothing}."
            )
        if weight is not None:
            check.instance(self.cls_name, "weight", weight, Tensor)
        self.weight, self.ignore_index, self.label_smoothing = weight, ignore_index, label_smoothing

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return F.cross_entropy(
            logits, labels, self.weight, self.ignore_index, self.reduction, self.label_smoothing
        )

    def _msacc_explain_refusal(self, logits: Tensor, labels: Tensor) -> Exception | None:
        classes = logits.shape[min(logits.ndim - 1, 1)]
        if logits.ndim == labels.ndim + 1:
            return wrong_ids(
                "the number of classes",
                classes,
                labels,
                0,
                "the labels",
                IndexError,
                self.ignore_index,
            )
        return None


@holds("abs")
class MAELoss(L1Loss):
    """The mean absolute difference of predictions and targets: `L1Loss` under another name.

    `reduction`: 'mean', 'sum' or 'none'.

    Called with two float Tensors `logits` and `label` whose shapes broadcast; returns a scalar, or
    with 'none' a Tensor.

    Raises ValueError for another `reduction` and shapes that do not broadcast, TypeError for the
    mean of ints.

    Differs from MindSpore, which truncates that.
    """

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        return B.l1_loss(logits, label, self.reduction)


@holds("dtype")
class RMSELoss(LossBase):
    """The square root of the mean squared difference of predictions and targets.

    `loss = sqrt(mean((logits - labels)^2))`

    Called with two number Tensors `logits` and `label` whose shapes broadcast; returns a float
    scalar.

    Raises ValueError for shapes that do not broadcast, TypeError for what is no Tensor. As in
    MindSpore.
    """

    def __init__(self) -> None:
        super().__init__()
        self.MSELoss = MSELoss()

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        return sqrt(self.MSELoss(logits, label))


class SmoothL1Loss(LossBase):
    """Squared for small differences of predictions and targets, linear for large ones.

    `d = abs(logits - labels)`
    `loss = d^2 / (2 * beta) if d < beta else d - beta / 2`

    `beta`: a number > 0, where the one becomes the other.
    `reduction`: 'none' (the default), 'mean' or 'sum'.

    Called with two float Tensors of one shape and dtype; returns one of these, or a scalar.

    Raises ValueError for another `reduction` and two shapes, TypeError for two dtypes and for ints,
    RuntimeError in the call for a `beta` of 0 or less.

    Differs from MindSpore, which takes two float dtypes.
    """

    _msacc_called_primitives = ("smooth_l1_loss",)

    def __init__(self, beta: float = 1.0, reduction: str = "none"):
        super().__init__(reduction)
        self.beta = beta
        self._msacc_set_primitives(smooth_l1_loss=ops.SmoothL1Loss(beta, reduction))

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        if self.beta <= 0:
            raise RuntimeError(
                f"For 'SmoothL1Loss', 'beta' should be greater than 0, but got {self.beta}."
            )
        return B.smooth_l1_loss(logits, labels, self.beta, self.reduction)


class HuberLoss(LossBase):
    """Squared for small differences of predictions and targets, linear for large ones.

    `d = abs(logits - labels)`
    `loss = d^2 / 2 if d <= delta else delta * (d - delta / 2)`

    `reduction`: 'mean', 'sum' or 'none'.
    `delta`: a number > 0.

    Called with two number Tensors whose shapes broadcast; returns a scalar, or with 'none' a
    Tensor.

    Raises ValueError for another `reduction` and, in the call, for a `delta` of 0 or less. As in
    MindSpore.
    """

    def __init__(self, reduction: str = "mean", delta: float = 1.0):
        super().__init__(reduction)
        self.delta = delta

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return B.huber_loss(logits, labels, self.reduction, self.delta)


class SoftMarginLoss(LossBase):
    """The logistic loss of scores with labels -1 and 1.

    `loss = log(1 + exp(-labels * logits))`

    Its mean, its sum or, for `reduction` 'none', each.

    Called with logits and labels (1 or -1), float Tensors of one shape; returns a scalar, or that
    shape for 'none'.
    """

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return M.soft_margin_loss(logits, labels, self.reduction)


class MarginRankingLoss(LossBase):
    """A hinge loss of two scores, of which `target` says which is to be larger.

    `loss = max(0, -target * (input1 - input2) + margin)`

    `margin`: a number.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with input1, input2 and target (1 or -1), Tensors of one shape; returns a scalar, or that
    shape for 'none'.
    """

    def __init__(self, margin: float = 0.0, reduction: str = "mean"):
        super().__init__(reduction)
        self.margin = margin

    def construct(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        return M.margin_ranking_loss(input1, input2, target, self.margin, self.reduction)


class BCELoss(LossBase):
    """The binary cross entropy of probabilities.

    `loss = -weight * (y * log(p) + (1 - y) * log(1 - p))`

    `weight`: None or a Tensor that broadcasts with the logits.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with logits, a float Tensor of values in [0, 1], and labels of its shape and dtype;
    returns a scalar, or with 'none' a Tensor of this shape. 1e-12 is added under the logarithms.

    Raises ValueError for another `reduction`, two shapes, and a weight that does not fit, TypeError
    for two dtypes.

    Differs from MindSpore, which has RuntimeError for values outside [0, 1], where the loss is NaN
    here.
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean"):
        super().__init__(reduction)
        self.weight = weight

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return B.binary_cross_entropy(logits, labels, self.weight, self.reduction)


class BCEWithLogitsLoss(LossBase):
    """The binary cross entropy of scores, whose sigmoids are the probabilities.

    `loss = -weight * (pos_weight * y * log(sigmoid(x)) + (1 - y) * log(1 - sigmoid(x)))`

    `reduction`: 'mean', 'sum' or 'none'.
    `weight`, `pos_weight`: None or float Tensors that broadcast with the input; `pos_weight` weighs
      the positive targets.

    Called with float Tensors input and target of one shape; returns a scalar, or with 'none' a
    Tensor of this shape.

    Raises TypeError for weights that are Parameters, inputs that are no Tensors and ints,
    ValueError for another `reduction` and shapes that do not fit.

    Differs from MindSpore, which checks `reduction` in the call.
    """

    def __init__(
        self,
        reduction: str = "mean",
        weight: Tensor | None = None,
        pos_weight: Tensor | None = None,
    ):
        super().__init__(reduction)
        for name, value in (("weight", weight), ("pos_weight", pos_weight)):
            if isinstance(value, Parameter):
                raise TypeError(f"For 'BCEWithLogitsLoss', the '{name}' can not be a Parameter.")
        self.weight, self.pos_weight = weight, pos_weight

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        tensors(self.cls_name, input=input, target=target)
        return B.binary_cross_entropy_with_logits(
            input, target, self.weight, self.pos_weight, self.reduction
        )


class KLDivLoss(LossBase):
    """The Kullback-Leibler divergence of distributions.

    `loss = labels * (log(labels) - logits)`

    `reduction`: 'mean', 'sum', 'none' or 'batchmean', the sum over the number of rows.

    Called with log-probabilities and probabilities, float Tensors of one shape; returns a scalar,
    or that shape for 'none', of their dtype.
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        self.reduction = reduction

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return B.kl_div(logits, labels, self.reduction)


class NLLLoss(LossBase):
    """Negative log likelihood of log-probabilities (N, C, …) at class indices (N, …).

    `loss = -weight[y] * x[y]`

    `weight`: a float Tensor (C,), one factor a class.
    `ignore_index`: an int, a class that does not count.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with float logits and Int32 labels; returns a scalar, or (N, …) for 'none', of the
    logits' dtype.
    """

    def __init__(
        self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean"
    ):
        super().__init__(reduction)
        check.instance(self.cls_name, "ignore_index", ignore_index, int)
        if weight is not None:
            check.instance(self.cls_name, "weight", weight, Tensor)
        self.weight, self.ignore_index = weight, ignore_index

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return F.nll_loss(logits, labels, self.weight, self.ignore_index, self.reduction)


@holds("maximum")
class CosineEmbeddingLoss(LossBase):
    """A loss of pairs by their cosine, small for similar pairs labelled 1 and for others labelled -1.

    `loss = 1 - cos(x1, x2) if label == 1 else max(0, cos(x1, x2) - margin)`

    `margin`: a number in [-1, 1].
    `reduction`: 'mean', 'sum' or 'none'.

    Called with two float Tensors (N, D) and labels (N,), 1 or -1; returns a scalar, or (N,) for
    'none'.

    Raises ValueError for a `margin` out of this range and another `reduction`.
    """

    def __init__(self, margin: float = 0.0, reduction: str = "mean"):
        super().__init__(reduction)
        self.margin = check.instance(self.cls_name, "margin", margin, float)
        if not -1.0 <= margin <= 1.0:
            raise ValueError(
                f"For 'CosineEmbeddingLoss', 'margin' must be in [-1.0, 1.0], but got {margin}."
            )

    def construct(self, logits_x1: Tensor, logits_x2: Tensor, labels: Tensor) -> Tensor:
        tensors(self.cls_name, logits_x1=logits_x1, logits_x2=logits_x2, labels=labels)
        return M.cosine_embedding_loss(logits_x1, logits_x2, labels, self.margin, self.reduction)


class MultiMarginLoss(LossBase):
    """Hinge loss of scores (N, C) with class indices (N,).

    `p`: 1 or 2, the power.
    `margin`: a number.
    `weight`: a Tensor (C,) or None.
    `reduction`: 'mean', 'sum' or 'none'.

    Returns a scalar, or (N,) for 'none', of the scores' dtype.
    """

    def __init__(
        self, p: int = 1, margin: float = 1.0, reduction: str = "mean", weight: Tensor | None = None
    ):
        super().__init__(reduction)
        self.p = check.choice(self.cls_name, "p", p, [1, 2])
        self.margin, self.weight = check.instance(self.cls_name, "margin", margin, float), weight
        self._msacc_set_primitives(multi_margin_loss=ops.MultiMarginLoss(p, margin, reduction))

    def construct(self, x: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor:
        tensors(self.cls_name, x=x, target=target)
        class_weight = weight if self.weight is None else self.weight
        return M.multi_margin_loss(x, target, self.p, self.margin, class_weight, self.reduction)


class MultilabelMarginLoss(LossBase):
    """Hinge loss of scores (N, C) with several class indices per row, ended by -1.

    `reduction`: 'mean', 'sum' or 'none'. Called with float scores and integer classes of one shape;
    returns a scalar, or (N,) for 'none'.
    """

    def construct(self, x: Tensor, target: Tensor) -> Tensor:
        return M.multilabel_margin_loss(x, target, self.reduction)


class MultiLabelSoftMarginLoss(LossBase):
    """Mean over classes of the binary cross entropy of sigmoid(x).

    `weight`: a Tensor (C,) or None.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with x and target (0 or 1), float Tensors (N, C); returns a scalar, or (N,) for 'none'.
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean"):
        super().__init__(reduction)
        self.weight = weight

    def construct(self, x: Tensor, target: Tensor) -> Tensor:
        return M.multilabel_soft_margin_loss(x, target, self.weight, self.reduction)


class TripletMarginLoss(LossBase):
    """A loss that pulls x to `positive` and away from `negative`, with the p-norm as distance d.

    `loss = max(d(x, positive) - d(x, negative) + margin, 0)`

    `p`: the norm's order.
    `swap`: the nearer of x and positive counts.
    `eps`: added to differences.
    `margin`: a number.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with x, positive and negative, Tensors of one shape (N, D); returns a scalar, or (N,) for
    'none'.
    """

    def __init__(
        self,
        p: int = 2,
        swap: bool = False,
        eps: float = 1e-06,
        reduction: str = "mean",
        margin: float = 1.0,
    ):
        super().__init__(reduction)
        self.p, self.swap, self.eps, self.margin = p, swap, eps, margin

    def construct(
        self, x: Tensor, positive: Tensor, negative: Tensor, margin: Tensor | float = 1.0
    ) -> Tensor:
        chosen = margin if self.margin == 1.0 else self.margin
        return M.triplet_margin_loss(
            x, positive, negative, chosen, self.p, self.eps, self.swap, self.reduction
        )


class HingeEmbeddingLoss(LossBase):
    """A hinge loss of distances, small for pairs labelled 1 and large ones labelled -1.

    `loss = x if label == 1 else max(0, margin - x)`

    `margin`: a number.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with logits (x) and labels, 1 or -1, Tensors of one shape; returns a scalar, or that
    shape for 'none'.
    """

    def __init__(self, margin: float = 1.0, reduction: str = "mean"):
        super().__init__(reduction)
        self.margin = check.instance(self.cls_name, "margin", margin, (float, int))

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return M.hinge_embedding_loss(logits, labels, self.margin, self.reduction)


class GaussianNLLLoss(LossBase):
    """Negative log likelihood of `labels` under normals with mean `logits` and variance `var`.

    `full`: add the constant.
    `eps`: the least variance.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with three float Tensors whose shapes broadcast; returns a scalar, or the common shape for 'none'.
    """

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean"):
        super().__init__(reduction)
        self.full = check.boolean(self.cls_name, "full", full)
        self.eps = eps

    def construct(self, logits: Tensor, labels: Tensor, var: Tensor) -> Tensor:
        tensors(self.cls_name, logits=logits, labels=labels, var=var)
        return B.gaussian_nll_loss(logits, labels, var, self.full, self.eps, self.reduction)


@holds("maximum")
class PoissonNLLLoss(LossBase):
    """Negative log likelihood of Poisson counts.

    `log_input`: the input is a logarithm.
    `full`: add Stirling's term.
    `eps`: added to an input that is none.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with input and target, float Tensors of one shape; returns a scalar, or that shape for 'none'.
    """

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        eps: float = 1e-8,
        reduction: str = "mean",
    ):
        super().__init__(reduction)
        self.log_input, self.full, self.eps = log_input, full, eps

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        return B.poisson_nll_loss(
            input, target, self.log_input, self.full, self.eps, self.reduction
        )


class CTCLoss(LossBase):
    """CTC loss of log-probabilities (T, N, C) or (T, C).

    `blank`: the class that separates, an int.
    `reduction`: 'mean', 'sum' or 'none'.
    `zero_infinity`: 0 in place of infinite losses.

    Called with log_probs, targets (N, S), input_lengths and target_lengths (N,), Int32 or Int64;
    returns a scalar, or (N,) for 'none', of the dtype of the first.
    """

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False):
        super().__init__(reduction)
        self.blank, self.zero_infinity = blank, zero_infinity

    def construct(
        self,
        log_probs: Tensor,
        targets: Tensor,
        input_lengths: Tensor | Sequence[int],
        target_lengths: Tensor | Sequence[int],
    ) -> Tensor:
        tensors(self.cls_name, log_probs=log_probs, targets=targets)
        loss, _ = F.ctc_loss(
            log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction,
            self.zero_infinity,
        )  # fmt: skip
        return loss


__all__ = exported_names(globals(), "tensors")
