# Written by `python -m tests.stubs`.
from msacc.mint.linalg import *
