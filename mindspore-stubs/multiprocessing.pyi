# Written by `python -m tests.stubs`.
from msacc.multiprocessing import *
