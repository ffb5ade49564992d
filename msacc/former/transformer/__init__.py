"""`mindspore.nn.transformer` of MindSpore 1.6 to 1.10, `mindspore.parallel._transformer` until 2.2.

Parameters have MindSpore's names, so that checkpoints of that time load.

Imports: , _checkparam, common, communication, context, log, nn, ops.
"""

from msacc.former.transformer.argument_checks import (
    _args_type_validator_check as _args_type_validator_check,
)
from msacc.former.transformer.argument_checks import _check_input_dtype as _check_input_dtype
from msacc.former.transformer.argument_checks import _check_input_shape as _check_input_shape
from msacc.former.transformer.argument_checks import (
    _check_input_shape_value as _check_input_shape_value,
)
from msacc.former.transformer.argument_checks import (
    _check_past_none_input_none as _check_past_none_input_none,
)
from msacc.former.transformer.argument_checks import _check_shape_equal as _check_shape_equal
from msacc.former.transformer.argument_checks import (
    _check_shape_equal_without_batch as _check_shape_equal_without_batch,
)
from msacc.former.transformer.argument_checks import _LayerInputCheck as _LayerInputCheck
from msacc.former.transformer.argument_checks import _valid_type_checks as _valid_type_checks
from msacc.former.transformer.argument_checks import _valid_value_checks as _valid_value_checks
from msacc.former.transformer.attention import MultiHeadAttention as MultiHeadAttention
from msacc.former.transformer.basic_layers import _Dropout as _Dropout
from msacc.former.transformer.basic_layers import _LayerNorm as _LayerNorm
from msacc.former.transformer.basic_layers import _Linear as _Linear
from msacc.former.transformer.checked_settings import _Config as _Config
from msacc.former.transformer.decoder_layer import (
    TransformerDecoderLayer as TransformerDecoderLayer,
)
from msacc.former.transformer.embedding import AttentionMask as AttentionMask
from msacc.former.transformer.embedding import VocabEmbedding as VocabEmbedding
from msacc.former.transformer.encoder_layer import (
    TransformerEncoderLayer as TransformerEncoderLayer,
)
from msacc.former.transformer.experts import MoE as MoE
from msacc.former.transformer.feed_forward import FeedForward as FeedForward
from msacc.former.transformer.layer_stacks import Transformer as Transformer
from msacc.former.transformer.layer_stacks import TransformerDecoder as TransformerDecoder
from msacc.former.transformer.layer_stacks import TransformerEncoder as TransformerEncoder
from msacc.former.transformer.loss import CrossEntropyLoss as CrossEntropyLoss
from msacc.former.transformer.parallel_config import (
    EmbeddingOpParallelConfig as EmbeddingOpParallelConfig,
)
from msacc.former.transformer.parallel_config import MoEParallelConfig as MoEParallelConfig
from msacc.former.transformer.parallel_config import OpParallelConfig as OpParallelConfig
from msacc.former.transformer.parallel_config import (
    TransformerOpParallelConfig as TransformerOpParallelConfig,
)
from msacc.former.transformer.parallel_config import (
    TransformerRecomputeConfig as TransformerRecomputeConfig,
)
from msacc.former.transformer.parallel_config import _check_config as _check_config
from msacc.former.transformer.parallel_config import _PipeLineConfig as _PipeLineConfig
from msacc.former.transformer.parallel_config import default_dpmp_config as default_dpmp_config
from msacc.former.transformer.parallel_config import (
    default_embedding_parallel_config as default_embedding_parallel_config,
)
from msacc.former.transformer.parallel_config import (
    default_moeparallel_config as default_moeparallel_config,
)
from msacc.former.transformer.parallel_config import (
    default_transformer_config as default_transformer_config,
)
from msacc.former.transformer.parallel_config import (
    default_transformer_recompute_config as default_transformer_recompute_config,
)
from msacc.former.transformer.per_layer import _get_lambda_func as _get_lambda_func
from msacc.former.transformer.routing import MoEConfig as MoEConfig
from msacc.former.transformer.routing import Router as Router
from msacc.former.transformer.routing import TopkRouter as TopkRouter
from msacc.former.transformer.routing import _check_moe_config as _check_moe_config
from msacc.former.transformer.routing import calculate_expert_capacity as calculate_expert_capacity
from msacc.former.transformer.routing import default_moe_config as default_moe_config
from msacc.former.transformer.sparse_attention import FixedSparseAttention as FixedSparseAttention

# What a star import gives, as in MindSpore; the others come when they are asked for by name.
__all__ = [
    "AttentionMask",
    "CrossEntropyLoss",
    "EmbeddingOpParallelConfig",
    "FeedForward",
    "FixedSparseAttention",
    "MoEConfig",
    "MultiHeadAttention",
    "OpParallelConfig",
    "Transformer",
    "TransformerDecoder",
    "TransformerDecoderLayer",
    "TransformerEncoder",
    "TransformerEncoderLayer",
    "TransformerOpParallelConfig",
    "TransformerRecomputeConfig",
    "VocabEmbedding",
]
