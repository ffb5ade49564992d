# Written by `python -m tests.stubs`.
from msacc.nn.optim.thor import OptTFTWrapper as OptTFTWrapper
