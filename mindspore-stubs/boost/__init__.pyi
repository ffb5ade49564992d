# Written by `python -m tests.stubs`.
from msacc.boost import *
