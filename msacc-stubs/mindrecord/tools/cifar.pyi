# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.mindrecord.tools.base import MSRStatus
from typing import Any
class Cifar100ToMR(_CifarToMR):
    train: str
    test: str
    labels: Any
class Cifar10ToMR(_CifarToMR):
    train: str
    test: str
    labels: Any
class _CifarToMR:
    train: str
    test: str
    labels: dict[str, bytes]
    source: str
    destination: str
    def __init__(self, source: str, destination: str) -> None: ...
    def run(self, fields: Sequence[str] | None = None) -> MSRStatus: ...
    def transform(self, fields: Sequence[str] | None = None) -> None: ...
