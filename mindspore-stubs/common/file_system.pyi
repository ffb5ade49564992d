# Written by `python -m tests.stubs`.
from msacc.common.file_system import *
