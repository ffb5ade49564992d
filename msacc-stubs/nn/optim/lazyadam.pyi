# Written by `python -m tests.stubs`.
from msacc.nn.optim.adam import LazyAdam as LazyAdam
