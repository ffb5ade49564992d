# Written by `python -m tests.stubs`.
from msacc.ops.auto_generate import *
