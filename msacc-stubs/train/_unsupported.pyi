# Written by `python -m tests.stubs`.
from typing import Any
from typing import NoReturn
class ConvertModelUtils:
    @staticmethod
    def convert_to_thor_model(model: Any, network: Any, loss_fn: Any = None, optimizer: Any = None, metrics: Any = None, amp_level: str = 'O0', loss_scale_manager: Any = None, keep_batchnorm_fp32: bool = False) -> NoReturn: ...
    refusal: str
class ConvertNetUtils:
    def __init__(self) -> None: ...
    @staticmethod
    def convert_to_thor_net(net: Any) -> NoReturn: ...
    refusal: str
