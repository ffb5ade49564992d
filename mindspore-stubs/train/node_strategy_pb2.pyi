# Written by `python -m tests.stubs`.
from msacc.train.node_strategy_pb2 import *
from msacc.train.node_strategy_pb2 import _LISTS as _LISTS
from msacc.train.node_strategy_pb2 import _PACKAGE as _PACKAGE
from msacc.train.node_strategy_pb2 import _RECORDS as _RECORDS
