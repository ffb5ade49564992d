# Written by `python -m tests.stubs`.
from msacc.dataset.vision import *
from msacc.module_aliases import refuse as _refuse
_refuse = _refuse
