"""msacc.scipy: scipy's linear algebra and cosine transforms on Tensors.

Doors: array-likes are converted here, everything is computed in chapters of `ops`.

Imports: module_aliases, ops, ops.linalg.
"""

from msacc.module_aliases import refuse as _refuse
from msacc.scipy import fft as fft
from msacc.scipy import linalg as linalg
from msacc.scipy import optimize as optimize

__getattr__ = _refuse("mindspore.scipy")
