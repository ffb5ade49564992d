# Written by `python -m tests.stubs`.
from msacc.nn.layer.pooling import *
from msacc.nn.layer.pooling import _MaxPool as _MaxPool
from msacc.nn.layer.pooling import _PoolNd as _PoolNd
from msacc.nn.layer.pooling import _AvgPool as _AvgPool
