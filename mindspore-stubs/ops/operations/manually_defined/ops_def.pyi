# Written by `python -m tests.stubs`.
from msacc.ops.operations.manually_defined.ops_def import *
