# Written by `python -m tests.stubs`.
from typing import Any
class ConvertModelUtils:
    @staticmethod
    def convert_to_thor_model(model: Any, network: Any, loss_fn: Any = None, optimizer: Any = None, metrics: Any = None, amp_level: str = 'O0', loss_scale_manager: Any = None, keep_batchnorm_fp32: bool = False) -> Any: ...
    refusal: str
class ConvertNetUtils:
    def __init__(self) -> None: ...
    @staticmethod
    def convert_to_thor_net(net: Any) -> Any: ...
    refusal: str
