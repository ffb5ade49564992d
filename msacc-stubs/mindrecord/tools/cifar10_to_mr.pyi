# Written by `python -m tests.stubs`.
from msacc.mindrecord.tools.cifar import Cifar10ToMR as Cifar10ToMR
