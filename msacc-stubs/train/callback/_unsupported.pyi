# Written by `python -m tests.stubs`.
from msacc.train.callback._callback import Callback
from typing import Any
class FlopsUtilizationCollector(Callback):
    def __init__(self, data_size: int, computility: float = 1, full_flops: bool = True, enable_ma_collector: bool = False) -> None: ...
    refusal: str
class TrainFaultTolerance(Callback):
    def __init__(self, ckpt_save_path: Any = None, **kwargs: Any) -> None: ...
    refusal: str
