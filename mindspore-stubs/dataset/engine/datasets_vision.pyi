# Written by `python -m tests.stubs`.
from msacc.dataset.engine.datasets_vision import *
from msacc.dataset.engine.datasets_vision import _attach_examples as _attach_examples
from msacc.dataset.engine.datasets_vision import _refuse as _refuse
