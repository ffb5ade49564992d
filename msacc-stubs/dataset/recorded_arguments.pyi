# Written by `python -m tests.stubs`.
from typing import Any
class RecordedArguments:
    def recorded_arguments(self) -> dict[str, Any]: ...
