# Written by `python -m tests.stubs`.
from msacc.utils.ms_dispatch import *
