# Written by `python -m tests.stubs`.
from typing import Any
class FileSystem:
    def __init__(self) -> None: ...
