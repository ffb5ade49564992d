# Written by `python -m tests.stubs`.
from msacc.hal.memory import *
