# Written by `python -m tests.stubs`.
from msacc.ops.operations.comm_ops import *
from msacc.ops.operations.comm_ops import _VirtualDataset as _VirtualDataset
