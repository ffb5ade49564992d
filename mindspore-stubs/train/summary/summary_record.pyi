# Written by `python -m tests.stubs`.
from msacc.train.summary.summary_record import *
