# Written by `python -m tests.stubs`.
from msacc.dataset.callback import *
