# Written by `python -m tests.stubs`.
from typing import Any
_CLASSES: Any
