# Written by `python -m tests.stubs`.
from msacc.dataset.engine import *
from msacc import context as context
from msacc.dataset import core as core
from msacc.dataset import engine as engine
from msacc.module_aliases import refuse as _refuse
_refuse = _refuse
