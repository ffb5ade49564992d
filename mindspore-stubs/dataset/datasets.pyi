# Written by `python -m tests.stubs`.
from msacc.dataset.datasets import *
from msacc.dataset.datasets import _attach_examples as _attach_examples
from msacc.dataset.datasets import _refuse as _refuse
