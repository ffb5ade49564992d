"""Precision of Ascend's ops: accepted, without effect."""

from msacc.device_context._ignored import ignored

precision_mode = ignored("ascend.op_precision.precision_mode", mode=str)
op_precision_mode = ignored("ascend.op_precision.op_precision_mode", path=str)
matmul_allow_hf32 = ignored("ascend.op_precision.matmul_allow_hf32", value=bool)
conv_allow_hf32 = ignored("ascend.op_precision.conv_allow_hf32", value=bool)
