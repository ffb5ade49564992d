# Written by `python -m tests.stubs`.
from msacc.mindrecord.tools.cifar import Cifar100ToMR as Cifar100ToMR
