# Written by `python -m tests.stubs`.
from msacc.nn.optim.thor import AdaSumByDeltaWeightWrapCell as AdaSumByDeltaWeightWrapCell
from msacc.nn.optim.thor import AdaSumByGradWrapCell as AdaSumByGradWrapCell
