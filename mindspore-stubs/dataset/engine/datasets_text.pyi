# Written by `python -m tests.stubs`.
from msacc.dataset.engine.datasets_text import *
from msacc.dataset.engine.datasets_text import _attach_examples as _attach_examples
from msacc.dataset.engine.datasets_text import _refuse as _refuse
