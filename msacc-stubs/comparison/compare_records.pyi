# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from collections.abc import Sequence
from msacc.comparison.report import Comparison
from pathlib import Path
from typing import Any
def compare_records(first: str | Path, second: str | Path | Sequence[str | Path], names: Mapping[str, str] | None = None, gradients_mean: bool = True) -> Comparison: ...
