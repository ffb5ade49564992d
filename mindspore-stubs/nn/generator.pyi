# Written by `python -m tests.stubs`.
from msacc.nn.generator import *
