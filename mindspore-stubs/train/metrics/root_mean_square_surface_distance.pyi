# Written by `python -m tests.stubs`.
from msacc.train.metrics.root_mean_square_surface_distance import *
