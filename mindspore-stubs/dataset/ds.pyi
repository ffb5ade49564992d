# Written by `python -m tests.stubs`.
from msacc.dataset.ds import *
from msacc.dataset.ds import _attach_examples as _attach_examples
from msacc.dataset.ds import _refuse as _refuse
