# Written by `python -m tests.stubs`.
from msacc.nn.metrics._surface import SurfaceMetric as SurfaceMetric
from msacc.nn.metrics.hausdorff_distance import HausdorffDistance as HausdorffDistance
