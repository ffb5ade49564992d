# Written by `python -m tests.stubs`.
from msacc.train.mind_ir_pb2 import *
from msacc.train.mind_ir_pb2 import _CLASSES as _CLASSES
