# Written by `python -m tests.stubs`.
from msacc.mindrecord.filewriter import *
