"""TransformerDecoderLayer."""

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
_LENGTHS = ("src_seq_length", "tgt_seq_length")


class TransformerDecoderLayer(ResidualLayer):
    """Self-attention, attention to what an encoder gave, and a feed-forward layer, each with a residual sum.

    Called with (batch, tgt_seq_length, hidden_size), a mask (batch, tgt_seq_length, tgt_seq_length), and, or None, the
    encoder's (batch, src_seq_length, hidden_size) and a mask (batch, tgt_seq_length, src_seq_length). Gives the result
    and the keys and values of both attentions; with experts their loss, too. `post_layernorm_residual` adds the
    normalized values. ValueError for `use_past=True`.
    """

    @_args_type_validator_check(**layer_checks("TransformerDecoderLayer", _CONFIGS, *_LENGTHS))
    def __init__(
        self,
        hidden_size: int,
        ffn_hidden_size: int,
        num_heads: int,
        batch_size: int | None,
        src_seq_length: int,
        tgt_seq_length: int,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        post_layernorm_residual: bool = False,
        use_past: bool = False,
        layernorm_compute_type: Any = float32,
        softmax_compute_type: Any = float32,
        param_init_type: Any = float32,
        hidden_act: Any = "gelu",
        moe_config: MoEConfig = default_moe_config,
        parallel_config: OpParallelConfig | MoEParallelConfig = default_dpmp_config,
    ) -> None:
        settings = dict(locals())
        super().__init__()
        self._take(settings)
        if use_past:
            raise ValueError(f"For '{self.cls_name}', 'use_past' must be False.")
        self.softmax_compute_type = softmax_compute_type
        self.src_seq_length, self.tgt_seq_length = src_seq_length, tgt_seq_length
        self.layernorm1, self.layernorm2 = self._norm(settings), self._norm(settings)
        self.attention = self._attention(settings, tgt_seq_length, tgt_seq_length)
        self.cross_attention = self._attention(settings, tgt_seq_length, src_seq_length)
        self.cross_attention_layernorm = self._norm(settings)
        self.output = self._feed_forward(settings)
        self._make_past(num_heads, tgt_seq_length)

    def construct(
        self,
        hidden_stats: Tensor,
        decoder_mask: Tensor | None,
        encoder_output: Tensor | None = None,
        memory_mask: Tensor | None = None,
        init_reset: Any = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple[Any, ...]:
        self._check_input(
            hidden_stats, decoder_mask, encoder_output, memory_mask, init_reset, batch_valid_length
        )
        shape = hidden_stats.shape
        x = ops.reshape(hidden_stats, (-1, shape[-1]))
        normed = ops.cast(self.layernorm1(x), self.dtype)
        attention, present = self.attention(normed, normed, normed, decoder_mask)
        x = self._added(x, normed, attention)
        if encoder_output is not None:
            normed = ops.cast(self.cross_attention_layernorm(x), self.dtype)
            memory = ops.cast(encoder_output, self.dtype)
            attention, of_memory = self.cross_attention(normed, memory, memory, memory_mask)
            present = (*present, *of_memory)
            x = self._added(x, normed, attention)
        normed = ops.cast(self.layernorm2(x), self.dtype)
        fed, loss = self._fed_forward(normed)
        output = self._sum(normed if self.post_layernorm_residual else x, fed, shape)
        return (output, present, loss) if self.use_moe else (output, present)

    def _added(self, x: Tensor, normed: Tensor, attention: Tensor) -> Tensor:
        return self.add(normed if self.post_layernorm_residual else x, attention)

    def _check_input(
        self,
        hidden_states: Tensor,
        attention_mask: Any,
        encoder_output: Any,
        memory_mask: Any,
        init_reset: Any,
        batch_valid_length: Any,
    ) -> bool:
        self._check_tensors(
            hidden_states=hidden_states,
            attention_mask=attention_mask,
            encoder_output=encoder_output,
            memory_mask=memory_mask,
        )
        self._check_past(init_reset, batch_valid_length)
        return True
