# Written by `python -m tests.stubs`.
class GlobalComm:
    BACKEND: str
    WORLD_COMM_GROUP: str
    INITED: bool
    CHECK_ENVS: bool
