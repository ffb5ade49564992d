# Written by `python -m tests.stubs`.
from msacc.nn.metrics._surface import SurfaceMetric as SurfaceMetric
from msacc.nn.metrics.mean_surface_distance import MeanSurfaceDistance as MeanSurfaceDistance
