"""mindspore.ops.operations: another module path of the primitives; the same objects as in `msacc.ops`."""

from msacc.module_aliases import refuse as _refuse
from msacc.ops import *  # noqa: F403
from msacc.ops import Identity as identity  # noqa: F401

__getattr__ = _refuse("mindspore.ops.operations")
