# Written by `python -m tests.stubs`.
from msacc.common.mutable_ import mutable as mutable
