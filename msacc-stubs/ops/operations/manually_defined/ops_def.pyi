# Written by `python -m tests.stubs`.
from msacc.ops.functional import *
from msacc.internals.function_helpers import infer_value_for_BroadcastTo as infer_value_for_BroadcastTo
from msacc.ops import functional as functional
from msacc.ops import operations as operations
