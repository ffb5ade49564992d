"""Debugging of Ascend's ops: accepted, without effect."""

from msacc.device_context._ignored import ignored

execute_timeout = ignored("ascend.op_debug.execute_timeout", op_timeout=int)
debug_option = ignored("ascend.op_debug.debug_option", option_value=str)
aclinit_config = ignored("ascend.op_debug.aclinit_config", config=dict)
