# Written by `python -m tests.stubs`.
from msacc.ops.P import *
from msacc.ops.P import _refuse as _refuse
