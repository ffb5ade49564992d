# Written by `python -m tests.stubs`.
from msacc.nn.wrap.cell_wrapper import *
from msacc.nn.wrap.cell_wrapper import _MicroBatch as _MicroBatch
from msacc.nn.wrap.cell_wrapper import _VirtualDatasetCell as _VirtualDatasetCell
