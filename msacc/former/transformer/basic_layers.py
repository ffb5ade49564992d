"""Layers that the larger ones consist of: matrices, for one or several experts, normalization and dropout."""

from __future__ import annotations

from typing import Any

from msacc import Parameter, Tensor, context, float16, float32, nn, ops
from msacc import log as logger
from msacc import number as any_number
from msacc._checkparam import (
    check_bool,
    check_positive_int,
    check_subclass,
    check_value_type,
)
from msacc.common.initializer import initializer
from msacc.former.transformer.argument_checks import (
    HALF_OR_SINGLE,
    _args_type_validator_check,
    _valid_value_checks,
)
from msacc.former.transformer.parallel_config import MoEParallelConfig, OpParallelConfig


def whole_parameter(value: Any, name: str) -> Parameter:
    """A Parameter that asks to be held whole where optimizers share their state, as MindSpore's layers ask."""
    parameter = Parameter(value, name=name)
    parameter.parallel_optimizer = False
    return parameter


class _Dropout(nn.Cell):
    """Keeps each element with probability `keep_prob`, a float in (0, 1], while it trains."""

    def __init__(self, keep_prob: float = 0.5, dtype: Any = float32) -> None:
        super().__init__()
        if keep_prob <= 0 or keep_prob > 1:
            raise ValueError(f"'keep_prob' must be in (0, 1], but got {keep_prob}.")
        check_subclass("dtype", dtype, any_number, self.cls_name)
        check_value_type("keep_prob", keep_prob, [float], self.cls_name)
        self.keep_prob = keep_prob
        self.dropout = ops.Dropout(keep_prob)

    def construct(self, x: Tensor) -> Tensor:
        if not self.training or self.keep_prob == 1:
            return x
        return self.dropout(x)[0]

    def extend_repr(self) -> str:
        return f"keep_prob={self.keep_prob}"

    def shard(self, strategy: Any) -> None:  # type: ignore[override]  # MindSpore's
        self.dropout.shard(strategy)


class _LayerNorm(nn.Cell):
    """Normalizes over the last axis, with a factor `gamma` and a term `beta`."""

    def __init__(
        self,
        normalized_shape: Any,
        eps: float = 1e-5,
        param_init_type: Any = float32,
        is_self_defined: bool = False,
    ) -> None:
        super().__init__()
        if param_init_type not in HALF_OR_SINGLE:
            raise TypeError(
                f"'param_init_type' must be float32 or float16, but got {param_init_type}."
            )
        self.is_self_defined = is_self_defined
        self.eps = eps
        self.layer_norm = ops.LayerNorm(-1, -1, eps)
        for name, start in (("gamma", "ones"), ("beta", "zeros")):
            value = initializer(start, normalized_shape, param_init_type)
            setattr(self, name, whole_parameter(value, name))

    def construct(self, x: Tensor) -> Tensor:
        return self.layer_norm(x, self.gamma, self.beta)[0]

    def shard(self, strategy: Any) -> _LayerNorm:  # type: ignore[override]  # MindSpore's
        self.layer_norm.shard((strategy[0], (1,), (1,)))
        return self


