# Written by `python -m tests.stubs`.
from msacc.dataset.datasets import *
from msacc.dataset.datasets import _refuse as _refuse
