# Written by `python -m tests.stubs`.
from msacc.train.model import *
from msacc.train.model import _StepSync as _StepSync
from msacc.train.model import _transfer_tensor_to_tuple as _transfer_tensor_to_tuple
