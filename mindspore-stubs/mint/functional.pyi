# Written by `python -m tests.stubs`.
from msacc.mint.functional import *
from msacc.mint.functional import _inner as _inner
