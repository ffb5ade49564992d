# Written by `python -m tests.stubs`.
from msacc.profiler.profiler import Profiler
from typing import Any
class EnvProfiler:
    profiler: Profiler | None
    def init_profiler(self) -> None: ...
    def analyse(self) -> None: ...
