# Written by `python -m tests.stubs`.
from msacc.runtime.event import *
