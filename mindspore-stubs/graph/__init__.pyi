# Written by `python -m tests.stubs`.
from msacc.graph import *
