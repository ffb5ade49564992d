"""msacc.mint: ops under torch's argument names. Doors only: what they open stands in the chapters of msacc.ops."""

from msacc.homes import refuse as _refuse
from msacc.mint import distributed as distributed
from msacc.mint import linalg as linalg
from msacc.mint import special as special
from msacc.mint._functions import *  # noqa: F403
from msacc.mint._renamed import *  # noqa: F403
from msacc.mint._same import *  # noqa: F403

__getattr__ = _refuse("mindspore.mint")
