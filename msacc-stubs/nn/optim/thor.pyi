# Written by `python -m tests.stubs`.
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class AdaSumByDeltaWeightWrapCell(_AdaSum):
    refusal: str
class AdaSumByGradWrapCell(_AdaSum):
    refusal: str
class OptTFTWrapper(Optimizer):
    def __init__(self, opt: Optimizer, **kwargs: Any) -> None: ...
    refusal: str
class _AdaSum(Optimizer):
    def __init__(self, optimizer: Optimizer) -> None: ...
def thor(net: Any, learning_rate: Any, damping: Any, momentum: float, weight_decay: float = 0.0, loss_scale: float = 1.0, batch_size: int = 32, use_nesterov: bool = False, decay_filter: Any = ..., split_indices: Any = None, enable_clip_grad: bool = False, frequency: int = 100) -> Any: ...
