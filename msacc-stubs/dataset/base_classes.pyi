# Written by `python -m tests.stubs`.
from typing import Any
class AudioBaseDataset:
    others: Any
class TextBaseDataset:
    others: Any
class VisionBaseDataset:
    others: Any
