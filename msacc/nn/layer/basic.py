"""mindspore.nn.layer.basic: the old module of Dense, dropout and reshaping layers; the objects of `nn.layer`."""

from msacc.module_aliases import refuse as _refuse
from msacc.nn.layer.dense import *  # noqa: F403
from msacc.nn.layer.dropout import *  # noqa: F403
from msacc.nn.layer.reshaping import *  # noqa: F403

__getattr__ = _refuse("mindspore.nn.layer.basic")
