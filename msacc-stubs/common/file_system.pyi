# Written by `python -m tests.stubs`.
from msacc.module_aliases import refuse as refuse
from typing import Any
class FileSystem:
    def __init__(self) -> None: ...
