# Written by `python -m tests.stubs`.
from msacc.ops.operations.manually_defined import *
