# Written by `python -m tests.stubs`.
from msacc.common.protos import add_field as add_field
from msacc.common.protos import classes_of as classes_of
from typing import Any
_LISTS: Any
_PACKAGE: str
_RECORDS: Any
