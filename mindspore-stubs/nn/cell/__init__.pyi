# Written by `python -m tests.stubs`.
from msacc.nn.cell import *
