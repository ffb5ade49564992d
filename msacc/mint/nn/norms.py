"""Normalization layers under mint's (torch's) names and defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.mint.nn import functional as F
from msacc.nn.cell import Cell
from msacc.nn.cell.input_sizes import wrong_shape, wrong_size
from msacc.ops.nn.norm import count_batch
from msacc.ops.nn.sync_norm import sync_batch_normalize, torch_group_name

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


def _constant_parameter(
    name: str, value: float, shape: Ints, dtype: mstype.Type | None, requires_grad: bool = True
) -> Parameter:
    return Parameter(initializer(value, shape, dtype or mstype.float32), name, requires_grad)


class _BatchNorm(Cell):
    """`momentum` is the weight of the new batch; None averages over all batches."""

    _msacc_keeps_parameter_dtype = True
    _msacc_ranks: tuple[int, ...] = ()

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        dtype: mstype.Type | None = None,
    ):
        super().__init__()
        self.num_features = check.positive_int(self.cls_name, "num_features", num_features)
        self.eps, self.momentum = eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        self.weight = _constant_parameter("weight", 1, num_features, dtype) if affine else None
        self.bias = _constant_parameter("bias", 0, num_features, dtype) if affine else None
        self.running_mean = self.running_var = self.num_batches_tracked = None
        if track_running_stats:
            self.running_mean = _constant_parameter("running_mean", 0, num_features, dtype, False)
            self.running_var = _constant_parameter("running_var", 1, num_features, dtype, False)
            count = Tensor(0, mstype.int64)
            self.num_batches_tracked = Parameter(count, "num_batches_tracked", False)

    def construct(self, input: Tensor) -> Tensor:
        if self._msacc_ranks:
            check.rank(self.cls_name, input._t, *self._msacc_ranks)
        rate = self._msacc_rate()
        of_batch = self.training or self.running_mean is None
        return F.batch_norm(
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            of_batch,
            rate,
            self.eps,
        )

    def _msacc_explain_refusal(self, input: object) -> Exception | None:
        return wrong_size("num_features", self.num_features, input, 1, self._msacc_ranks)

    def _msacc_rate(self) -> float:
        """Count the batch; the weight of the new statistics."""
        if self.training and self.num_batches_tracked is not None:
            return count_batch(self.num_batches_tracked, self.momentum)
        return self.momentum or 0.0

    def extend_repr(self) -> str:
        return (
            f"num_features={self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"affine={self.affine}, track_running_stats={self.track_running_stats}"
        )


class BatchNorm1d(_BatchNorm):
    """Batch normalisation of (N, C) or (N, C, L).

    `num_features`: C, an int; `eps` is added to the variance; `momentum`: the weight of the new batch in the
    running statistics, None for the mean of all batches; `affine`: with the Parameters `weight` and `bias`
    (C,), of `dtype`, Float32 for None; `track_running_stats`: keep running statistics, by which it normalises
    in evaluation, else always by the batch's. Called with a float Tensor, whose shape and dtype the result has.
    Raises ValueError for another rank or number of channels.
    """

    _msacc_ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of (N, C, H, W).

    `num_features`: C, an int; `eps` is added to the variance; `momentum`: the weight of the new batch in the
    running statistics, None for the mean of all batches; `affine`: with the Parameters `weight` and `bias`
    (C,), of `dtype`, Float32 for None; `track_running_stats`: keep running statistics, by which it normalises
    in evaluation, else always by the batch's. Called with a float Tensor, whose shape and dtype the result has.
    Raises ValueError for another rank or number of channels.
    """

    _msacc_ranks = (4,)


class BatchNorm3d(_BatchNorm):
    """Batch normalisation of (N, C, D, H, W).

    `num_features`: C, an int; `eps` is added to the variance; `momentum`: the weight of the new batch in the
    running statistics, None for the mean of all batches; `affine`: with the Parameters `weight` and `bias`
    (C,), of `dtype`, Float32 for None; `track_running_stats`: keep running statistics, by which it normalises
    in evaluation, else always by the batch's. Called with a float Tensor, whose shape and dtype the result has.
    Raises ValueError for another rank or number of channels.
    """

    _msacc_ranks = (5,)


