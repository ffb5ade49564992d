"""TransformerEncoderLayer."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, float32, ops
from msacc.former.transformer.argument_checks import _args_type_validator_check
from msacc.former.transformer.parallel_config import (
    MoEParallelConfig,
    OpParallelConfig,
    default_dpmp_config,
)
from msacc.former.transformer.residual_layer import ResidualLayer, layer_checks
from msacc.former.transformer.routing import MoEConfig, default_moe_config

_CONFIGS = [OpParallelConfig, MoEParallelConfig]


class TransformerEncoderLayer(ResidualLayer):
    """Self-attention and a feed-forward layer, each with a residual sum.

    The layer is normalized before each of them, or, with `post_layernorm_residual`, after them. Called with x, (batch,
    seq_length, hidden_size) or (batch * seq_length, hidden_size), and a mask (batch, seq_length, seq_length) or None.
    Gives the result and the keys and values; with experts their loss, too.

    With `use_past` the keys and values of earlier calls are Parameters of the layer; `init_reset`, bool (1,), forgets
    them where it is False, `batch_valid_length`, int32 (batch,), is how much of each sequence is no padding.
    """

    @_args_type_validator_check(**layer_checks("TransformerEncoderLayer", _CONFIGS, "seq_length"))
    def __init__(
        self,
        batch_size: int | None,
        hidden_size: int,
        ffn_hidden_size: int,
        num_heads: int,
        seq_length: int,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        post_layernorm_residual: bool = False,
        layernorm_compute_type: Any = float32,
        softmax_compute_type: Any = float32,
        param_init_type: Any = float32,
        hidden_act: Any = "gelu",
        use_past: bool = False,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: OpParallelConfig | MoEParallelConfig = default_dpmp_config,
    ) -> None:
        settings = dict(locals())
        super().__init__()
        self._take(settings)
        self.seq_length = seq_length
        self.layernorm1, self.layernorm2 = self._norm(settings), self._norm(settings)
        self.attention = self._attention(settings, seq_length, seq_length)
        self.output = self._feed_forward(settings)
        self._make_past(num_heads, seq_length)

    def construct(
        self,
        x: Tensor,
        input_mask: Tensor | None = None,
        init_reset: Any = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple[Any, ...]:
        self._check_input(x, input_mask, init_reset, batch_valid_length)
        shape, after = x.shape, self.post_layernorm_residual
        x = ops.reshape(x, (-1, shape[-1]))
        attended = ops.cast(x if after else self.layernorm1(x), self.dtype)
        self._reset_past(init_reset)
        attention, present = self.attention(
            attended,
            attended,
            attended,
            input_mask,
            self.key_past,
            self.value_past,
            batch_valid_length,
        )
        x = self.add(attended if after else x, attention)
        normed = ops.cast(self.layernorm2(x), self.dtype)
        fed, loss = self._fed_forward(normed)
        self._keep_past(present)
        output = self._sum(normed if after else x, fed, shape)
        if after:
            output = ops.reshape(self.layernorm1(ops.reshape(output, (-1, shape[-1]))), shape)
        return (output, present, loss) if self.use_moe else (output, present)

    def _check_input(
        self, x: Tensor, input_mask: Any, init_reset: Any, batch_valid_length: Any
    ) -> bool:
        self._check_tensors(x=x, input_mask=input_mask)
        self._check_past(init_reset, batch_valid_length)
        return True
