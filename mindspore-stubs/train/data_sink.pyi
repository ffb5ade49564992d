# Written by `python -m tests.stubs`.
from msacc.train.data_sink import *
