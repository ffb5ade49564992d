# Written by `python -m tests.stubs`.
from msacc.train.metrics.mean_surface_distance import *
