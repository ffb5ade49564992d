# Written by `python -m tests.stubs`.
from msacc.mindrecord.tools import *
