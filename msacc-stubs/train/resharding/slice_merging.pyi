# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from collections.abc import Sequence
from msacc.common.parameter import Parameter
from typing import Any
def merge_sliced_parameter(sliced_parameters: Sequence[Parameter], strategy: Mapping[str, Any] | None = None) -> Parameter: ...
