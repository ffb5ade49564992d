# Written by `python -m tests.stubs`.
from msacc.common import *
