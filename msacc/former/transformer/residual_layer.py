"""What encoder and decoder layers have in common: their matrices, residual sums, and keys and values of the past."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Parameter, Tensor, bool_, float16, int32, nn, ops
from msacc._checkparam import check_bool, check_non_negative_float, check_positive_int
from msacc.former.transformer.argument_checks import (
    HALF_OR_SINGLE,
    _check_input_dtype,
    _check_past_none_input_none,
    _valid_type_checks,
    _valid_value_checks,
    check_multiple,
)
from msacc.former.transformer.attention import MultiHeadAttention
from msacc.former.transformer.basic_layers import _LayerNorm
from msacc.former.transformer.experts import MoE
from msacc.former.transformer.feed_forward import FeedForward
from msacc.former.transformer.parallel_config import _check_config
from msacc.former.transformer.routing import _check_moe_config


def layer_checks(where: str, config_types: list[type], *sizes: str) -> dict[str, Any]:
    """The checks of arguments that layers and stacks of them share; `sizes`: arguments that are ints from 1."""
    half_or_single = _valid_value_checks(HALF_OR_SINGLE, where)
    return {
        **dict.fromkeys(
            ("hidden_size", "num_heads", "ffn_hidden_size", *sizes), check_positive_int
        ),
        "attention_dropout_rate": check_non_negative_float,
        "hidden_dropout_rate": check_non_negative_float,
        "post_layernorm_residual": check_bool,
        "layernorm_compute_type": half_or_single,
        "softmax_compute_type": half_or_single,
        "param_init_type": half_or_single,
        "parallel_config": _valid_type_checks(config_types, where),
        "use_past": check_bool,
    }


class ResidualLayer(nn.Cell):
    """The base of encoder and decoder layers. Subclasses add their Cells in the order that MindSpore's have them in."""

    key_past: Any
    value_past: Any

    def _take(self, settings: dict[str, Any]) -> None:
        """Check sizes against `parallel_config`; keep what is asked of the layer."""
        config = settings["parallel_config"]
        if settings["batch_size"] or settings["use_past"]:
            check_positive_int(settings["batch_size"], "batch_size", self.cls_name)
        _check_config(config)
        _check_moe_config(settings["moe_config"], config)
        mp = config.model_parallel
        for name in ("num_heads", "hidden_size", "ffn_hidden_size"):
            check_multiple(self.cls_name, name, settings[name], "model_parallel", mp)
        self.batch_size, self.hidden_size = settings["batch_size"], settings["hidden_size"]
        self.use_past = settings["use_past"]
        self.use_moe = settings["moe_config"].expert_num > 1
        self.post_layernorm_residual = settings["post_layernorm_residual"]
        self.dtype = float16
        dp = config.data_parallel
        self.add = ops.Add().shard(((dp, 1), (dp, 1)))
        self.add_3d = ops.Add().shard(((dp, 1, 1), (dp, 1, 1)))

    def _norm(self, settings: dict[str, Any]) -> _LayerNorm:
        norm = _LayerNorm((self.hidden_size,)).to_float(settings["layernorm_compute_type"])
        return norm.shard(((settings["parallel_config"].data_parallel, 1),))

    def _attention(self, settings: dict[str, Any], queries: int, keys: int) -> MultiHeadAttention:
        config = settings["parallel_config"]
        return MultiHeadAttention(
            self.batch_size,
            queries,
            keys,
            self.hidden_size,
            settings["num_heads"],
            settings["hidden_dropout_rate"],
            settings["attention_dropout_rate"],
            softmax_compute_type=settings["softmax_compute_type"],
            param_init_type=settings["param_init_type"],
            use_past=self.use_past,
            parallel_config=config.dpmp if self.use_moe else config,
        )

    def _feed_forward(self, settings: dict[str, Any]) -> FeedForward | MoE:
        shared = {
            "hidden_size": self.hidden_size,
            "ffn_hidden_size": settings["ffn_hidden_size"],
            "dropout_rate": settings["hidden_dropout_rate"],
            "hidden_act": settings["hidden_act"],
            "param_init_type": settings["param_init_type"],
            "parallel_config": settings["parallel_config"],
        }
        if self.use_moe:
            return MoE(moe_config=settings["moe_config"], **shared)
        return FeedForward(**shared)

    def _make_past(self, num_heads: int, length: int) -> None:
        """Parameters `key_past` and `value_past`, zeros at the start; None without `use_past`."""
        size = self.hidden_size // num_heads
        self.key_shape = (self.batch_size, num_heads, size, length)
        self.value_shape = (self.batch_size, num_heads, length, size)
        each = (1, 1, 1, 1)
        self.mul = ops.Mul().shard((each, (1,)))
        self.assign = ops.Assign().shard((each, each))
        for name, shape in (("key_past", self.key_shape), ("value_past", self.value_shape)):
            value = (
                Parameter(Tensor(np.zeros(shape), self.dtype), name=name) if self.use_past else None
            )
            setattr(self, name, value)

    def _reset_past(self, init_reset: Any) -> None:
        """Zeros for the past where `init_reset` is False."""
        if self.use_past:
            keep = ops.cast(init_reset, self.dtype)
            for past in (self.key_past, self.value_past):
                self.assign(past, self.mul(past, keep))

    def _keep_past(self, present: tuple[Tensor, ...]) -> None:
        if self.use_past:
            self.assign(self.key_past, present[0])
            self.assign(self.value_past, present[1])

    def _fed_forward(self, x: Tensor) -> tuple[Tensor, Tensor | None]:
        """The result of the feed-forward layer, and the loss of its experts."""
        return self.output(x) if self.use_moe else (self.output(x), None)

    def _sum(self, x: Tensor, other: Tensor, shape: tuple[int, ...]) -> Tensor:
        """The sum of two Tensors of rows, of `shape`."""
        add = self.add_3d if len(shape) == 3 else self.add
        return add(ops.reshape(x, shape), ops.reshape(other, shape))

    def _check_tensors(self, **tensors: Tensor | None) -> None:
        """TypeError for a Tensor that is neither float32 nor float16."""
        for name, x in tensors.items():
            if x is not None:
                _check_input_dtype(x.dtype, name, HALF_OR_SINGLE, self.cls_name)

    def _check_past(self, init_reset: Any, batch_valid_length: Any) -> None:
        """TypeError for what concerns the past without `use_past`, and where it lacks with it."""
        rows = (
            ("init_reset", init_reset, True, bool_),
            ("batch_valid_length", batch_valid_length, None, int32),
        )
        for name, given, default, dtype in rows:
            is_tensor = isinstance(given, Tensor)
            _check_past_none_input_none(
                self.use_past, name, self.cls_name, default, is_tensor, given is default
            )
            if is_tensor:
                _check_input_dtype(given.dtype, name, [dtype], self.cls_name)
