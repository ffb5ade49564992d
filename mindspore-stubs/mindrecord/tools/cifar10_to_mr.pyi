# Written by `python -m tests.stubs`.
from msacc.mindrecord.tools.cifar10_to_mr import *
