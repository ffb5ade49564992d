# Written by `python -m tests.stubs`.
from typing import Any
class ParameterSettings:
    cache_enable: Any
    cache_shape: Any
    key: Any
    parallel_optimizer_comm_recompute: Any
