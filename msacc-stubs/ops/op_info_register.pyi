# Written by `python -m tests.stubs`.
from msacc.ops.bindings.primitives.custom_op_builders import TBERegOp as TBERegOp
from msacc.ops.bindings.primitives.custom_op_info import DataType as DataType
from msacc.ops.bindings.primitives.unsupported import op_info_register as op_info_register
