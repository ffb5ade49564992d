# Written by `python -m tests.stubs`.
from msacc.rewrite import *
