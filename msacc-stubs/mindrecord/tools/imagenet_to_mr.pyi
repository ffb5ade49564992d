# Written by `python -m tests.stubs`.
from msacc.mindrecord.tools.base import MSRStatus
from typing import Any
class ImageNetToMR:
    map_file: str
    image_dir: str
    destination: str
    partition_number: Any
    writer: Any
    def __init__(self, map_file: str, image_dir: str, destination: str, partition_number: int = 1) -> None: ...
    def run(self) -> MSRStatus: ...
    def transform(self) -> None: ...
