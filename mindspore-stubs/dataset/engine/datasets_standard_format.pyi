# Written by `python -m tests.stubs`.
from msacc.dataset.engine.datasets_standard_format import *
from msacc.dataset.engine.datasets_standard_format import _attach_examples as _attach_examples
from msacc.dataset.engine.datasets_standard_format import _refuse as _refuse
