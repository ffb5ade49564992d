# Written by `python -m tests.stubs`.
from msacc.ops.operations.manually_defined import *
from msacc.internals.function_helpers import infer_value_for_BroadcastTo as infer_value_for_BroadcastTo
