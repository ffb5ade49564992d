# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.loss.loss import LossBase
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class SampledSoftmaxLoss(LossBase):
    num_sampled: int
    num_classes: int
    num_true: int
    sampled_values: Any
    remove_accidental_hits: bool
    seed: int
    def __init__(self, num_sampled: int, num_classes: int, num_true: int = 1, sampled_values: Any = None, remove_accidental_hits: bool = True, seed: int = 0, reduction: str = 'none') -> None: ...
    def __call__(self, weights: Tensor, biases: Tensor, labels: Tensor, logits: Tensor) -> Tensor: ...
    dtype: Primitive
    exp: Primitive
    expand_dims: Primitive
    log: Primitive
    ones_like: Primitive
    reshape: Primitive
    shape: Primitive
    zeros_like: Primitive
    concat_dim0: Primitive
    concat_dim1: Primitive
    gather_v2: Primitive
    matmul: Primitive
    reduce_max_true: Primitive
    reduce_sum_true: Primitive
    slice_op: Primitive
