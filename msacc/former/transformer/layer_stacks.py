"""TransformerEncoder and TransformerDecoder, stacks of layers, and Transformer, which is both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc import Tensor, float32, nn, ops
from msacc._checkparam import check_non_negative_int
from msacc.former.transformer.argument_checks import _args_type_validator_check
from msacc.former.transformer.decoder_layer import TransformerDecoderLayer
from msacc.former.transformer.encoder_layer import TransformerEncoderLayer
from msacc.former.transformer.parallel_config import (
    TransformerOpParallelConfig,
    _check_config,
    default_transformer_config,
)
from msacc.former.transformer.per_layer import _get_lambda_func
from msacc.former.transformer.residual_layer import layer_checks
from msacc.former.transformer.routing import MoEConfig, _check_moe_config, default_moe_config

_CONFIGS: list[type] = [TransformerOpParallelConfig]


def _stack_checks(where: str, *sizes: str, **others: Any) -> dict[str, Any]:
    return {**layer_checks(where, _CONFIGS, "batch_size", *sizes), **others}


class _Stack(nn.Cell):
    """The base of both stacks: `blocks`, called one after the other."""

    def _fill(self, layer: type, settings: dict[str, Any], *names: str) -> None:
        """Make the layers; `names`: the settings that are handed to each, besides those that all have."""
        config, moe_config = settings["parallel_config"], settings["moe_config"]
        _check_config(config)
        _check_moe_config(moe_config, config)
        self.use_moe = moe_config.expert_num > 1
        self.num_layers = settings["num_layers"]
        self.add = ops.Add().shard(((), ()))
        self.aux_loss = Tensor(0.0, float32)
        for_layer = {name: settings[name] for name in (*_OF_LAYERS, *names)}
        for_layer["parallel_config"] = (
            config.moe_parallel_config if self.use_moe else config.dp_mp_config
        )
        set_for_layer = settings["lambda_func"] or _get_lambda_func()
        self.blocks = nn.CellList()
        for i in range(self.num_layers):
            block = layer(**for_layer)
            set_for_layer(
                block,
                layer_id=i,
                layers=self.num_layers,
                offset=settings["offset"],
                parallel_config=config,
            )
            self.blocks.append(block)

    def _through(self, hidden_states: Tensor, *others: Any) -> tuple[Any, ...]:
        present: tuple[Any, ...] = ()
        loss = self.aux_loss
        for block in self.blocks:
            hidden_states, keys_and_values, *of_experts = block(hidden_states, *others)
            present = (*present, keys_and_values)
            for term in of_experts:
                loss = self.add(loss, term)
        return (hidden_states, present, loss) if self.use_moe else (hidden_states, present)


_OF_LAYERS = (
    "hidden_size",
    "batch_size",
    "ffn_hidden_size",
    "num_heads",
    "attention_dropout_rate",
    "hidden_dropout_rate",
    "hidden_act",
    "post_layernorm_residual",
    "layernorm_compute_type",
    "softmax_compute_type",
    "param_init_type",
    "use_past",
    "moe_config",
)


class TransformerEncoder(_Stack):
    """`num_layers` TransformerEncoderLayers, called as one of them is; gives a tuple of each layer's keys and values.

    `lambda_func(block, layer_id, layers, offset, parallel_config)` is called for each layer, which has number
    `layer_id + offset`; by default it sets the stage, the group of gradients and recomputation.
    """

    @_args_type_validator_check(
        **_stack_checks(
            "TransformerEncoder", "seq_length", "num_layers", offset=check_non_negative_int
        )
    )
    def __init__(
        self,
        batch_size: int,
        num_layers: int,
        hidden_size: int,
        ffn_hidden_size: int,
        seq_length: int,
        num_heads: int,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        hidden_act: Any = "gelu",
        post_layernorm_residual: bool = False,
        layernorm_compute_type: Any = float32,
        softmax_compute_type: Any = float32,
        param_init_type: Any = float32,
        lambda_func: Callable[..., Any] | None = None,
        offset: int = 0,
        use_past: bool = False,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: TransformerOpParallelConfig = default_transformer_config,
    ) -> None:
        settings = dict(locals())
        super().__init__()
        self._fill(TransformerEncoderLayer, settings, "seq_length")

    def construct(
        self,
        hidden_states: Tensor,
        attention_mask: Tensor | None,
        init_reset: Any = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple[Any, ...]:
        return self._through(hidden_states, attention_mask, init_reset, batch_valid_length)


class TransformerDecoder(_Stack):
    """`num_layers` TransformerDecoderLayers, called as one of them is; otherwise as TransformerEncoder."""

    @_args_type_validator_check(
        **_stack_checks(
            "TransformerDecoder",
            "src_seq_length",
            "tgt_seq_length",
            "num_layers",
            offset=check_non_negative_int,
        )
    )
    def __init__(
        self,
        num_layers: int,
        batch_size: int,
        hidden_size: int,
        ffn_hidden_size: int,
        src_seq_length: int,
        tgt_seq_length: int,
        num_heads: int,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        post_layernorm_residual: bool = False,
        layernorm_compute_type: Any = float32,
        softmax_compute_type: Any = float32,
        param_init_type: Any = float32,
        hidden_act: Any = "gelu",
        lambda_func: Callable[..., Any] | None = None,
        use_past: bool = False,
        offset: int = 0,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: TransformerOpParallelConfig = default_transformer_config,
    ) -> None:
        settings = dict(locals())
        super().__init__()
        self._fill(TransformerDecoderLayer, settings, "src_seq_length", "tgt_seq_length")

    def construct(
        self,
        hidden_states: Tensor,
        attention_mask: Tensor | None,
        encoder_output: Tensor | None = None,
        memory_mask: Tensor | None = None,
        init_reset: Any = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple[Any, ...]:
        return self._through(
            hidden_states,
            attention_mask,
            encoder_output,
            memory_mask,
            init_reset,
            batch_valid_length,
        )


class Transformer(nn.Cell):
    """An `encoder` and, if it has `decoder_layers`, a `decoder` over what that gives.

    Called with what the encoder and the decoder are called with; gives the last one's result and the keys and values
    of both, or None for a decoder that is not there; with experts the sum of their losses, too.
    """

    @_args_type_validator_check(
        **_stack_checks(
            "Transformer",
            "src_seq_length",
            "tgt_seq_length",
            "encoder_layers",
            decoder_layers=check_non_negative_int,
        )
    )
    def __init__(
        self,
        hidden_size: int,
        batch_size: int,
        ffn_hidden_size: int,
        src_seq_length: int,
        tgt_seq_length: int,
        encoder_layers: int = 3,
        decoder_layers: int = 3,
        num_heads: int = 2,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        hidden_act: Any = "gelu",
        post_layernorm_residual: bool = False,
        layernorm_compute_type: Any = float32,
        softmax_compute_type: Any = float32,
        param_init_type: Any = float32,
        lambda_func: Callable[..., Any] | None = None,
        use_past: bool = False,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: TransformerOpParallelConfig = default_transformer_config,
    ) -> None:
        settings = dict(locals())
        super().__init__()
        _check_config(parallel_config)
        if decoder_layers > 0 and use_past:
            raise ValueError(f"For '{self.cls_name}', 'use_past' must be False with a decoder.")
        _check_moe_config(moe_config, parallel_config)
        self.batch_size, self.hidden_size, self.use_past = batch_size, hidden_size, use_past
        self.src_seq_length, self.tgt_seq_length = src_seq_length, tgt_seq_length
        self.use_moe = moe_config.expert_num > 1
        self.add = ops.Add().shard(((), ()))
        self.aux_loss = Tensor(0.0, float32)
        shared = {name: settings[name] for name in (*_OF_LAYERS, "parallel_config")}
        shared["lambda_func"] = lambda_func or _get_lambda_func(encoder_layers + decoder_layers)
        self.encoder = TransformerEncoder(
            num_layers=encoder_layers, seq_length=src_seq_length, **shared
        )
        self.decoder = None
        if decoder_layers > 0:
            self.decoder = TransformerDecoder(
                num_layers=decoder_layers,
                src_seq_length=src_seq_length,
                tgt_seq_length=tgt_seq_length,
                offset=encoder_layers,
                **shared,
            )

    def construct(
        self,
        encoder_inputs: Tensor,
        encoder_masks: Tensor | None,
        decoder_inputs: Tensor | None = None,
        decoder_masks: Tensor | None = None,
        memory_mask: Tensor | None = None,
        init_reset: Any = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple[Any, ...]:
        past = (init_reset, batch_valid_length)
        output, of_encoder, *losses = self.encoder(encoder_inputs, encoder_masks, *past)
        of_decoder = None
        if self.decoder is not None:
            output, of_decoder, *more = self.decoder(
                decoder_inputs, decoder_masks, output, memory_mask, *past
            )
            losses = [*losses, *more]
        if not self.use_moe:
            return output, of_encoder, of_decoder
        total = self.aux_loss
        for loss in losses:
            total = self.add(total, loss)
        return output, of_encoder, of_decoder, total
