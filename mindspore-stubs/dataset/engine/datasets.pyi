# Written by `python -m tests.stubs`.
from msacc.dataset.engine.datasets import *
from msacc.dataset.engine.datasets import _attach_examples as _attach_examples
from msacc.dataset.engine.datasets import _refuse as _refuse
