# Written by `python -m tests.stubs`.
from msacc.boost.base import *
