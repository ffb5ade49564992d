# Written by `python -m tests.stubs`.
from msacc.common.parallel_modes import ParallelMode as ParallelMode
