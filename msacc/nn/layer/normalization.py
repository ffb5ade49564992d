"""Normalisation layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.cell.input_sizes import wrong_shape, wrong_size
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.array.shaping import reshape
from msacc.ops.core.op import exported_names
from msacc.ops.nn.norm import (
    group_norm,
    instance_norm_with,
    layer_norm_from,
    note_batch,
    run_batch_norm,
    run_batch_norm_last,
)
from msacc.ops.nn.sync_norm import rank_and_size, sharing_group, sync_batch_normalize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Initial, Ints


@holds(
    "assign_sub_mean", "assign_sub_var", "cast", "dtype", "mul_mean", "mul_var", "reshape", "shape", "sqrt",
    "square", "sub_mean", "sub_var", reduce_mean=ops.ReduceMean(True), parallel_mode="stand_alone",
)  # fmt: skip
class _BatchNorm(Layer):
    """Batch normalisation over every dimension but the second."""

    _msacc_keeps_parameter_dtype = True
    _msacc_ranks: tuple[int, ...] = ()
    _msacc_called_primitives = ("bn_train", "bn_infer")
    # While someone collects statistics: a tensor of (elements per channel, calls) so far.
    _msacc_batch_count: Any = None

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Initial = "ones",
        beta_init: Initial = "zeros",
        moving_mean_init: Initial = "zeros",
        moving_var_init: Initial = "ones",
        use_batch_statistics: bool | None = None,
        data_format: str = "NCHW",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self._msacc_check(num_features, momentum, use_batch_statistics)
        self.format = check.choice(self.cls_name, "format", data_format, ["NCHW", "NHWC"])
        self.use_batch_statistics = use_batch_statistics
        self.num_features, self.eps = num_features, eps
        self.gamma_init, self.beta_init = gamma_init, beta_init
        self.moving_mean_init, self.moving_var_init = moving_mean_init, moving_var_init

        def make(init: Initial, name: str, requires_grad: bool) -> Parameter:
            return Parameter(initializer(init, num_features, dtype), name, requires_grad)

        # MindSpore's own names where the layer stands alone; in a net the attributes' names count.
        self.moving_mean = make(moving_mean_init, "mean", False)
        self.moving_variance = make(moving_var_init, "variance", False)
        self.gamma = make(gamma_init, "gamma", affine)
        self.beta = make(beta_init, "beta", affine)
        # MindSpore stores the weight of the new batch here: 0.1 for the argument's 0.9.
        self.momentum = 1.0 - momentum
        self._msacc_set_primitives(
            bn_train=ops.BatchNorm(True, eps, self.momentum, data_format),
            bn_infer=ops.BatchNorm(False, eps, data_format=data_format),
        )

    def _msacc_check(
        self, num_features: int, momentum: float, use_batch_statistics: object
    ) -> None:
        check.instance(self.cls_name, "num_features", num_features, int)
        if num_features < 1:
            raise ValueError(
                f"For '{self.cls_name}', the 'num_features' must be at least 1, but got {num_features}."
            )
        if not 0 <= momentum <= 1:
            raise ValueError(
                f"For '{self.cls_name}', the 'momentum' must be a number in range [0, 1], but got {momentum}."
            )
        if use_batch_statistics is not None and not isinstance(use_batch_statistics, bool):
            raise ValueError(
                f"For '{self.cls_name}', the 'use_batch_statistics' must be a boolean value or None, "
                f"but got {use_batch_statistics!r}."
            )

    def construct(self, x: Tensor) -> Tensor:
        ndim = x.ndim
        if self._msacc_ranks and ndim not in self._msacc_ranks:
            check.rank(self.cls_name, x._t, *self._msacc_ranks)
        of_batch = self.training if self.use_batch_statistics is None else self.use_batch_statistics
        args = (self.gamma, self.beta, self.moving_mean, self.moving_variance)
        self._msacc_record_batch(x)
        if self.format == "NHWC":
            return run_batch_norm_last(x, *args, of_batch, self.momentum, self.eps)
        return run_batch_norm(x, *args, of_batch, self.momentum, self.eps)

    def _msacc_explain_refusal(self, x: object) -> Exception | None:
        axis = -1 if self.format == "NHWC" else 1
        return wrong_size("num_features", self.num_features, x, axis, self._msacc_ranks)

    def _msacc_construct_with_primitives(self, x: Tensor) -> Tensor:
        of_batch = self.training if self.use_batch_statistics is None else self.use_batch_statistics
        primitive = self.bn_train if of_batch else self.bn_infer
        return primitive(x, self.gamma, self.beta, self.moving_mean, self.moving_variance)[0]

    def _msacc_record_batch(self, x: Tensor) -> None:
        if self._msacc_batch_count is not None:
            note_batch(self._msacc_batch_count, x, self.num_features)

    def extend_repr(self) -> str:
        return (
            f"num_features={self.num_features}, eps={self.eps}, momentum={1.0 - self.momentum}, "
            f"gamma={self.gamma}, beta={self.beta}, moving_mean={self.moving_mean}, "
            f"moving_variance={self.moving_variance}"
        )


class BatchNorm1d(_BatchNorm):
    """Batch normalisation of features or of sequences, for each channel.

    `y = (x - mean) / sqrt(var + eps) * gamma + beta`

    `num_features`: an int > 0, the channels C.
    `eps`: a float.
    `momentum`: a number in [0, 1]: in training
      `moving = momentum * moving + (1 - momentum) * batch`, with the unbiased variance.
    `affine`: whether gamma and beta are trained.
    `gamma_init`, `beta_init`, `moving_mean_init`, `moving_var_init`: a Tensor of shape (C,), an
      Initializer, a name or a number.
    `use_batch_statistics`: None follows `set_train`, True and False decide by themselves.
    `data_format`: 'NCHW' or 'NHWC'.
    `dtype`: that of the Parameters.

    Called with a Tensor (N, C) or (N, C, L) of this dtype, Float16 or BFloat16; the result has its
    shape and dtype.

    Raises TypeError for other types and dtypes, ValueError for settings out of range, another
    number of dimensions, and other channels.

    Differs from MindSpore: 'NHWC' works on every device, and Float16 Parameters refuse a Float32
    input.
    """

    _msacc_ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of images, for each channel.

    `y = (x - mean) / sqrt(var + eps) * gamma + beta`

    `num_features`: an int > 0, the channels C.
    `eps`, `momentum`, `affine`, `gamma_init`, `beta_init`, `moving_mean_init`, `moving_var_init`,
      `use_batch_statistics`, `data_format`, `dtype`: as in `BatchNorm1d`.

    Note that `momentum` weighs the old statistics, 0.9 being torch's 0.1.

    Called with a Tensor (N, C, H, W), or (N, H, W, C) under 'NHWC', of `dtype`, Float16 or
    BFloat16; the result has its shape and dtype.

    Raises TypeError for other types and dtypes, ValueError for settings out of range, another
    number of dimensions, and other channels.

    Differs from MindSpore: 'NHWC' works on every device, and Float16 Parameters refuse a Float32
    input.
    """

    _msacc_ranks = (4,)


