# Written by `python -m tests.stubs`.
from msacc.common.parameter import Parameter
from msacc.nn.optim.optimizer import Optimizer
from typing import Any
class AdaFactor(Optimizer):
    relative_step: Any
    scale_parameter: Any
    compression: bool
    warmup_init: bool
    use_first_moment: Any
    step: Parameter
    exp_avg_sq_row: Any
    exp_avg_sq_col: Any
    exp_avg_sq: Any
    exp_avg: Any
    state_axes: Any
    parameterwise: bool
    def __init__(self, params: Any, learning_rate: Any = None, eps: tuple[float, float] = ..., clip_threshold: float = 1.0, decay_rate: float = 0.8, beta1: float | None = 0.9, weight_decay: float = 0.0, scale_parameter: bool = True, relative_step: bool = True, warmup_init: bool = False, compression: bool = False, loss_scale: float = 1.0) -> None: ...
    @property
    def supports_memory_efficient_fp16(self) -> bool: ...
    @property
    def supports_flat_params(self) -> bool: ...
