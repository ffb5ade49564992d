# Written by `python -m tests.stubs`.
from msacc.ops.operations.manually_defined import *
from msacc.ops.bindings.primitives.ascend import NPUClearFloatStatusV2 as NPUClearFloatStatusV2
from msacc.ops.bindings.primitives.ascend import NPUGetFloatStatusV2 as NPUGetFloatStatusV2