@holds("reshape", "shape")
class BatchNorm3d(Layer):
    """Batch normalisation of volumes, for each channel.

    `y = (x - mean) / sqrt(var + eps) * gamma + beta`

    `num_features`: an int > 0, the channels C.
    `eps`, `momentum`, `affine`, `gamma_init`, `beta_init`, `moving_mean_init`, `moving_var_init`,
      `use_batch_statistics`, `dtype`: as in `BatchNorm1d`.

    As in MindSpore the layer holds a BatchNorm2d, so that its Parameters are called `bn2d.gamma`
    and so on.

    Called with a Tensor (N, C, D, H, W) of `dtype`, Float16 or BFloat16; the result has its shape
    and dtype.

    Raises TypeError for other types and dtypes, ValueError for settings out of range, another
    number of dimensions, and other channels.
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Initial = "ones",
        beta_init: Initial = "zeros",
        moving_mean_init: Initial = "zeros",
        moving_var_init: Initial = "ones",
        use_batch_statistics: bool | None = None,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.bn2d = BatchNorm2d(
            num_features, eps, momentum, affine, gamma_init, beta_init, moving_mean_init,
            moving_var_init, use_batch_statistics, dtype=dtype,
        )  # fmt: skip

    def construct(self, x: Tensor) -> Tensor:
        check.rank(self.cls_name, x._t, 5)
        batch, channels, depth, height, width = x.shape
        flat = reshape(x, (batch, channels, depth * height, width))
        return reshape(self.bn2d(flat), x.shape)

    def _msacc_explain_refusal(self, x: object) -> Exception | None:
        return wrong_size("num_features", self.bn2d.num_features, x, 1, (5,))


class SyncBatchNorm(_BatchNorm):
    """Batch normalisation with the mean and variance of several processes' batches together.

    `num_features`, `eps`, `momentum`, `affine`, `gamma_init`, `beta_init`, `moving_mean_init`,
      `moving_var_init`, `use_batch_statistics`, `dtype`: as in `BatchNorm1d`.
    `process_groups`: lists of ranks that share statistics; None is all of them, 0 each by itself.
      Without `communication.init()` it is a BatchNorm.

    Called with a Tensor (N, C) or (N, C, H, W) of `dtype`, Float16 or BFloat16; the result has its
    shape and dtype.

    Raises TypeError for other types and dtypes, ValueError for settings out of range, a rank that
    appears twice, another number of dimensions, and other channels.

    Differs from MindSpore, which has ValueError where `process_groups` is no list.
    """

    _msacc_ranks = (2, 4)

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Initial = "ones",
        beta_init: Initial = "zeros",
        moving_mean_init: Initial = "zeros",
        moving_var_init: Initial = "ones",
        use_batch_statistics: bool | None = None,
        process_groups: Sequence[Sequence[int]] | None = None,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            num_features, eps, momentum, affine, gamma_init, beta_init, moving_mean_init,
            moving_var_init, use_batch_statistics, dtype=dtype,
        )  # fmt: skip
        self.process_groups = process_groups
        self.is_global, self.rank_id, self.rank_size = False, *rank_and_size()
        self.group_name = self._msacc_find_group()

    def _msacc_find_group(self) -> str | None:
        """torch's name of the group that shares statistics, or None for this process alone."""
        groups = self.process_groups
        if groups not in (None, 0):
            check.instance(self.cls_name, "process_groups", groups, list)
            ranks = [
                rank
                for group in groups
                for rank in check.instance(self.cls_name, "sub group", group, list)
            ]
            if len(set(ranks)) != len(ranks):
                raise ValueError(
                    f"For 'SyncBatchNorm', a rank appears twice in 'process_groups': {groups}."
                )
        return sharing_group(groups)

    def construct(self, x: Tensor) -> Tensor:
        of_batch = self.training if self.use_batch_statistics is None else self.use_batch_statistics
        if self.group_name is None or not of_batch:
            return super().construct(x)
        check.rank(self.cls_name, x._t, *self._msacc_ranks)
        self._msacc_record_batch(x)
        return sync_batch_normalize(
            x, self.gamma, self.beta, self.moving_mean, self.moving_variance, self.momentum, self.eps,
            self.group_name,
        )  # fmt: skip


