# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any
class SummaryLandscape:
    def __init__(self, summary_dir: str) -> None: ...
    def gen_landscapes_with_multi_process(self, callback_fn: Callable[[], Any], collect_landscape: Mapping[str, Any] | None = None, device_ids: Sequence[int] | None = None, output: str | None = None) -> None: ...
    refusal: str
