# Written by `python -m tests.stubs`.
from msacc.dataset.engine.datasets_audio import *
from msacc.dataset.engine.datasets_audio import _attach_examples as _attach_examples
from msacc.dataset.engine.datasets_audio import _refuse as _refuse
