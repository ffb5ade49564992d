# Written by `python -m tests.stubs`.
from msacc.nn.layer.rnn_cells import *
