# Written by `python -m tests.stubs`.
from msacc.interop import *
