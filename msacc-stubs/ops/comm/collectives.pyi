# Written by `python -m tests.stubs`.
class ReduceOp:
    SUM: str
    MAX: str
    MIN: str
    PROD: str
