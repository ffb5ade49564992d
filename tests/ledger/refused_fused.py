"""Arguments of fused attention, experts and products that are refused or said to have no effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import ops
from tests.ledger.row import Row, rows

X = ms.Tensor(np.ones((1, 2, 4), np.float32))
LINE = X[0]
INDICES = ms.Tensor(np.array([1, 0], np.int32))
GROUP = "hccl_world_group"
_ROUNDED = "int8 queries round the weights as Ascend's kernel does."
_RESERVED = "MindSpore reserves it."
_BESIDE = "Processes with the shared expert alone need others beside them."
_CUT_EXPERTS = "Experts that are cut themselves are not implemented."
_PRECISION = "torch's kernel chooses its own precision."


def prompt(**given: Any) -> Any:
    return ops.prompt_flash_attention(X, X, X, **given)


def incre(**given: Any) -> Any:
    return ops.incre_flash_attention(X[:, :1], [X], [X], **given)


def fused(**given: Any) -> Any:
    return ops.fused_infer_attention_score(X, [X], [X], **given)


def speed(**given: Any) -> Any:
    return ops.speed_fusion_attention(X, X, X, 1, "BSH", **given)


def dispatched(**given: Any) -> Any:
    return ops.moe_distribute_dispatch(LINE, INDICES[:, None], 1, 0, 2, **given)


def combined(**given: Any) -> Any:
    sent = dispatched()
    weights = ms.Tensor(np.ones((2, 1), np.float32))
    return ops.moe_distribute_combine(
        sent[0], INDICES[:, None], sent[2], sent[4], weights, 1, 0, 2, **given
    )


def gathered(**given: Any) -> Any:
    return ops.all_gather_matmul(LINE, LINE.T, GROUP, 1, **given)


def scattered(**given: Any) -> Any:
    return ops.matmul_reduce_scatter(LINE, LINE.T, GROUP, 1, **given)


def selected(**given: Any) -> Any:
    q = ms.Tensor(np.ones((1, 1, 16), np.float32))
    chosen = ms.Tensor(np.zeros((1, 1, 1), np.int32))
    ends = {"actual_seq_qlen": (1,), "actual_seq_kvlen": (1,)}
    return ops.nsa_select_attention(q, q, q, chosen, 1.0, 1, 16, 1, **ends, **given)


def compressed(**given: Any) -> Any:
    q = ms.Tensor(np.ones((1, 1, 16), np.float32))
    ends = {f"actual_{n}": (1,) for n in ("seq_qlen", "cmp_seq_kvlen", "sel_seq_kvlen")}
    return ops.nsa_compress_attention(q, q, q, 1.0, 1, 16, 16, 16, 1, **ends, **given)


def each(name: str, call: Callable[..., Any], raises: Any, reason: str, **given: Any) -> list[Row]:
    """A row for each argument, given alone."""
    return [
        Row(f"mindspore.ops.{name}", word, lambda w=word, v=value: call(**{w: v}), raises, reason)
        for word, value in given.items()
    ]


ROWS: list[Row] = [
    *each("prompt_flash_attention", prompt, NotImplementedError, _ROUNDED, deq_scale1=X, quant_scale1=X, deq_scale2=X),
    *each("prompt_flash_attention", prompt, None, _PRECISION, inner_precise=0),
    *each("incre_flash_attention", incre, NotImplementedError, _ROUNDED, dequant_scale1=X, quant_scale1=X,
        dequant_scale2=X),
    *each("incre_flash_attention", incre, None, _PRECISION, inner_precise=0),
    *each("fused_infer_attention_score", fused, NotImplementedError, _ROUNDED, dequant_scale1=X, quant_scale1=X,
        dequant_scale2=X),
    *each("fused_infer_attention_score", fused, NotImplementedError, _RESERVED, key_shared_prefix=X,
        value_shared_prefix=X, actual_shared_prefix_len=(1,)),
    *each("fused_infer_attention_score", fused, None, _PRECISION, inner_precise=0),
    *each("fused_infer_attention_score", fused, None, "The shape of the scales tells.", antiquant_mode=1,
        key_antiquant_mode=1, value_antiquant_mode=1),
    *each("speed_fusion_attention", speed, NotImplementedError, _RESERVED, padding_mask=X),
    *each("speed_fusion_attention", speed, None, _PRECISION, inner_precise=1),
    *each("speed_fusion_attention", speed, None, "torch draws what is dropped.", gen_mask_parallel=False, sync=True),
    *each("all_gather_matmul", gathered, RuntimeError, _RESERVED, bias=LINE, gather_index=1, comm_turn=1,
        trans_input=True),
    *each("matmul_reduce_scatter", scattered, RuntimeError, _RESERVED, bias=LINE, comm_turn=1, trans_input=True,
        reduce_op="max"),
    *each("nsa_select_attention", selected, NotImplementedError, _RESERVED, atten_mask=X),
    *each("nsa_compress_attention", compressed, NotImplementedError, "MindSpore does not describe its values.",
        topk_mask=X),
    *each("moe_distribute_dispatch", dispatched, NotImplementedError, _RESERVED, x_active_mask=INDICES,
        expert_shard_type=1),
    *each("moe_distribute_dispatch", dispatched, NotImplementedError, "It is Ascend's quantization.", quant_mode=2,
        scales=LINE),
    *each("moe_distribute_dispatch", dispatched, NotImplementedError, _CUT_EXPERTS, group_tp=GROUP, tp_world_size=2,
        tp_rank_id=1),
    *each("moe_distribute_combine", combined, NotImplementedError, _RESERVED, x_active_mask=INDICES,
        activate_scale=LINE, weight_scale=LINE, group_list=INDICES, expert_shard_type=1, out_dtype=1,
        common_quant_mode=2, group_list_type=1),
    *each("moe_distribute_combine", combined, NotImplementedError, _CUT_EXPERTS, group_tp=GROUP, tp_world_size=2,
        tp_rank_id=1),
    *each("moe_distribute_dispatch", dispatched, ValueError, _BESIDE, shared_expert_rank_num=1),
    *each("moe_distribute_combine", combined, ValueError, _BESIDE, shared_export_rank_num=1),
    *rows("mindspore.ops.moe_token_permute", "padded_mode",
        lambda: ops.moe_token_permute(LINE, INDICES, padded_mode=True),
          ValueError, "MindSpore has False alone as well."),
    *rows("mindspore.ops.moe_token_unpermute", "padded_mode",
        lambda: ops.moe_token_unpermute(LINE, INDICES, padded_mode=True),
          ValueError, "MindSpore has False alone as well."),
    *rows("mindspore.ops.moe_token_unpermute", "restore_shape",
        lambda: ops.moe_token_unpermute(LINE, INDICES, restore_shape=(2, 4)),
          ValueError, "It is of 'padded_mode', which MindSpore refuses as well."),
]  # fmt: skip
