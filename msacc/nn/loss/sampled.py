"""SampledSoftmaxLoss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import holds
from msacc.nn.loss.loss import LossBase, tensors
from msacc.ops.nn.loss.sampled import random_keys, sampled_softmax, uniform_candidates

if TYPE_CHECKING:
    from collections.abc import Sequence


@holds(
    "dtype", "exp", "expand_dims", "log", "ones_like", "reshape", "shape", "zeros_like",
    concat_dim0=ops.Concat(0), concat_dim1=ops.Concat(1), gather_v2=ops.Gather(),
    matmul=ops.MatMul(transpose_b=True), reduce_max_true=ops.ReduceMax(True),
    reduce_sum_true=ops.ReduceSum(True), slice_op=ops.Slice(),
)  # fmt: skip
class SampledSoftmaxLoss(LossBase):
    """Softmax cross entropy over the true classes and `num_sampled` random others.

    `seed` above 0 gives the same draw at every call. With `remove_accidental_hits` no class of the labels is
      drawn, unless there are too few others.
    `sampled_values` fixes (candidates, expected count of true, of sampled classes).
    `reduction` holds, where MindSpore gives one value per sample whatever it says.
    `num_classes`: an int.
    `num_true`: how many true classes a row of labels has.

    Called with (weights (classes, dim), biases (classes,), labels (N, num_true), inputs (N, dim)). The result
    is (N,) of the dtype of the weights, floats; labels are integers.
    """

    def __init__(
        self,
        num_sampled: int,
        num_classes: int,
        num_true: int = 1,
        sampled_values: Sequence[Tensor] | None = None,
        remove_accidental_hits: bool = True,
        seed: int = 0,
        reduction: str = "none",
    ):
        super().__init__(reduction)
        check.positive_int(self.cls_name, "num_true", num_true)
        check.non_negative_int(self.cls_name, "seed", seed)
        if num_sampled > num_classes or num_true > num_classes:
            raise ValueError(
                f"For 'SampledSoftmaxLoss', 'num_sampled' {num_sampled} and 'num_true' {num_true} must not "
                f"exceed 'num_classes' {num_classes}."
            )
        if sampled_values is not None:
            check.instance(self.cls_name, "sampled_values", sampled_values, (list, tuple))
            if len(sampled_values) != 3:
                raise ValueError(
                    f"For 'SampledSoftmaxLoss', 'sampled_values' must hold 3 things, but got {len(sampled_values)}."
                )
        self.num_sampled, self.num_classes, self.num_true = num_sampled, num_classes, num_true
        self.sampled_values, self.remove_accidental_hits = sampled_values, remove_accidental_hits
        self.seed = seed
        # As in MindSpore a layer with a seed keeps to one draw.
        self._msacc_keys = random_keys(num_classes, seed) if seed else None

    def construct(self, weights: Tensor, biases: Tensor, labels: Tensor, logits: Tensor) -> Tensor:
        tensors(self.cls_name, weights=weights, biases=biases, labels=labels, logits=logits)
        candidates = self.sampled_values or self._msacc_draw(labels)
        return sampled_softmax(
            weights, biases, labels, logits, self.num_true, candidates, self.reduction
        )

    def _msacc_draw(self, labels: Tensor) -> Any:
        keys = random_keys(self.num_classes) if self._msacc_keys is None else self._msacc_keys
        return uniform_candidates(keys, labels, self.num_sampled, self.remove_accidental_hits)


__all__ = ["SampledSoftmaxLoss"]
