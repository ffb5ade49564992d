# Written by `python -m tests.stubs`.
from msacc.log import *
