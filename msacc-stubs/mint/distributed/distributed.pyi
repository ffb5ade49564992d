# Written by `python -m tests.stubs`.
from msacc.mint.distributed import *
from msacc.module_aliases import refuse as _refuse
_refuse = _refuse
