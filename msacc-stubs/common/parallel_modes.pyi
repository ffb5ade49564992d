# Written by `python -m tests.stubs`.
from typing import Any
class ParallelMode:
    STAND_ALONE: str
    DATA_PARALLEL: str
    HYBRID_PARALLEL: str
    SEMI_AUTO_PARALLEL: str
    AUTO_PARALLEL: str
    MODE_LIST: Any
