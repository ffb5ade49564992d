# Written by `python -m tests.stubs`.
from msacc.parallel.nn.parallel_cell_wrapper import *
