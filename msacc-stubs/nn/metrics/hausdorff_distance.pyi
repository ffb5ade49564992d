# Written by `python -m tests.stubs`.
from msacc.nn.metrics._surface import SurfaceMetric
from typing import Any
class HausdorffDistance(SurfaceMetric):
    percentile: float
    directed: bool
    crop: bool
    def __init__(self, distance_metric: str = 'euclidean', percentile: float | None = None, directed: bool = False, crop: bool = True) -> None: ...
    def eval(self) -> Any: ...
