# Written by `python -m tests.stubs`.
from msacc.dataset.engine.datasets import *
from msacc.dataset.engine.datasets import _refuse as _refuse
