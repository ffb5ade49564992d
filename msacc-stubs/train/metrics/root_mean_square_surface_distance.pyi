# Written by `python -m tests.stubs`.
from msacc.nn.metrics._surface import SurfaceMetric as SurfaceMetric
from msacc.nn.metrics.root_mean_square_surface_distance import RootMeanSquareDistance as RootMeanSquareDistance
