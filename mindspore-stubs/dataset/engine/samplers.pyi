# Written by `python -m tests.stubs`.
from msacc.dataset.engine.samplers import *
from msacc.dataset.engine.samplers import _iterated as _iterated
