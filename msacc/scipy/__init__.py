"""msacc.scipy: scipy's linear algebra and cosine transforms on Tensors.

Array-likes are converted here; the chapters of `ops` compute.

Imports: module_aliases, ops, ops.linalg.
"""

from msacc.module_aliases import refuse as _refuse
from msacc.scipy import fft as fft
from msacc.scipy import linalg as linalg
from msacc.scipy import optimize as optimize

__getattr__ = _refuse("mindspore.scipy")
