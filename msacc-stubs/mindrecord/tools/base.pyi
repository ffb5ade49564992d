# Written by `python -m tests.stubs`.
from enum import IntEnum
class MSRStatus(IntEnum):
    SUCCESS = 0
    FAILED = 1
