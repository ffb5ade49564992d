# Written by `python -m tests.stubs`.
from msacc.dataset.engine.datasets_user_defined import *
from msacc.dataset.engine.datasets_user_defined import _attach_examples as _attach_examples
from msacc.dataset.engine.datasets_user_defined import _refuse as _refuse
