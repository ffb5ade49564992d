"""Tuning of Ascend's ops: accepted, without effect."""

from msacc.device_context._ignored import ignored

op_compile = ignored("ascend.op_tuning.op_compile", value=bool)
aoe_tune_mode = ignored("ascend.op_tuning.aoe_tune_mode", tune_mode=str)
aoe_job_type = ignored("ascend.op_tuning.aoe_job_type", config=str)
aclnn_cache = ignored(
    "ascend.op_tuning.aclnn_cache", enable_global_cache=bool, cache_queue_length=int
)