class _Linear(nn.Cell):
    """`activation(x @ weight + bias)` in `compute_dtype`, in the dtype of x again.

    With `expert_num` > 1 there is a matrix for each expert: the rows of x are taken in `outer_batch` parts, in each of
    them an equal share for each expert in turn.
    """

    @_args_type_validator_check(
        in_channels=check_positive_int,
        out_channels=check_positive_int,
        has_bias=check_bool,
        transpose_b=check_bool,
        expert_num=check_positive_int,
        outer_batch=check_positive_int,
        param_init_type=_valid_value_checks(HALF_OR_SINGLE, "Linear"),
        compute_dtype=_valid_value_checks(HALF_OR_SINGLE, "Linear"),
    )
    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bias: bool = True,
        activation: Any = None,
        transpose_b: bool = True,
        expert_num: int = 1,
        outer_batch: int = 1,
        expert_group_size: int | None = None,
        param_init_type: Any = float32,
        compute_dtype: Any = float16,
    ) -> None:
        super().__init__()
        self.in_channels, self.out_channels = in_channels, out_channels
        self.expert_num, self.outer_batch = expert_num, outer_batch
        self.expert_group_size = expert_group_size
        self.expert_flag = expert_num > 1
        self.use_expert_group_size = self.expert_flag and _has_fixed_groups(expert_group_size)
        self.dtype = compute_dtype
        self._make_weight(weight_init, transpose_b, param_init_type)
        self.has_bias = has_bias
        self.bias = self._made_bias(bias_init, param_init_type) if has_bias else None
        self.bias_add = ops.Add()
        # Parameters are held as the strategies of the first operators say that take them.
        self.cast_weight, self.cast_bias = ops.Cast(), ops.Cast()
        self.act_name = activation
        self.activation = _made_activation(self.cls_name, activation)
        self.activation_flag = activation is not None

    def _make_weight(self, init: Any, transpose_b: bool, dtype: Any) -> None:
        shape = (self.out_channels, self.in_channels)
        if isinstance(init, Tensor) and tuple(init.shape) != shape:
            raise ValueError(f"'weight_init' must be {shape}, but its shape is {init.shape}.")
        of_one = shape if transpose_b else shape[::-1]
        experts = (self.expert_num,) if self.expert_flag else ()
        self.weight = Parameter(initializer(init, (*experts, *of_one), dtype), name="weight")
        product = ops.BatchMatMul if self.expert_flag else ops.MatMul
        self.matmul = product(transpose_b=transpose_b)

    def _made_bias(self, init: Any, dtype: Any) -> Parameter:
        if isinstance(init, Tensor) and tuple(init.shape) != (self.out_channels,):
            raise ValueError(
                f"'bias_init' must be ({self.out_channels},), but its shape is {init.shape}."
            )
        shape: tuple[int, ...] = (self.out_channels,)
        if self.expert_flag:
            shape = (1, self.expert_num, 1, self.out_channels)
        return whole_parameter(initializer(init, shape, dtype), "bias")

    def construct(self, x: Tensor) -> Tensor:
        dtype, shape = x.dtype, (*x.shape[:-1], self.out_channels)
        result = self.matmul(
            self._rows(x).astype(self.dtype), self.cast_weight(self.weight, self.dtype)
        )
        if self.has_bias:
            result = self.bias_add(result, self.cast_bias(self.bias, self.dtype))
        if self.activation_flag:
            result = self.activation(result)
        return ops.reshape(ops.cast(result, dtype), shape)

    def _rows(self, x: Tensor) -> Tensor:
        """x as (rows, in_channels), or with an axis of experts before the rows."""
        if not self.expert_flag:
            return ops.reshape(x, (-1, self.in_channels))
        if self.use_expert_group_size:
            rows: tuple[Any, ...] = (-1, self.expert_num, self.expert_group_size)
        else:
            rows = (self.outer_batch, self.expert_num, -1)
        return ops.reshape(x, (*rows, self.in_channels))

    def shard(  # type: ignore[override]  # MindSpore's
        self, strategy_matmul: Any, strategy_bias: Any = None, strategy_activation: Any = None
    ) -> _Linear:
        """Cut the product and what follows it; an activation of one operand follows its input."""
        self.matmul.shard(strategy_matmul)
        if strategy_matmul is not None:
            self.cast_weight.shard((strategy_matmul[1],))
        if self.has_bias and strategy_bias is not None:
            self.bias_add.shard(strategy_bias)
            self.cast_bias.shard((strategy_bias[1],))
        if self.activation_flag and strategy_activation is not None:
            _shard_activation(self.act_name, self.activation, strategy_activation[0])
        return self


def _has_fixed_groups(size: int | None) -> bool:
    """Whether the rows of each expert come in groups of `size`: where strategies are searched for."""
    mode = context.get_auto_parallel_context("parallel_mode")
    searched = context.get_auto_parallel_context("search_mode") != "sharding_propagation"
    if mode != context.ParallelMode.AUTO_PARALLEL or not searched:
        return False
    if size is None:
        raise ValueError(
            "'expert_group_size' must be an int in MoEConfig where strategies are searched for."
        )
    return True


def _made_activation(where: str, activation: Any) -> Any:
    if activation is None or isinstance(activation, str):
        return nn.get_activation(activation)
    if not (isinstance(activation, type) and issubclass(activation, nn.Cell)):
        raise TypeError(
            f"For '{where}', 'activation' must be a str, a class of Cells or None, but got {activation}."
        )
    return activation()


def _shard_activation(given: Any, activation: Any, pieces: tuple[int, ...]) -> None:
    if isinstance(given, str):
        if given.lower() == "logsoftmax":
            raise ValueError("'LogSoftmax' cannot be cut: it is over the axis that is cut.")
        return
    if not hasattr(activation, "activation_shard"):
        logger.warning(
            f"The activation {type(activation).__name__} has no 'activation_shard': it is cut as it says itself."
        )
    elif len(pieces) == 2:
        activation.activation_shard(OpParallelConfig(*pieces))
    elif len(pieces) == 4:
        experts, model = pieces[1:3]
        activation.activation_shard(MoEParallelConfig(pieces[0], model, experts))
    else:
        raise ValueError(
            f"An activation with 'activation_shard' takes strategies of 2 or 4 axes, but got {pieces}."
        )
