# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.mindrecord.tools.base import MSRStatus
from typing import Any
class CsvToMR:
    source: str
    columns_list: list[str]
    partition_number: Any
    writer: Any
    def __init__(self, source: str, destination: str, columns_list: Sequence[str] | None = None, partition_number: int = 1) -> None: ...
    def run(self) -> MSRStatus: ...
    def transform(self) -> None: ...
