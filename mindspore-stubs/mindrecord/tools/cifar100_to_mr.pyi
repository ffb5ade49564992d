# Written by `python -m tests.stubs`.
from msacc.mindrecord.tools.cifar100_to_mr import *
