# Written by `python -m tests.stubs`.
from msacc.mint.auto_generate import _by_name_alone as _by_name_alone
from msacc.mint.auto_generate import _in_order as _in_order
from msacc.mint.auto_generate import _late as _late
from msacc.mint.auto_generate import _primitive_class as _primitive_class
from msacc.module_aliases import refuse as refuse
from msacc.ops.bindings.primitive_classes import Primitive as Primitive
from typing import Any
CALLS: Any
INNER: Any
LATE_CALLS: Any
LATE_INNER: Any
METHODS: Any
SETTINGS: Any
_INSTANCES: Any
_KNOWN: Any
_VIEWS: Any
def _missing(name: str) -> Any: ...
def __getattr__(name: str) -> Any: ...
