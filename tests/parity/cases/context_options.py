"""Options that MindSpore's compiler holds, and options that are read otherwise than they are set."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

_HELD = (
    "atomic_clean_policy bias_add_comm_swap compute_communicate_fusion_level conv_allow_tf32 "
    "conv_dgrad_algo conv_fprop_algo "
    "cur_step_num dataset_broadcast_opt_level enable_grad_comm_opt enable_offloading_packed_experts "
    "exec_order ge_options "
    "hccl_watchdog infer_boost jit_compile matmul_allow_tf32 need_ckpt op_precision_mode pp_1f1b_overlap "
    "precision_mode topo_order"
)


@case(jit=False)
def held(ms: Any, run: Any) -> Arrays:
    """Nothing has set them."""
    return {name: np.array(repr(ms.get_context(name))) for name in _HELD.split()}


@case(jit=False)
def as_numbers(ms: Any, run: Any) -> Arrays:
    """Levels are read as numbers."""
    ways = {"memory_optimize_level": ("O1", "O0"), "save_graphs": (True, 3, 1, False)}
    result: Arrays = {}
    for name, values in ways.items():
        for value in values:
            ms.set_context(**{name: value})
            result[f"{name} {value!r}"] = np.array(repr(ms.get_context(name)))
    return result


@case(jit=False)
def parallel_switches(ms: Any, run: Any) -> Arrays:
    """Options that a step reads, and names of earlier releases."""
    result: Arrays = {}
    try:
        for name in ("parameter_broadcast", "sharding_propagation", "force_fp32_communication"):
            ms.set_auto_parallel_context(**{name: True})
            result[name] = np.array(repr(ms.get_auto_parallel_context(name)))
        result["search_mode"] = np.array(ms.get_auto_parallel_context("search_mode"))
    finally:
        ms.reset_auto_parallel_context()
    for name, call in {
        "mirror_mean": lambda: ms.set_auto_parallel_context(mirror_mean=True),
        "grad_for_scalar": lambda: ms.set_context(grad_for_scalar=True),
        "grad_for_scalar_off": lambda: ms.set_context(grad_for_scalar=False),
    }.items():
        result[name] = run.raises(call)["raises"]
    return result
