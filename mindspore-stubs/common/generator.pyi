# Written by `python -m tests.stubs`.
from msacc.common.generator import *
