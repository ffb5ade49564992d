# Written by `python -m tests.stubs`.
from msacc.mindrecord.tools.base import MSRStatus
from typing import Any
class MnistToMR:
    source: str
    partition_number: Any
    writers: Any
    def __init__(self, source: str, destination: str, partition_number: int = 1) -> None: ...
    def run(self) -> MSRStatus: ...
    def transform(self) -> None: ...
