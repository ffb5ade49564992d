"""msacc.mint: the ops under torch's argument names.

Functions that the chapters of `ops` declare, and the layers of `nn`. Where mint means something else than `ops`, the
variant stands in the chapter beside the op it varies.

Imports: common, communication, communication.comm_func, experimental, module_aliases, nn.cell,
nn.layer, ops, ops.array, ops.bindings, ops.comm, ops.core, ops.linalg, ops.math, ops.nn,
ops.update.
"""

from msacc.mint import distributed as distributed
from msacc.mint import linalg as linalg
from msacc.mint import special as special
from msacc.mint._variants import *  # noqa: F403
from msacc.mint.op_functions import *  # noqa: F403
from msacc.module_aliases import refuse as _refuse

__getattr__ = _refuse("mindspore.mint")
