# Written by `python -m tests.stubs`.
from msacc.boost.boost_cell_wrapper import *
