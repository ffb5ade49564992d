# Written by `python -m tests.stubs`.
from contextlib import AbstractContextManager
from msacc.nn.group_norm_conversion import to_group_norm as to_group_norm
from typing import Any
def no_init_parameters() -> AbstractContextManager[None]: ...
