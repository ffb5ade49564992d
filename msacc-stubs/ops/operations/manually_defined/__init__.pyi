# Written by `python -m tests.stubs`.
from msacc.ops.functional import *
from msacc.ops import functional as functional
from msacc.ops import operations as operations
from msacc.ops.operations.manually_defined import ops_def as ops_def
