# Written by `python -m tests.stubs`.
from msacc.dataset.ds import *
