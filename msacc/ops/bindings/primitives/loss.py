"""Primitives of losses."""

from __future__ import annotations

from msacc.ops.core.primitive import declared, primitive
from msacc.ops.nn.loss import classes, ctc_sparse, loss_gradients, margin
from msacc.ops.nn.loss import elementwise as basic

SoftmaxCrossEntropyWithLogits = primitive(
    "SoftmaxCrossEntropyWithLogits", loss_gradients.softmax_cross_entropy_and_gradient
)
SparseSoftmaxCrossEntropyWithLogits = primitive(
    "SparseSoftmaxCrossEntropyWithLogits",
    loss_gradients.sparse_softmax_cross_entropy,
    is_grad=False,
)
SigmoidCrossEntropyWithLogits = primitive(
    "SigmoidCrossEntropyWithLogits", loss_gradients.sigmoid_cross_entropy
)
BCEWithLogitsLoss = primitive(
    "BCEWithLogitsLoss", basic.binary_cross_entropy_with_logits, reduction="mean"
)
BinaryCrossEntropy = primitive("BinaryCrossEntropy", basic.binary_cross_entropy, reduction="mean")
SmoothL1Loss = primitive("SmoothL1Loss", basic.smooth_l1_loss, beta=1.0, reduction="none")
NLLLoss = primitive(
    "NLLLoss", loss_gradients.nll_loss_and_weight, reduction="mean", ignore_index=-100
)
KLDivLoss = primitive("KLDivLoss", basic.kl_div, reduction="mean")
SoftMarginLoss = primitive("SoftMarginLoss", margin.soft_margin_loss, reduction="mean")
MultiMarginLoss = primitive(
    "MultiMarginLoss", loss_gradients.multi_margin_loss_weighted, p=1, margin=1.0, reduction="mean"
)
TripletMarginLoss = primitive(
    "TripletMarginLoss", margin.triplet_margin_loss, p=2, swap=False, eps=1e-6, reduction="mean"
)
CTCLoss = primitive(
    "CTCLoss", ctc_sparse.ctc_loss_sparse, preprocess_collapse_repeated=False, ctc_merge_repeated=True,
    ignore_longer_outputs_than_inputs=False,
)  # fmt: skip
CTCLossV2 = primitive(
    "CTCLossV2", classes.ctc_loss_each, blank=0, reduction="none", zero_infinity=False
)

__all__ = declared(globals())
