# Written by `python -m tests.stubs`.
from msacc.experimental.optim.adam import *
from msacc.experimental.optim.adam import _Adam as _Adam
