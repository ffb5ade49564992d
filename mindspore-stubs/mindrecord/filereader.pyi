# Written by `python -m tests.stubs`.
from msacc.mindrecord.filereader import *
