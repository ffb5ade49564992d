# Written by `python -m tests.stubs`.
from msacc.dataset.engine.datasets_standard_format import *
