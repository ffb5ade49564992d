# Written by `python -m tests.stubs`.
from msacc.experimental import *
