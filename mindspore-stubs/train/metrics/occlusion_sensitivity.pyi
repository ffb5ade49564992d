# Written by `python -m tests.stubs`.
from msacc.train.metrics.occlusion_sensitivity import *
