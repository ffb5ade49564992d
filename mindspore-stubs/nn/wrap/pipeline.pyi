# Written by `python -m tests.stubs`.
from msacc.nn.wrap.pipeline import *
