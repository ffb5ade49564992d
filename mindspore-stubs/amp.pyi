# Written by `python -m tests.stubs`.
from msacc.amp import *
