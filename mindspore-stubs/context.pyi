# Written by `python -m tests.stubs`.
from msacc.context import *
