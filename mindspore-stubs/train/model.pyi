# Written by `python -m tests.stubs`.
from msacc.train.model import *
