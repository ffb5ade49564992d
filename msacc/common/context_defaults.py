"""Default values of the context options of MindSpore's compiler and of Ascend, which have no effect here.

`get_context` answers for them as MindSpore's CPU build does before anything set them; nothing here follows them.
"""

from __future__ import annotations

from typing import Any

CONTEXT_DEFAULTS: dict[str, Any] = {
    "aoe_job_type": "2",
    "atomic_clean_policy": "",
    "bias_add_comm_swap": False,
    "compute_communicate_fusion_level": 0,
    "conv_allow_hf32": "",
    "conv_allow_tf32": True,
    "conv_dgrad_algo": "normal",
    "conv_fprop_algo": "normal",
    "conv_wgrad_algo": "normal",
    "cur_step_num": 0,
    "dataset_broadcast_opt_level": 0,
    "enable_allreduce_slice_to_reducescatter": False,
    "enable_begin_end_inline_opt": False,
    "enable_concat_eliminate_opt": False,
    "enable_flash_attention_load_balance": False,
    "enable_fused_cast_add_opt": False,
    "enable_grad_comm_opt": False,
    "enable_interleave_parallel_branch": False,
    "enable_interleave_split_concat_branch": False,
    "enable_offloading_packed_experts": True,
    "enable_opt_shard_comm_opt": False,
    "enable_parallel_split": False,
    "enable_task_opt": False,
    "exec_order": "bfs",
    "ge_options": "",
    "hccl_watchdog": True,
    "host_scheduling_max_threshold": "",
    "infer_boost": "off",
    "interleaved_layernorm_comm": False,
    "interleaved_matmul_comm": False,
    "jit_compile": "",
    "last_triggered_step": 0,
    "matmul_allow_hf32": "",
    "matmul_allow_tf32": False,
    "matmul_grad_comm_overlap": "",
    "need_ckpt": False,
    "op_debug_option": "",
    "op_precision_mode": "",
    "pp_1f1b_overlap": "",
    "precision_mode": "",
    "recompute_allgather_overlap_fagrad": False,
    "recompute_comm_overlap": "",
    "save_checkpoint_steps": 0,
    "topo_order": "",
}
