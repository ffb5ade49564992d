# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell
from typing import Any
class AdaSum(Cell):
    def __init__(self, rank: int, device_number: int, group_number: int, parameter_tuple: Any) -> None: ...
    refusal: str
class AutoBoost:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    refusal: str
class DimReduce(Cell):
    def __init__(self, network: Any, optimizer: Any, weight: Any, pca_mat_local: Any, n_components: int, rho: float, gamma: float, alpha: float, sigma: float, rank: int, rank_size: int) -> None: ...
    refusal: str
class LessBN(Cell):
    def __init__(self, network: Any, fn_flag: bool = False) -> None: ...
    refusal: str