class SyncBatchNorm(_BatchNorm):
    """Batch normalisation over the batches of all processes of a group; of this one's alone without a job.

    `process_group`: a name that `create_group` was given, all processes for None; RuntimeError where a job has
    no such group. `num_features`, `eps`, `momentum`, `affine`, `track_running_stats` and `dtype` are those of
    `BatchNorm2d`; called with a float Tensor (N, C, …).
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: str | None = None,
        dtype: mstype.Type | None = None,
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, dtype)
        self.process_group = process_group
        torch_group_name(process_group)

    def construct(self, input: Tensor) -> Tensor:
        group = torch_group_name(self.process_group)
        if group is None or not self.training:
            return super().construct(input)
        return sync_batch_normalize(
            input, self.weight, self.bias, self.running_mean, self.running_var, self._msacc_rate(), self.eps,
            group,
        )  # fmt: skip


class LayerNorm(Cell):
    """Normalise over the trailing dimensions `normalized_shape`, an int or a tuple or list of them.

    `eps` is added to the variance.
    `elementwise_affine`: with a Parameter `weight` of that shape, and `bias`: with one `bias` as well, of
      `dtype`, Float32 for None.

    Called with a float Tensor, whose shape and dtype the result has.

    Raises TypeError or ValueError for another `normalized_shape`.
    """

    def __init__(
        self,
        normalized_shape: Ints,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        dtype: mstype.Type | None = None,
    ):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        check.instance(self.cls_name, "normalized_shape", shape, (tuple, list))
        if not shape:
            raise ValueError(
                "For 'LayerNorm', 'normalized_shape' must hold one int or more, but got none."
            )
        self.normalized_shape, self.eps = tuple(shape), eps
        self.elementwise_affine = elementwise_affine
        self.weight = (
            _constant_parameter("weight", 1, self.normalized_shape, dtype)
            if elementwise_affine
            else None
        )
        with_bias = elementwise_affine and bias
        self.bias = (
            _constant_parameter("bias", 0, self.normalized_shape, dtype) if with_bias else None
        )

    def construct(self, input: Tensor) -> Tensor:
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def _msacc_explain_refusal(self, input: object) -> Exception | None:
        axis = -len(self.normalized_shape)
        return wrong_shape("normalized_shape", self.normalized_shape, input, axis)

    def extend_repr(self) -> str:
        return (
            f"normalized_shape={self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}"
        )


class GroupNorm(Cell):
    """Normalise each of `num_groups` groups of channels.

    `num_channels`: C, a multiple of it (ValueError otherwise).
    `eps` is added to the variance.
    `affine`: whether the Parameters `weight` and `bias` (C,), of `dtype`, Float32 for None, are trained.

    Called with a float Tensor (N, C, …), whose shape and dtype the result has.
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        dtype: mstype.Type | None = None,
    ):
        super().__init__()
        self.num_groups = check.positive_int(self.cls_name, "num_groups", num_groups)
        self.num_channels = check.positive_int(self.cls_name, "num_channels", num_channels)
        if num_channels % num_groups:
            raise ValueError(
                f"For 'GroupNorm', 'num_channels' {num_channels} must be divisible by 'num_groups' {num_groups}."
            )
        self.eps, self.affine = eps, affine
        # MindSpore keeps them in checkpoints either way.
        self.weight = _constant_parameter("weight", 1, num_channels, dtype, affine)
        self.bias = _constant_parameter("bias", 0, num_channels, dtype, affine)

    def construct(self, input: Tensor) -> Tensor:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def _msacc_explain_refusal(self, input: object) -> Exception | None:
        return wrong_size("num_channels", self.num_channels, input, 1)

    def extend_repr(self) -> str:
        return (
            f"num_groups={self.num_groups}, num_channels={self.num_channels}, eps={self.eps}, "
            f"affine={self.affine}"
        )


__all__ = ["BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "GroupNorm", "LayerNorm", "SyncBatchNorm"]
