"""mindspore.ops.functional: another module path of the functions; the same objects as in `msacc.ops`."""

from msacc.module_aliases import refuse as _refuse
from msacc.ops import *  # noqa: F403

__getattr__ = _refuse("mindspore.ops.functional")
