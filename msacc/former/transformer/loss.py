"""CrossEntropyLoss: the mean loss of the tokens that count."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, float32, int32, nn, ops
from msacc.former.transformer.argument_checks import HALF_OR_SINGLE, _check_input_dtype
from msacc.former.transformer.parallel_config import OpParallelConfig, default_dpmp_config

_LEAST = 1e-24  # added to a probability before its logarithm


class _TokenLoss(nn.Cell):
    """The loss of each row; its gradient is that of the exact loss, probability - label."""

    def __init__(self, dp: int, mp: int) -> None:
        super().__init__()
        both = (dp, mp)
        self.on_value, self.off_value = Tensor(1.0, float32), Tensor(0.0, float32)
        self.max = ops.ArgMaxWithValue(axis=-1, keep_dims=True).shard((both,))
        self.sub = ops.Sub().shard((both, (dp, 1)))
        self.exp = ops.Exp().shard((both,))
        self.div = ops.RealDiv().shard((both, (dp, 1)))
        self.onehot = ops.OneHot().shard((both, (), ()))
        self.add = ops.Add().shard((both, ()))
        self.log = ops.Log().shard((both,))
        self.mul = ops.Mul().shard((both, both))
        self.sum = ops.ReduceSum().shard((both,))

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        probability, one_hot = self._distributions(logits, label)
        return -self.sum(self.mul(self.log(self.add(probability, _LEAST)), one_hot), -1)

    def bprop(self, logits: Tensor, label: Tensor, out: Tensor, dout: Tensor) -> tuple[Any, ...]:
        probability, one_hot = self._distributions(logits, label)
        gradient = (probability - one_hot) * ops.expand_dims(dout, -1)
        return ops.cast(gradient, logits.dtype), ops.zeros_like(label)

    def _distributions(self, logits: Tensor, label: Tensor) -> tuple[Any, Any]:
        logits = ops.cast(logits, float32)
        powers = self.exp(self.sub(logits, self.max(logits)[1]))
        total = ops.expand_dims(self.sum(powers, -1), -1)
        one_hot = self.onehot(label, logits.shape[-1], self.on_value, self.off_value)
        return self.div(powers, total), one_hot


class CrossEntropyLoss(nn.Cell):
    """Called with logits (tokens, vocabulary), int32 labels (tokens,) and float32 weights (tokens,): a mean.

    It is divided by the sum of the weights and 1e-5; logits are float32 or float16.
    """

    def __init__(self, parallel_config: OpParallelConfig = default_dpmp_config) -> None:
        super().__init__()
        if not isinstance(parallel_config, OpParallelConfig):
            raise TypeError(
                "For 'CrossEntropyLoss', 'parallel_config' must be an OpParallelConfig, but got "
                f"{type(parallel_config).__name__}."
            )
        self._token_loss = _TokenLoss(parallel_config.data_parallel, parallel_config.model_parallel)
        self.sum2 = ops.ReduceSum().shard(((1,),))
        self.mul2 = ops.Mul().shard(((1,), (1,)))

    def construct(self, logits: Tensor, label: Tensor, input_mask: Tensor) -> Tensor:
        self._check_input(logits, label, input_mask)
        weights = ops.reshape(input_mask, (-1,))
        total = self.sum2(self.mul2(self._token_loss(logits, label), weights))
        return total / (self.sum2(weights) + Tensor([1e-5], float32))

    def _check_input(self, logits: Any, label: Any, input_mask: Any) -> bool:
        rows: tuple[tuple[str, Any, Any], ...] = (
            ("logits", logits, HALF_OR_SINGLE),
            ("label", label, [int32]),
            ("input_mask", input_mask, [float32]),
        )
        for name, given, dtypes in rows:
            if not isinstance(given, Tensor):
                raise TypeError(
                    f"For '{self.cls_name}', '{name}' must be a Tensor, but got {type(given).__name__}."
                )
            _check_input_dtype(given.dtype, name, dtypes, self.cls_name)
        return True
