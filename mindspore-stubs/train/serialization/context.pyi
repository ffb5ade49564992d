# Written by `python -m tests.stubs`.
from msacc.train.serialization.context import *
