"""Primitives of large models: fused attention, caches, norms, products of experts and of quantised matrices."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from msacc.common import dtype as mstype
from msacc.common.own_code import own_code
from msacc.ops.core.primitive import declared, primitive
from msacc.ops.nn import activation, fused_matmul, fused_norm
from msacc.ops.nn.attention import (
    decode,
    flash,
    flash_grad,
    inference,
    multi_scale,
    native_sparse,
    paged,
    prefill,
    ring,
    rotary,
)
from msacc.ops.nn.moe import gating, grouped, routing
from msacc.ops.nn.quant import products, rounding

_required = inspect.Parameter.empty
_ALL = 2147483647


def in_order(fn: Callable[..., Any], names: str) -> Callable[..., Any]:
    """`fn` taking the arguments `names` by place, whose order in `fn` is another or which it takes by name alone."""
    order = names.split()

    @own_code
    def call(*args: Any, **settings: Any) -> Any:
        return fn(**dict(zip(order, args, strict=False)), **settings)

    given = inspect.signature(fn).parameters
    rest = [p.replace(kind=p.KEYWORD_ONLY) for name, p in given.items() if name not in order]
    placed = [given[name].replace(kind=inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in order]
    call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [*_required_first(placed), *rest]
    )
    call.__doc__, call.__name__ = fn.__doc__, fn.__name__
    return call


def _required_first(placed: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """Behind the first argument that may be left out, all may be."""
    found, optional = [], False
    for each in placed:
        optional = optional or each.default is not _required
        none = each.default is _required and optional
        found.append(each.replace(default=None) if none else each)
    return found


# -- attention --------------------------------------------------------------------------------
FlashAttentionScore = primitive(
    "FlashAttentionScore", flash.flash_attention_primitive, head_num=_required, keep_prob=1.0, scale_value=1.0,
    pre_tokens=_ALL, next_tokens=_ALL, inner_precise=0, input_layout="BSH", sparse_mode=0,
)  # fmt: skip
FlashAttentionScoreGrad = primitive(
    "FlashAttentionScoreGrad", flash_grad.flash_attention_score_grad, head_num=_required, keep_prob=1.0,
    scale_value=1.0, pre_tokens=65536, next_tokens=65536, inner_precise=1, input_layout="BSH", sparse_mode=0,
)  # fmt: skip
PromptFlashAttention = primitive(
    "PromptFlashAttention", prefill.prompt_flash_attention, num_heads=1, scale_value=1.0, pre_tokens=_ALL,
    next_tokens=0, input_layout="BSH", num_key_value_heads=0, sparse_mode=0, inner_precise=1,
)  # fmt: skip
IncreFlashAttention = primitive(
    "IncreFlashAttention", in_order(
        decode.incre_flash_attention,
        "query key value attn_mask actual_seq_lengths pse_shift dequant_scale1 quant_scale1 dequant_scale2 "
        "quant_scale2 "
        "quant_offset2 antiquant_scale antiquant_offset block_table kv_padding_size",
    ), num_heads=1, input_layout="BSH", scale_value=1.0,
    num_key_value_heads=0, block_size=0, inner_precise=1,
)  # fmt: skip
FusedInferAttentionScore = primitive(
    "FusedInferAttentionScore", in_order(
        inference.fused_infer_attention_score,
        "query key value pse_shift atten_mask actual_seq_lengths actual_seq_lengths_kv dequant_scale1 quant_scale1 "
        "dequant_scale2 quant_scale2 quant_offset2 antiquant_scale antiquant_offset block_table query_padding_size "
        "kv_padding_size key_antiquant_scale key_antiquant_offset value_antiquant_scale value_antiquant_offset "
        "key_shared_prefix value_shared_prefix actual_shared_prefix_len",
    ), num_heads=1, scale_value=1.0,
    pre_tokens=_ALL, next_tokens=_ALL, input_layout="BSH", num_key_value_heads=0, sparse_mode=0, inner_precise=1,
    block_size=0, antiquant_mode=0, softmax_lse_flag=False, key_antiquant_mode=0, value_antiquant_mode=0,
    _to={"scale_value": "scale"},
)  # fmt: skip
PagedAttention = primitive(
    "PagedAttention", paged.paged_attention, head_num=_required, scale_value=_required, kv_head_num=_required,
    kv_cache_quant_mode="DEFAULT", mask_mode="MASK_DEFAULT", mla_v_dim=0,
)  # fmt: skip
PagedAttentionMask = primitive(
    "PagedAttentionMask", paged.paged_attention_mask, head_num=_required, scale_value=_required,
    kv_head_num=_required, kv_cache_quant_mode="DEFAULT",
)  # fmt: skip
ReshapeAndCache = primitive("ReshapeAndCache", paged.reshape_and_cache)
KVCacheScatterUpdate = primitive("KVCacheScatterUpdate", paged.kv_cache_scatter_update)
RingAttentionUpdate = primitive("RingAttentionUpdate", ring.ring_attention_update)
NsaCompress = primitive(
    "NsaCompress",
    in_order(
        native_sparse.nsa_compress,
        "input weight compress_block_size compress_stride actual_seq_len",
    ),
)
NsaSelectAttention = primitive(
    "NsaSelectAttention",
    in_order(
        native_sparse.nsa_select_attention,
        "query key value topk_indices scale_value head_num select_block_size select_block_count atten_mask "
        "actual_seq_qlen actual_seq_kvlen",
    ),
)
NsaCompressAttention = primitive("NsaCompressAttention", in_order(
        native_sparse.nsa_compress_attention,
        "query key value scale_value head_num compress_block_size compress_stride select_block_size "
        "select_block_count topk_mask atten_mask actual_seq_qlen actual_cmp_seq_kvlen actual_sel_seq_kvlen",
    ))  # fmt: skip
MultiScaleDeformableAttn = primitive(
    "MultiScaleDeformableAttn", multi_scale.multi_scale_deformable_attn_function
)
ApplyRotaryPosEmb = primitive("ApplyRotaryPosEmb", rotary.apply_rotary_pos_emb_, cos_format=0)
RotaryPositionEmbedding = primitive("RotaryPositionEmbedding", rotary.rotary_position_embedding)

# -- norms and activations --------------------------------------------------------------------
RmsNorm = primitive("RmsNorm", fused_norm.rms_norm, epsilon=1e-6)
AddRmsNorm = primitive("AddRmsNorm", fused_norm.add_rms_norm)
AddLayerNormV2 = primitive("AddLayerNormV2", fused_norm.add_layer_norm)
Swiglu = primitive("Swiglu", activation.swiglu)

# -- experts ----------------------------------------------------------------------------------
GroupedMatmul = primitive(
    "GroupedMatmul", grouped.grouped_matmul, split_item=0, group_type=-1, transpose_a=False, transpose_b=False
)  # fmt: skip
GroupedMatmulV2 = primitive("GroupedMatmulV2", grouped.grouped_matmul_v2)
GroupedMatmulV4 = primitive("GroupedMatmulV4", grouped.grouped_matmul_v4)
Gmm = primitive("Gmm", grouped.gmm)
GmmV2 = primitive("GmmV2", grouped.gmm)
InplaceGroupedMatmulAdd = primitive("InplaceGroupedMatmulAdd", grouped.grouped_matmul_add_)
InplaceMatmulAdd = primitive("InplaceMatmulAdd", grouped.matmul_add_)
MoeTokenPermute = primitive("MoeTokenPermute", routing.moe_token_permute)
MoeTokenUnpermute = primitive("MoeTokenUnpermute", routing.moe_token_unpermute)
InnerMoeTokenUnpermute = primitive("InnerMoeTokenUnpermute", routing.moe_token_unpermute)
MoeInitRouting = primitive("MoeInitRouting", routing.moe_init_routing)
MoeInitRoutingV2 = primitive("MoeInitRoutingV2", routing.moe_init_routing_all)
MoeFinalizeRouting = primitive("MoeFinalizeRouting", routing.moe_finalize_routing)
MoeComputeExpertTokens = primitive("MoeComputeExpertTokens", routing.moe_compute_expert_tokens)
MoeGatingTopKSoftmax = primitive("MoeGatingTopKSoftmax", gating.moe_gating_top_k_softmax)
GroupTopk = primitive("GroupTopk", gating.group_topk)
FusedAddTopKDiv = primitive("FusedAddTopKDiv", gating.fused_add_topk_div)
TopKRouter = primitive("TopKRouter", gating.topkrouter)
TopPRouter = primitive("TopPRouter", gating.topprouter)
FFNExt = primitive("FFNExt", fused_matmul.ffn_ext, activation="fastgelu", inner_precise=0)

# -- quantised --------------------------------------------------------------------------------
QuantV2 = primitive("QuantV2", rounding.quant_v2)
DynamicQuantExt = primitive("DynamicQuantExt", rounding.dynamic_quant)
QuantBatchMatmul = primitive(
    "QuantBatchMatmul", products.quant_batch_matmul, transpose_x1=False, transpose_x2=False, dtype=mstype.float16
)  # fmt: skip
WeightQuantBatchMatmul = primitive(
    "WeightQuantBatchMatmul", products.weight_quant_batch_matmul, transpose_x=False, transpose_weight=False,
    antiquant_group_size=0,
)  # fmt: skip
QuantMatmul = primitive("QuantMatmul", products.quant_matmul)
DequantSwigluQuant = primitive("DequantSwigluQuant", products.dequant_swiglu_quant)

# -- with collectives and transposes ----------------------------------------------------------
AllGatherMatmul = primitive(
    "AllGatherMatmul",
    in_order(
        fused_matmul.all_gather_matmul,
        "input x2 group world_size bias gather_index gather_output comm_turn trans_input trans_x2",
    ),
)
MatmulReduceScatter = primitive("MatmulReduceScatter", in_order(
        fused_matmul.matmul_reduce_scatter,
        "input x2 group world_size reduce_op bias comm_turn trans_input trans_x2",
    ))  # fmt: skip
MatmulAllReduceAddRmsNorm = primitive(
    "MatmulAllReduceAddRmsNorm", fused_matmul.matmul_all_reduce_add_rms_norm
)
TransposeBatchMatmulTranspose = primitive(
    "TransposeBatchMatmulTranspose", fused_matmul.transpose_batch_matmul_transpose
)

__all__ = declared(globals())
