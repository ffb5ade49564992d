# Written by `python -m tests.stubs`.
from msacc.nn.metrics._surface import SurfaceMetric
from typing import Any
class RootMeanSquareDistance(SurfaceMetric):
    symmetric: bool
    def __init__(self, symmetric: bool = False, distance_metric: str = 'euclidean') -> None: ...
    def eval(self) -> Any: ...