class LayerNorm(Layer):
    """Normalise each sample over its dimensions from `begin_norm_axis`, then scale and shift.

    `y = (x - mean) / sqrt(var + epsilon) * gamma + beta`

    `normalized_shape`: a tuple or list of ints, the shape of the Parameters gamma and beta, which
      belong to the dimensions from `begin_params_axis`; both axes are ints, the last by default.
    `gamma_init`, `beta_init`: a Tensor of that shape, an Initializer, a name or a number.
    `epsilon`: a float, 1e-7 (torch has 1e-5).
    `dtype`: that of the Parameters, which are cast to the input's.

    Called with a float Tensor; the result has its shape and dtype.

    Raises TypeError for a `normalized_shape` of another type and for ints, ValueError for an empty
    or another shape and for axes out of range.

    Differs from MindSpore, which has RuntimeError for those.
    """

    _msacc_keeps_parameter_dtype = True
    _msacc_called_primitives = ("layer_norm",)

    def __init__(
        self,
        normalized_shape: Ints,
        begin_norm_axis: int = -1,
        begin_params_axis: int = -1,
        gamma_init: Initial = "ones",
        beta_init: Initial = "zeros",
        epsilon: float = 1e-7,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        if not isinstance(normalized_shape, (tuple, list)):
            raise TypeError(
                f"For 'LayerNorm', the type of 'normalized_shape' must be tuple[int] or list[int], but got "
                f"{normalized_shape!r}."
            )
        if not normalized_shape:
            raise ValueError(
                "For 'LayerNorm', 'normalized_shape' must hold one int or more, but got none."
            )
        self.normalized_shape = normalized_shape
        self.begin_norm_axis, self.begin_params_axis = begin_norm_axis, begin_params_axis
        self.epsilon = epsilon
        self.gamma = Parameter(initializer(gamma_init, normalized_shape, dtype), name="gamma")
        self.beta = Parameter(initializer(beta_init, normalized_shape, dtype), name="beta")
        self._msacc_set_primitives(
            layer_norm=ops.LayerNorm(begin_norm_axis, begin_params_axis, epsilon)
        )

    def construct(self, input_x: Tensor) -> Tensor:
        return layer_norm_from(
            input_x,
            self.gamma,
            self.beta,
            self.begin_norm_axis,
            self.begin_params_axis,
            self.epsilon,
        )

    def _msacc_explain_refusal(self, input_x: object) -> Exception | None:
        axis = self.begin_params_axis
        return wrong_shape("normalized_shape", self.normalized_shape, input_x, axis)

    def _msacc_construct_with_primitives(self, input_x: Tensor) -> Tensor:
        return self.layer_norm(input_x, self.gamma, self.beta)[0]

    def extend_repr(self) -> str:
        return (
            f"normalized_shape={self.normalized_shape}, begin_norm_axis={self.begin_norm_axis}, "
            f"begin_params_axis={self.begin_params_axis}, gamma{self.gamma}, beta={self.beta}"
        )


class GroupNorm(Cell):
    """Normalise each sample over groups of its channels, then scale and shift each channel.

    `y = (x - mean) / sqrt(var + eps) * gamma + beta`

    `num_groups`, `num_channels`: ints > 0, the second divisible by the first.
    `eps`: a float.
    `affine`: a bool, whether gamma and beta, of shape (num_channels,), are trained.
    `gamma_init`, `beta_init`: a Tensor of that shape, an Initializer, a name or a number.
    `dtype`: that of the Parameters.

    Called with a float Tensor (N, num_channels, …); the result has its shape and dtype.

    Raises TypeError for other types and for ints, ValueError for settings out of range and other
    channels. As in MindSpore.
    """

    _msacc_keeps_parameter_dtype = True

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        gamma_init: Initial = "ones",
        beta_init: Initial = "zeros",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.num_groups = check.positive_int(self.cls_name, "num_groups", num_groups)
        self.num_channels = check.positive_int(self.cls_name, "num_channels", num_channels)
        if num_channels % num_groups:
            raise ValueError(
                f"For 'GroupNorm', 'num_channels' must be divisible by 'num_groups', but got {num_channels} "
                f"and {num_groups}."
            )
        self.eps = check.instance(self.cls_name, "eps", eps, float)
        self.affine = check.boolean(self.cls_name, "affine", affine)
        self.gamma = Parameter(initializer(gamma_init, num_channels, dtype), "gamma", affine)
        self.beta = Parameter(initializer(beta_init, num_channels, dtype), "beta", affine)

    def construct(self, x: Tensor) -> Tensor:
        return group_norm(x, self.num_groups, self.gamma, self.beta, self.eps)

    def _msacc_explain_refusal(self, x: object) -> Exception | None:
        return wrong_size("num_channels", self.num_channels, x, 1)

    def extend_repr(self) -> str:
        return f"num_groups={self.num_groups}, num_channels={self.num_channels}"


@holds("shape")
class _InstanceNorm(Layer):
    """Normalise each channel of each sample by its own statistics, in training and in evaluation."""

    _msacc_keeps_parameter_dtype = True
    _msacc_rank = 4

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = True,
        gamma_init: Initial = "ones",
        beta_init: Initial = "zeros",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.num_features = check.positive_int(self.cls_name, "num_features", num_features)
        self.eps = check.instance(self.cls_name, "eps", eps, float)
        check.instance(self.cls_name, "momentum", momentum, float)
        check.boolean(self.cls_name, "affine", affine)
        if not 0 <= momentum <= 1:
            raise ValueError(
                f"For '{self.cls_name}', 'momentum' must be in [0, 1], but got {momentum}."
            )
        self.momentum = momentum

        def make(init: Initial, name: str, requires_grad: bool) -> Parameter:
            return Parameter(initializer(init, num_features, dtype), name, requires_grad)

        self.moving_mean = make("zeros", "mean", False)
        self.moving_variance = make("ones", "variance", False)
        self.gamma = make(gamma_init, "gamma", affine)
        self.beta = make(beta_init, "beta", affine)

    def construct(self, x: Tensor) -> Tensor:
        check.rank(self.cls_name, x._t, self._msacc_rank)
        return instance_norm_with(
            x,
            self.gamma,
            self.beta,
            self.moving_mean,
            self.moving_variance,
            self.momentum,
            self.eps,
        )

    def _msacc_explain_refusal(self, x: object) -> Exception | None:
        return wrong_size("num_features", self.num_features, x, 1, (self._msacc_rank,))

    def extend_repr(self) -> str:
        return (
            f"num_features={self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"gamma={self.gamma}, beta={self.beta}, moving_mean={self.moving_mean}, "
            f"moving_variance={self.moving_variance}"
        )


class InstanceNorm1d(_InstanceNorm):
    """Normalise each channel of each sequence by its own mean and variance, then scale and shift.

    `num_features`: C, an int; `eps`, `momentum`, `affine`, `gamma_init`, `beta_init` and `dtype`, errors and
    differences as in `InstanceNorm2d`; called with a float Tensor (N, C, L), the result has its shape and
    dtype.
    """

    _msacc_rank = 3


class InstanceNorm2d(_InstanceNorm):
    """Normalise each channel of each image by its own mean and variance, then scale and shift.

    `y = (x - mean) / sqrt(var + eps) * gamma + beta`

    `num_features`: an int > 0, the channels C.
    `eps`: a float.
    `momentum`: a float in [0, 1], the weight of the new batch in the moving statistics, which are
      kept and not used.
    `affine`: a bool, whether gamma and beta are trained.
    `gamma_init`, `beta_init`: a Tensor of shape (C,), an Initializer, a name or a number.
    `dtype`: that of the Parameters.

    Called with a float Tensor (N, C, H, W); the result has its shape and dtype, in training and in
    evaluation.

    Raises TypeError for other types, ValueError for settings out of range and another number of
    dimensions, and other channels.

    Differs from MindSpore, which has this layer on GPUs only.
    """


class InstanceNorm3d(_InstanceNorm):
    """Normalise each channel of each volume by its own mean and variance, then scale and shift.

    `num_features`: C, an int; `eps`, `momentum`, `affine`, `gamma_init`, `beta_init` and `dtype`, errors and
    differences as in `InstanceNorm2d`; called with a float Tensor (N, C, D, H, W), the result has its shape and
    dtype.
    """

    _msacc_rank = 5


__all__ = exported_names(globals())
